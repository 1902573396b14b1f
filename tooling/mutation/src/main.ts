import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { filesBelow, isThere, root } from "@countersign/checks"
import type { MutantResult } from "@stryker-mutator/api/core"
import { Stryker } from "@stryker-mutator/core"
import { digestOf, type Outcomes, outcomeOf, page, scoreOf } from "./report/page.ts"
import { chosen, optionsOf, settingsOf, threshold } from "./settings.ts"
import { testsVariable, unfitVariable } from "./warm/settle.ts"

/** A part of the sources that is broken on purpose, and the tests that have to notice. */
interface Target {
  readonly name: string
  readonly sources: ReadonlyArray<string>
  /** Folders of test files, or files. */
  readonly tests: ReadonlyArray<string>
  /** Files below those folders that judge nothing here. */
  readonly without: ReadonlyArray<string>
}

const rules = [
  "machine",
  "kernel",
  "signed-requests",
  "sessions",
  "credentials",
  "payments",
  "external-accounts",
  "events",
  "limits"
]

/** What may be broken. A new target is a row here. */
export const targets: ReadonlyArray<Target> = [
  { name: "wire", sources: ["packages/wire/src"], tests: ["packages/wire/test"], without: [] },
  {
    name: "rules",
    sources: rules.map((folder) => `packages/core/src/${folder}`),
    // What a rule needs ports for is told through the service.
    tests: [
      "packages/core/test",
      ...[
        "codeConfig",
        "credentials",
        "external-accounts/patch",
        "external-accounts/sealed",
        "limits",
        "login",
        "refusals",
        "rotation",
        "threats"
      ].map((name) => `packages/countersign/test/${name}.test.ts`)
    ],
    without: []
  },
  {
    name: "memory",
    sources: ["adapters/memory/src"],
    tests: ["adapters/memory/test", "tooling/mutation/test/suites/memory.ts"],
    // Whole, it takes half a minute; the file beside it tells the same stories in few rounds.
    without: ["adapters/memory/test/suite.test.ts"]
  },
  {
    name: "postgres",
    sources: ["adapters/postgres/src"],
    tests: ["adapters/postgres/test", "tooling/mutation/test/suites/postgres.ts"],
    // As above; what stops a server stops it for every mutant after; and what a table of thousands costs is the SQL's.
    without: ["suite", "faults", "plans", "youngTables", "accountPages"].map(
      (name) => `adapters/postgres/test/${name}.test.ts`
    )
  }
]

/** The target of a name. Throws on a name that there is none of. */
export const targetNamed = (name: string): Target => {
  const target = targets.find((each) => each.name === name)
  if (target !== undefined) return target
  throw new Error(`there is no target ${name}: ${targets.map((each) => each.name).join(", ")}`)
}

/** The files of a target that may be broken, as paths from the root. */
export const sourcesOf = ({ sources }: Target): ReadonlyArray<string> =>
  sources.flatMap((folder) => filesBelow(folder, ".ts"))

/** The test files that judge a target, as paths from the root. */
export const testsOf = ({ tests, without }: Target): ReadonlyArray<string> =>
  tests
    .flatMap((path) => (path.endsWith(".ts") && isThere(path) ? [path] : filesBelow(path, ".test.ts")))
    .filter((path) => !path.endsWith(".slow.test.ts") && !without.includes(path))

/** The targets whose sources are not, or are no longer, those that were judged. */
export const changed = (outcomes: Outcomes): ReadonlyArray<string> =>
  Object.entries(outcomes).flatMap(([name, { digest }]) =>
    digestOf(sourcesOf(targetNamed(name))) === digest ? [] : [name]
  )

/** What a run came to. */
interface Run {
  readonly name: string
  readonly files: ReadonlyArray<string>
  readonly results: ReadonlyArray<MutantResult>
  /** Whether all files of the target were broken: only that is written down. */
  readonly isWhole: boolean
}

/** Writes what a whole run came to where the other generated pages stand, and says what survived. */
const write = ({ files, isWhole, name, results }: Run): { readonly score: number; readonly text: string } => {
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
const rewrite = (): ReadonlyArray<string> => {
  const outcomes = read()
  const names = changed(outcomes)
  writeFileSync(new URL("mutation.md", folder), page(outcomes, names))
  return names
}

const folder = new URL("../../../../docs/generated/", import.meta.url)
const json = new URL("mutation.json", folder)

const read = (): Outcomes => (existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {})

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
