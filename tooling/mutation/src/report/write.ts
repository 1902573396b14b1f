import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { MutantResult } from "@stryker-mutator/api/core"
import { changed } from "./changed.ts"
import { outcomeOf, scoreOf } from "./Outcome.ts"
import { type Outcomes, page } from "./page.ts"

/** What a run came to. */
export interface Run {
  readonly name: string
  readonly files: ReadonlyArray<string>
  readonly results: ReadonlyArray<MutantResult>
  /** Whether all files of the target were broken: only that is written down. */
  readonly isWhole: boolean
}

/** Writes what a whole run came to where the other generated pages stand, and says what survived. */
export const write = ({ files, isWhole, name, results }: Run): { readonly score: number; readonly text: string } => {
  const outcome = outcomeOf(files, results)
  const score = scoreOf(outcome)
  if (isWhole) {
    writeFileSync(json, `${JSON.stringify({ ...read(), [name]: outcome }, undefined, 2)}\n`)
    rewrite()
  }
  const lines = [...outcome.survived, ...outcome.unmet].map(({ file, line, mutant }) => `${file}:${line} ${mutant}`)
  return { score, text: `${[...lines, `${name}: ${score.toFixed(1)} % noticed`].join("\n")}\n` }
}

/** Writes the page anew, of what is known: which targets have changed since. Answers with those. */
export const rewrite = (): ReadonlyArray<string> => {
  const outcomes = read()
  const names = changed(outcomes)
  writeFileSync(new URL("mutation.md", folder), page(outcomes, names))
  return names
}

const folder = new URL("../../../../docs/generated/", import.meta.url)
const json = new URL("mutation.json", folder)

const read = (): Outcomes => (existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {})
