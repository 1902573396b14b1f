/** A part of the sources to mutate, and the tests that must detect the mutants. */
export interface Target {
  readonly name: string
  readonly sources: ReadonlyArray<string>
  /** Folders of test files, or files. */
  readonly tests: ReadonlyArray<string>
  /** Files in those folders that are excluded from the run. */
  readonly without: ReadonlyArray<string>
}

const rules = ["machine", "kernel", "rules"]

/** The mutation targets. A new target needs one row here. */
export const targets: ReadonlyArray<Target> = [
  { name: "wire", sources: ["packages/wire/src"], tests: ["packages/wire/test"], without: [] },
  {
    name: "rules",
    sources: rules.map((folder) => `packages/core/src/${folder}`),
    // Rules that need ports are tested through the service.
    tests: [
      "packages/core/test",
      ...[
        ...["acceptedFields", "authority/lockOut", "boundedRefusals", "codeConfig", "credentials", "dynamicLinking"],
        ...["badInput", "nameVerification", "patch", "rules", "sealed", "statuses", "values"].map(
          (name) => `external-accounts/${name}`
        ),
        ...["limiterMemory", "limits", "login", "money/platformConfig", "people/customerFields", "people/deletion"],
        ...["people/internalAccounts", "people/sealed", "refusals", "rotation", "threats"],
        ...["webhooks/config", "webhooks/schedule"]
      ].map((name) => `packages/countersign/test/${name}.test.ts`)
    ],
    without: []
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
    without: ["suite", "faults", "plans", "youngTables", "accountPages"].map(
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
