import { createHash } from "node:crypto"
import { relative, resolve } from "node:path"
import { root, text } from "@countersign/checks"
import type { MutantResult } from "@stryker-mutator/api/core"
import { sourcesOf } from "../files.ts"
import { threshold } from "../settings.ts"
import { targetNamed } from "../targets.ts"

/** A mutant that no test noticed. */
interface Survivor {
  readonly file: string
  readonly line: number
  readonly mutant: string
}

/** What became of the mutants of a target. */
interface Outcome {
  /** Of the sources that were broken: another digest means that they have changed since. */
  readonly digest: string
  readonly killed: number
  /** Went round for ever, or took many times as long as the tests do. */
  readonly timedOut: number
  readonly survived: ReadonlyArray<Survivor>
  /** No test meets them. They count as survivors. */
  readonly unmet: ReadonlyArray<Survivor>
  /** Left out: sentences of errors, and what runs only while a module loads. */
  readonly sentences: number
  readonly atLoad: number
  /** The tests could not be run with it, twice. Not counted. */
  readonly failed: number
}

/** Counts what Stryker found. */
export const outcomeOf = (files: ReadonlyArray<string>, results: ReadonlyArray<MutantResult>): Outcome => {
  // An incremental run remembers other files as well.
  const own = results.filter(({ fileName }) => files.includes(fromRoot(fileName)))
  const of = (status: MutantResult["status"]) => own.filter((each) => each.status === status)
  const ignored = of("Ignored")
  const atLoad = ignored.filter(({ statusReason }) => statusReason?.startsWith("Static")).length
  return {
    digest: digestOf(files),
    killed: of("Killed").length,
    timedOut: of("Timeout").length,
    survived: of("Survived").map(survivorOf),
    unmet: of("NoCoverage").map(survivorOf),
    sentences: ignored.length - atLoad,
    atLoad,
    failed: of("RuntimeError").length + of("CompileError").length
  }
}

/** The share of the judged mutants that a test noticed, in per cent. */
export const scoreOf = ({ killed, survived, timedOut, unmet }: Outcome): number => {
  const noticed = killed + timedOut
  const judged = noticed + survived.length + unmet.length
  return judged === 0 ? 100 : (100 * noticed) / judged
}

/** Tells one state of files from another. */
export const digestOf = (files: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of [...files].sort()) hash.update(`${file}\0${text(file)}\0`)
  return hash.digest("hex").slice(0, 16)
}

const fromRoot = (file: string): string => relative(root, resolve(root, file)).replaceAll("\\", "/")

const survivorOf = ({ fileName, location, mutatorName, replacement }: MutantResult): Survivor => ({
  file: fromRoot(fileName),
  line: location.start.line,
  mutant: `${mutatorName}: ${(replacement ?? "").replaceAll(/\s+/gu, " ").slice(0, 120)}`
})

/** The outcomes of the targets that were judged as a whole, by name. */
export type Outcomes = Readonly<Record<string, Outcome>>

/** The table that stands in the docs. `changed`: the targets whose sources are not those that were judged. */
export const page = (outcomes: Outcomes, changed: ReadonlyArray<string>): string =>
  `${[
    "# Mutants",
    "",
    `Measured by \`npm run mutate\`, not printed from the code: [how to run and read it](../maintain/mutation.md). At least ${threshold} %`,
    "of the mutants of a target have to be noticed by a test.",
    "",
    "| target | noticed | killed | endless | survived | met by no test | left out: sentences | left out: at load | of sources | which are |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...Object.entries(outcomes).map(([name, outcome]) => row(name, outcome, changed.includes(name))),
    "",
    "## What lives",
    "",
    "What no test notices, by file; [mutants.md](../maintain/mutants.md) explains each.",
    "",
    "| file | mutants |",
    "| --- | --- |",
    ...Object.values(outcomes).flatMap(living)
  ].join("\n")}\n`

/** How many live in each file of a target. */
const living = ({ survived, unmet }: Outcome): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { file } of [...survived, ...unmet]) counts.set(file, (counts.get(file) ?? 0) + 1)
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, count]) => `| \`${file}\` | ${count} |`)
}

const row = (name: string, outcome: Outcome, isChanged: boolean): string => {
  const { atLoad, digest, killed, sentences, survived, timedOut, unmet } = outcome
  const cells = [name, `${scoreOf(outcome).toFixed(1)} %`, killed, timedOut, survived.length, unmet.length]
  const state = isChanged ? "**older than those here**" : "those here"
  return `| ${[...cells, sentences, atLoad, `\`${digest}\``, state].join(" | ")} |`
}

/** The targets whose sources are not, or are no longer, those that were judged. */
export const changed = (outcomes: Outcomes): ReadonlyArray<string> =>
  Object.entries(outcomes).flatMap(([name, { digest }]) =>
    digestOf(sourcesOf(targetNamed(name))) === digest ? [] : [name]
  )
