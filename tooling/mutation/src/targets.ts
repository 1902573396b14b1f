/** A part of the sources that is broken on purpose, and the tests that have to notice. */
export interface Target {
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
