import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@countersign/checks"
import { serveShared } from "@countersign/harness/run"
import { Stryker } from "@stryker-mutator/core"
import { changed, outcomeOf, page, scoreOf } from "./report/page.ts"
import { currentOf, record, recorded, targetVariable } from "./report/parts.ts"
import { optionsOf, settingsOf, threshold } from "./settings.ts"
import { sourcesOf, targetNamed, targets, testsOf } from "./targets.ts"
import { harnessVariable, testsVariable, unfitVariable } from "./warm/settle.ts"

/** Rewrites the page from the recorded outcomes. Returns the targets whose sources have changed since their run. */
const rewrite = (): ReadonlyArray<string> => {
  const outcomes = recorded()
  const names = changed(outcomes)
  writeFileSync(new URL("../../../docs/generated/mutation.md", import.meta.url), page(outcomes, names))
  return names
}

const { name, only } = settingsOf(process.argv.slice(2))
const all = name === undefined ? [] : sourcesOf(targetNamed(name))
const parts = recorded()[name ?? ""]?.parts ?? {}
const files = all.filter((file) => (only.length === 0 ? currentOf(parts, file).length === 0 : only.includes(file)))
if (name === undefined) {
  const stale = rewrite()
  const lines = targets.map((each) =>
    stale.includes(each.name) ? `${each.name} (changed since its last run)` : each.name
  )
  process.stdout.write(`npm run mutate -- TARGET [FILE ...]; targets: ${lines.join(", ")}\n`)
} else if (files.length === 0) {
  process.stdout.write(`no file of ${name} is named or has changed\n`)
} else {
  const unfit = join(root, `.build/mutation/${name}.unfit.txt`)
  rmSync(unfit, { force: true })
  const { origin, stop } = await serveShared()
  const tests = testsOf(targetNamed(name)).join(" ")
  Object.assign(process.env, { [harnessVariable]: origin, [testsVariable]: tests, [unfitVariable]: unfit })
  process.env[targetVariable] = name
  const results = await new Stryker(optionsOf(files)).runMutationTest().finally(stop)
  // A file without a mutant is reported nowhere else.
  record(name, files, results)
  rewrite()
  const outcome = outcomeOf(files, results)
  const score = scoreOf(outcome)
  const surviving = [...outcome.survived, ...outcome.unmet]
  const lines = surviving.map(({ file, line, mutant }) => `${file}:${line} ${mutant}\n`).join("")
  const excluded = existsSync(unfit) ? readFileSync(unfit, "utf8") : ""
  process.stdout.write(`${excluded}${lines}${name}: ${score.toFixed(1)} % detected\n`)
  process.exitCode = score < threshold ? 1 : 0
}
