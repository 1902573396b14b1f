import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "@countersign/tools"
import { Stryker } from "@stryker-mutator/core"
import { sourcesOf, testsOf } from "./files.ts"
import { optionsOf, threshold } from "./options.ts"
import { write } from "./report/write.ts"
import { changedSince, settingsOf } from "./settings.ts"
import { targetNamed, targets } from "./targets.ts"
import { testsVariable, unfitVariable } from "./warm/variables.ts"

const { name, only, since } = settingsOf(process.argv.slice(2))
if (name === undefined) {
  process.stdout.write(
    `npm run mutate -- TARGET [FILE ...] [--since REF]; targets: ${targets.map((each) => each.name).join(", ")}\n`
  )
} else {
  const target = targetNamed(name)
  const all = sourcesOf(target)
  const named = since === undefined ? only : changedSince(since)
  const files = named === undefined ? all : all.filter((file) => named.includes(file))
  if (files.length === 0) throw new Error(`nothing of ${name} is named or changed`)
  const unfit = join(root, `.build/mutation/${name}.unfit.txt`)
  rmSync(unfit, { force: true })
  Object.assign(process.env, { [testsVariable]: testsOf(target).join(" "), [unfitVariable]: unfit })
  const results = await new Stryker(optionsOf(name, files)).runMutationTest()
  const isWhole = files.length === all.length
  const { score, text } = write({ name, files, results, isWhole })
  process.stdout.write(`${existsSync(unfit) ? readFileSync(unfit, "utf8") : ""}${text}`)
  process.exitCode = score < threshold ? 1 : 0
}
