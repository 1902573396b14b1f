import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { MutantResult } from "@stryker-mutator/api/core"
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
    const outcomes: Outcomes = { ...read(), [name]: outcome }
    writeFileSync(json, `${JSON.stringify(outcomes, undefined, 2)}\n`)
    writeFileSync(new URL("mutation.md", folder), page(outcomes))
  }
  const lines = [...outcome.survived, ...outcome.unmet].map(({ file, line, mutant }) => `${file}:${line} ${mutant}`)
  return { score, text: `${[...lines, `${name}: ${score.toFixed(1)} % noticed`].join("\n")}\n` }
}

const folder = new URL("../../../../docs/generated/", import.meta.url)
const json = new URL("mutation.json", folder)

const read = (): Outcomes => (existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {})
