import { posix } from "node:path"
import { filesBelow, isThere } from "@countersign/checks"

/** The rules of each thing are in a folder of their own. */
const rules = new Set(
  filesBelow("packages/core/src/things", ".ts")
    .map((file) => posix.dirname(file))
    .filter((folder) => folder.endsWith("/rules"))
)

type Target = (typeof targets)[number]

/**
 * The parts of the sources to mutate, and the tests that must detect the mutants: folders of test files without some of
 * them, or files. A new target needs one row here.
 */
export const targets = [
  { name: "wire", sources: ["packages/wire/src"], tests: ["packages/wire/test"], without: [] },
  {
    name: "rules",
    sources: ["packages/core/src/machine", ...rules],
    // Rules that need ports are tested through the service.
    tests: [
      "packages/core/test",
      ...["acceptedFields", "badInput", "boundedRefusals", "refusals"].map(
        (name) => `packages/http/test/service/${name}.test.ts`
      ),
      ...["authority/lockOut", "threats"].map((name) => `packages/countersign/test/${name}.test.ts`)
    ],
    // What a database does decides no rule.
    without: [
      ...["credentials/consumedOnce", "customers/canary", "due-work/depths", "external-accounts/canary"],
      ...["external-accounts/duplicates", "payments/sequences", "receipts/receipts", "webhooks/tenants"]
    ].map((name) => `packages/core/test/things/${name}.test.ts`)
  },
  {
    name: "memory",
    sources: ["adapters/memory/src"],
    tests: ["adapters/memory/test", "tooling/mutation/test/suites/memory.ts"],
    // The full suite takes 30 seconds. The file next to it runs the same tests with fewer rounds.
    without: ["adapters/memory/test/suite.test.ts"]
  },
  {
    name: "postgres",
    sources: ["adapters/postgres/src"],
    tests: ["adapters/postgres/test", "tooling/mutation/test/suites/postgres.ts"],
    // As above. Tests that stop the server would stop it for later mutants. Query cost depends on the SQL only.
    without: ["suite", "failover", "faults", "plans", "youngTables", "accountPages", "explained"].map(
      (name) => `adapters/postgres/test/${name}.test.ts`
    )
  }
]

/** Returns the target with a name. Throws on an unknown name. */
export const targetNamed = (name: string): Target => {
  const target = targets.find((each) => each.name === name)
  if (target !== undefined) return target
  throw new Error(`there is no target ${name}: ${targets.map((each) => each.name).join(", ")}`)
}

/** Returns the source files of a target that Stryker mutates, as paths relative to the root. */
export const sourcesOf = ({ sources }: Target): ReadonlyArray<string> =>
  sources.flatMap((folder) => filesBelow(folder, ".ts"))

/** Returns the test files of a target, as paths relative to the root. */
export const testsOf = ({ tests, without }: Target): ReadonlyArray<string> =>
  tests
    .flatMap((path) => (path.endsWith(".ts") && isThere(path) ? [path] : filesBelow(path, ".test.ts")))
    .filter((path) => !/\.(?:gate|slow)\.test\.ts$/u.test(path) && !without.includes(path))
