import type { Sabotage } from "../problems.ts"

/** Sessions and credentials. */
export const sessionRulesEdits: ReadonlyArray<Sabotage> = [
  {
    row: "S1",
    removes: "an expired session is returned",
    file: "packages/core/src/rules/sessions/Session.ts",
    find: "  const current = session === undefined ? undefined : asOf(session, at)",
    replace: "  const current = session",
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "S2",
    removes: "a refresh does not check the version of its session",
    file: "packages/core/src/operations/sessions/refresh.ts",
    find: "      ...(isEvicted ? [] : [unchanged(original)]),",
    replace: "",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "S2",
    removes: "a decision on cached rows does not guard their versions",
    file: "packages/core/src/operations/commitPlan.ts",
    find: "guards: recentVersions.length === 0 ? plan.guards : withRecentVersions(plan.guards, recentVersions, changes)",
    replace: "guards: plan.guards",
    tests: ["packages/core/test/recentRows.test.ts", "packages/countersign/test/roundTrips.test.ts"]
  },
  {
    row: "S3",
    removes: "sessions of an account have no limit",
    file: "packages/core/src/operations/sessions/open.ts",
    find: "active.length >= policy.sessionsPerAccount",
    replace: "active.length > 1_000_000",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S4",
    removes: "a session family never expires",
    file: "packages/core/src/rules/sessions/Session.ts",
    find: "    expiresAt: Math.min(at + lifetimes.sessionLifetime, since + lifetimes.sessionFamilyLifetime)",
    replace: "    expiresAt: at + lifetimes.sessionLifetime",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S5",
    removes: "a credential's own session signs its removal",
    file: "packages/core/src/operations/credentials/revoke.ts",
    find: '"SessionOfAccount", except: value.credentialId }',
    replace: '"SessionOfAccount" }',
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S6",
    removes: "a removal does not raise the version of its account",
    file: "packages/core/src/operations/credentials/revoke.ts",
    find: "        ...touchAccount(found.account, at)\n",
    replace: "",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "S7",
    removes: "removing a credential does not end its sessions",
    file: "packages/core/src/operations/credentials/revoke.ts",
    find: "        ...sessions.flatMap((session) => ended(session, at)),\n",
    replace: "",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S8",
    removes: "the key of a record does not contain the platform",
    file: "packages/core/src/model/Environment.ts",
    find: "  `${environment.mode}/${environment.platformId}`",
    replace: "  `${environment.mode}/all`",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "S9",
    removes: "the node's clock decides whether an expired session may sign",
    file: "packages/core/src/rules/sessions/Session.ts",
    find: '  session._tag === "Active" && hasExpired(session.expiresAt, at)',
    replace: '  session._tag === "Active" && hasExpired(session.expiresAt, 0)',
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "S10",
    removes: "an e-mail address is changed without a signature",
    file: "packages/core/src/operations/customers/update.ts",
    find: "    const isSigned = moves && found.each.length > 0\n    const bare = moves && !isSigned ?",
    replace: "    const isSigned = false\n    const bare = moves && found.each.length === 0 ?",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S12",
    removes: "the type of the credential is not compared with the call's",
    file: "packages/core/src/operations/credentials/verify.ts",
    find: "    if (type !== submission.type) return yield* Result.fail(new CredentialTypeDiffers({ expected: type }))\n",
    replace: "",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "S13",
    removes: "a further credential is added without a signature",
    file: "packages/core/src/operations/credentials/add.ts",
    find: "siblings.length === 0 ? walletConfigOf(config)",
    replace: "siblings.length >= 0 ? walletConfigOf(config)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "S7",
    removes: "a login does not check the version of its credential",
    file: "packages/core/src/operations/credentials/verify.ts",
    find: "...combined(plan, kindPlan, { changes: [], guards: [unchanged(credential)] })",
    replace: "...combined(plan, kindPlan)",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "S11",
    removes: "a store has a method that bypasses the rules",
    file: "adapters/memory/src/memoryStore.ts",
    find: "    load: load(world),",
    replace: "    load: load(world),\n    clear: () => Effect.sync(() => world.clear()),",
    tests: ["adapters/memory/test/suite.test.ts"]
  }
]
