import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@countersign/checks"
import { serveShared } from "@countersign/harness/run"
import { Stryker } from "@stryker-mutator/core"
import { changed, type Outcomes, outcomeOf, page, scoreOf } from "./report/page.ts"
import { chosen, optionsOf, settingsOf, threshold } from "./settings.ts"
import { sourcesOf, targetNamed, targets, testsOf } from "./targets.ts"
import { harnessVariable, testsVariable, unfitVariable } from "./warm/settle.ts"

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
  const outcome = outcomeOf(files, results)
  const score = scoreOf(outcome)
  // Only a complete run is recorded.
  if (files.length === all.length) {
    writeFileSync(json, `${JSON.stringify({ ...read(), [name]: outcome }, undefined, 2)}\n`)
    rewrite()
  }
  const surviving = [...outcome.survived, ...outcome.unmet]
  const lines = surviving.map(({ file, line, mutant }) => `${file}:${line} ${mutant}\n`).join("")
  const excluded = existsSync(unfit) ? readFileSync(unfit, "utf8") : ""
  process.stdout.write(`${excluded}${lines}${name}: ${score.toFixed(1)} % detected\n`)
  process.exitCode = score < threshold ? 1 : 0
}
