import { createHash } from "node:crypto"
import { relative, resolve } from "node:path"
import { root, table, text } from "@countersign/checks"
import type { MutantResult } from "@stryker-mutator/api/core"
import { threshold } from "../settings.ts"
import { sourcesOf, targetNamed } from "../targets.ts"

/** The mutation results of a target. */
export type Outcome = ReturnType<typeof outcomeOf>

/** Counts the results of Stryker. */
export const outcomeOf = (files: ReadonlyArray<string>, results: ReadonlyArray<MutantResult>) => {
  const own = results.filter(({ fileName }) => files.includes(fromRoot(fileName)))
  const of = (status: MutantResult["status"]) => own.filter((each) => each.status === status)
  const survivors = (status: MutantResult["status"]): ReadonlyArray<ReturnType<typeof survivorOf>> =>
    of(status).map(survivorOf)
  const ignored = of("Ignored")
  const atLoad = ignored.filter(({ statusReason }) => statusReason?.startsWith("Static")).length
  return {
    /** A different digest means that the mutated sources have changed since the run. */
    digest: digestOf(files),
    killed: of("Killed").length,
    /** Mutants that caused an infinite loop, or made the tests many times slower. */
    timedOut: of("Timeout").length,
    survived: survivors("Survived"),
    /** Mutants that no test covers. They count as survivors. */
    unmet: survivors("NoCoverage"),
    /** Excluded: error messages, and code that runs only while a module loads. */
    sentences: ignored.length - atLoad,
    atLoad,
    /** Mutants with which the tests failed to run twice. Not counted. */
    failed: of("RuntimeError").length + of("CompileError").length
  }
}

/** Returns the mutation score: the percentage of tested mutants that a test detected. */
export const scoreOf = ({ killed, survived, timedOut, unmet }: Outcome): number => {
  const noticed = killed + timedOut
  const verified = noticed + survived.length + unmet.length
  return verified === 0 ? 100 : (100 * noticed) / verified
}

/** Returns a digest of the contents of files. */
export const digestOf = (files: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of [...files].sort()) hash.update(`${file}\0${text(file)}\0`)
  return hash.digest("hex").slice(0, 16)
}

export const fromRoot = (file: string): string => relative(root, resolve(root, file)).replaceAll("\\", "/")

const survivorOf = ({ fileName, location, mutatorName, replacement }: MutantResult) => ({
  file: fromRoot(fileName),
  line: location.start.line,
  mutant: `${mutatorName}: ${(replacement ?? "").replaceAll(/\s+/gu, " ").slice(0, 120)}`
})

/** The outcomes of a target's files by path, so that a target may be run in parts, on several days. */
export type Parts = Readonly<Record<string, Outcome>>

/** The outcomes of complete runs, by target name, and those of single files since then. */
export type Outcomes = Readonly<Record<string, Outcome & { readonly parts?: Parts }>>

/** Prints the results page. `changed` names the targets whose sources have changed since their run. */
export const page = (outcomes: Outcomes, changed: ReadonlyArray<string>): string =>
  [
    "# Mutants",
    "",
    `Measured by \`npm run mutate\`, not printed from the code: [how to run and read it](../maintain/mutation.md). Tests must`,
    `detect at least ${threshold} % of the mutants of a target.`,
    "",
    table(
      HEAD,
      Object.entries(outcomes).map(([name, outcome]) => row(name, outcome, changed.includes(name)))
    ),
    "",
    "## Surviving mutants",
    "",
    "The number of surviving mutants by file. [mutants.md](../maintain/mutants.md) explains each.",
    "",
    table(["file", "mutants"], Object.values(outcomes).flatMap(living)),
    ""
  ].join("\n")

/** Returns a table row with the number of surviving mutants for each file of a target. */
const living = ({ survived, unmet }: Outcome): ReadonlyArray<ReadonlyArray<number | string>> => {
  const counts = new Map<string, number>()
  for (const { file } of [...survived, ...unmet]) counts.set(file, (counts.get(file) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([file, count]) => [`\`${file}\``, count])
}

const HEAD = [
  ...["target", "score", "killed", "timed out", "survived", "not covered", "excluded: messages", "excluded: at load"],
  ...["source digest", "sources"]
]

const row = (name: string, outcome: Outcome, isChanged: boolean): ReadonlyArray<number | string> => {
  const { atLoad, digest, killed, sentences, survived, timedOut, unmet } = outcome
  const cells = [name, `${scoreOf(outcome).toFixed(1)} %`, killed, timedOut, survived.length, unmet.length]
  const state = isChanged ? "**changed since the run**" : "unchanged"
  return [...cells, sentences, atLoad, `\`${digest}\``, state]
}

/** Returns the targets whose sources differ from those of their last complete run. */
export const changed = (outcomes: Outcomes): ReadonlyArray<string> =>
  Object.entries(outcomes).flatMap(([name, { digest }]) =>
    digestOf(sourcesOf(targetNamed(name))) === digest ? [] : [name]
  )
