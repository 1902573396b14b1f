import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "@countersign/checks"
import { Stryker } from "@stryker-mutator/core"
import { sourcesOf, testsOf } from "./files.ts"
import { optionsOf, threshold } from "./options.ts"
import { rewrite, write } from "./report/write.ts"
import { chosen, settingsOf } from "./settings.ts"
import { targetNamed, targets } from "./targets.ts"
import { testsVariable, unfitVariable } from "./warm/variables.ts"

const { name, ...choice } = settingsOf(process.argv.slice(2))
const all = name === undefined ? [] : sourcesOf(targetNamed(name))
const files = chosen(all, choice)
if (name === undefined) {
  const stale = rewrite()
  const told = targets.map((each) =>
    stale.includes(each.name) ? `${each.name} (changed since it was judged)` : each.name
  )
  process.stdout.write(`npm run mutate -- TARGET [FILE ...] [--since REF]; targets: ${told.join(", ")}\n`)
} else if (files.length === 0) {
  process.stdout.write(`nothing of ${name} is named or changed\n`)
} else {
  const unfit = join(root, `.build/mutation/${name}.unfit.txt`)
  rmSync(unfit, { force: true })
  Object.assign(process.env, { [testsVariable]: testsOf(targetNamed(name)).join(" "), [unfitVariable]: unfit })
  const results = await new Stryker(optionsOf(name, files)).runMutationTest()
  const isWhole = files.length === all.length
  const { score, text } = write({ name, files, results, isWhole })
  process.stdout.write(`${existsSync(unfit) ? readFileSync(unfit, "utf8") : ""}${text}`)
  process.exitCode = score < threshold ? 1 : 0
}
