import { createHash } from "node:crypto"
import { relative, resolve } from "node:path"
import { root, text } from "@countersign/checks"
import type { MutantResult } from "@stryker-mutator/api/core"

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string
  readonly line: number
  readonly mutant: string
}

/** What became of the mutants of a target. */
export interface Outcome {
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
