import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@countersign/checks"
import { serveShared } from "@countersign/harness/run"
import type { MutantResult } from "@stryker-mutator/api/core"
import { Stryker } from "@stryker-mutator/core"
import { sourcesOf, testsOf } from "./files.ts"
import { changed, type Outcomes, outcomeOf, page, scoreOf } from "./report/page.ts"
import { chosen, optionsOf, settingsOf, threshold } from "./settings.ts"
import { targetNamed, targets } from "./targets.ts"
import { harnessVariable, testsVariable, unfitVariable } from "./warm/settle.ts"

/** The outcome of a run. */
interface Run {
  readonly name: string
  readonly files: ReadonlyArray<string>
  readonly results: ReadonlyArray<MutantResult>
  /** Whether all files of the target were mutated. Only such a run is recorded. */
  readonly isWhole: boolean
}

/** Writes the outcome of a complete run to docs/generated, and returns the score with a list of surviving mutants. */
const write = ({ files, isWhole, name, results }: Run): { readonly score: number; readonly text: string } => {
  const outcome = outcomeOf(files, results)
  const score = scoreOf(outcome)
  if (isWhole) {
    writeFileSync(json, `${JSON.stringify({ ...read(), [name]: outcome }, undefined, 2)}\n`)
    rewrite()
  }
  const lines = [...outcome.survived, ...outcome.unmet].map(({ file, line, mutant }) => `${file}:${line} ${mutant}`)
  return { score, text: `${[...lines, `${name}: ${score.toFixed(1)} % detected`].join("\n")}\n` }
}

/** Rewrites the page from the recorded outcomes. Returns the targets whose sources have changed since their run. */
const rewrite = (): ReadonlyArray<string> => {
  const outcomes = read()
  const names = changed(outcomes)
  writeFileSync(new URL("mutation.md", folder), page(outcomes, names))
  return names
}

const folder = new URL("../../../docs/generated/", import.meta.url)
const json = new URL("mutation.json", folder)

const read = (): Outcomes => (existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {})

const { name, ...choice } = settingsOf(process.argv.slice(2))
const all = name === undefined ? [] : sourcesOf(targetNamed(name))
const files = chosen(all, choice)
if (name === undefined) {
  const stale = rewrite()
  const lines = targets.map((each) =>
    stale.includes(each.name) ? `${each.name} (changed since its last run)` : each.name
  )
  process.stdout.write(`npm run mutate -- TARGET [FILE ...] [--since REF]; targets: ${lines.join(", ")}\n`)
} else if (files.length === 0) {
  process.stdout.write(`no file of ${name} is named or has changed\n`)
} else {
  const unfit = join(root, `.build/mutation/${name}.unfit.txt`)
  rmSync(unfit, { force: true })
  const { origin, stop } = await serveShared()
  const tests = testsOf(targetNamed(name)).join(" ")
  Object.assign(process.env, { [harnessVariable]: origin, [testsVariable]: tests, [unfitVariable]: unfit })
  const results = await new Stryker(optionsOf(name, files)).runMutationTest().finally(stop)
  const isWhole = files.length === all.length
  const { score, text } = write({ name, files, results, isWhole })
  process.stdout.write(`${existsSync(unfit) ? readFileSync(unfit, "utf8") : ""}${text}`)
  process.exitCode = score < threshold ? 1 : 0
}
