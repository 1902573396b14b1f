import type { Sabotage } from "../problems.ts"

/** Defences of the signing keys, of single use across nodes, and of rows that no test of their name noticed before. */
export const keysEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FA8",
    removes: "the environment in the key of a webhook's P-256 signature",
    file: "adapters/node-crypto/src/purposeKeys.ts",
    find: "`webhooks/$",
    replace: "`webhooks/",
    tests: ["adapters/node-crypto/test/serviceKey.test.ts", "packages/countersign/test/webhooks/deliveries.test.ts"]
  },
  {
    row: "FA12",
    removes: "the key of receipts",
    file: "packages/core/src/operations/receipts/receiptPlan.ts",
    find: "const { receipts: signer } = Context.get(services, ServiceKey)",
    replace: "const { bundles: signer } = Context.get(services, ServiceKey)",
    tests: ["packages/countersign/test/keyPurposes.test.ts", "packages/cli/test/receipts.test.ts"]
  },
  {
    row: "FA12",
    removes: "the purpose in the derivation",
    file: "adapters/node-crypto/src/purposeKeys.ts",
    find: "countersign/service/v1/p256/$",
    replace: "countersign/service/v1/p256/",
    tests: ["adapters/node-crypto/test/serviceKey.test.ts"]
  },
  {
    row: "FA12",
    removes: "the key of verification tokens",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "(yield* ServiceKey).verificationTokens",
    replace: "(yield* ServiceKey).bundles",
    tests: ["packages/countersign/test/keyPurposes.test.ts"]
  },
  {
    row: "FA10",
    removes: "the check of a proof's expiry by the store's clock",
    file: "packages/core/src/operations/sessions/prove.ts",
    find: ", before(until)]",
    replace: "]",
    tests: ["packages/countersign/test/sessionGuard.test.ts", "packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FA13",
    removes: "the consumption of an identity token by the first leg",
    file: "packages/core/src/operations/credentials/add.ts",
    find: "    ...consumed,\n    accountId: intent.accountId,",
    replace: "    ...noChanges,\n    accountId: intent.accountId,",
    tests: ["packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FA13",
    removes: "the check of the token's age by the store's clock",
    file: "packages/core/src/operations/credentials/add.ts",
    find: "guards: [before(consumes.until)]",
    replace: "guards: []",
    tests: ["packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FL3",
    removes: "the limit on the number of circuit breakers",
    file: "packages/core/src/rules/events/circuitBreaker.ts",
    find: "if (endpoints.size <= MOST) return",
    replace: "if (endpoints.size <= MOST || MOST > 0) return",
    tests: ["packages/core/test/deliveries.test.ts"]
  },
  {
    row: "FL5",
    removes: "the list of cloud platform addresses in IPv4",
    file: "adapters/webhooks/src/checkUrl.ts",
    find: '["198.18.0.0/15", ...PLATFORM_V4]',
    replace: '["198.18.0.0/15"]',
    tests: ["adapters/webhooks/test/ssrf.test.ts"]
  },
  {
    row: "FS1",
    removes: "the dummy comparison for a token that does not exist",
    file: "adapters/node-crypto/src/apiTokens.ts",
    find: "              const isRight = timingSafeEqual",
    replace: "              if (token === undefined) return undefined\n              const isRight = timingSafeEqual",
    tests: ["adapters/node-crypto/test/constantTime.test.ts"]
  },
  {
    row: "FS3",
    removes: "the case of the platform id in the key of an environment",
    file: "packages/core/src/model/Environment.ts",
    find: "environment.platformId}`",
    replace: "environment.platformId.toLowerCase()}`",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "FS4",
    removes: "the check for control characters and line separators in names of one line",
    file: "packages/core/src/model/expected.ts",
    find: "/^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$/u",
    replace: "/^[^\\p{Cs}]*$/u",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "FS8",
    removes: "42 of the 74 random bits of an id",
    file: "packages/core/src/ports/Secrets.ts",
    find: "const random = yield* Context.get(services, Secrets).bytes(10)",
    replace: "const random = Uint8Array.of(...(yield* Context.get(services, Secrets).bytes(4)), 0, 0, 0, 0, 0, 0)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "FS9",
    removes: "the overwriting of a session key",
    file: "packages/core/src/operations/sessions/open.ts",
    find: "  pair.privateKey.fill(0)\n",
    replace: "",
    tests: ["packages/core/test/sessions.test.ts"]
  },
  {
    row: "FS13",
    removes: "the requirement of a kid",
    file: "adapters/oidc/src/keySet.ts",
    find: 'if (typeof kid !== "string") return yield* new OidcTokenRefused({ check: "key" })',
    replace: `if (typeof kid !== "string") {
      const [only, ...more] = held?.keys.jwks().keys ?? []
      if (only?.kid === undefined || more.length > 0) return yield* new OidcTokenRefused({ check: "key" })
      kid = only.kid
    }`,
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "FS17",
    removes: "the expiry of a session at the exact millisecond",
    file: "packages/core/src/rules/sessions/Session.ts",
    find: "hasExpired(session.expiresAt, at)",
    replace: "hasExpired(session.expiresAt + 60_000, at)",
    tests: ["packages/core/test/sessions.test.ts"]
  },
  {
    row: "FS19",
    removes: "the complete mask of short numbers",
    file: "packages/account-types/src/canonical.ts",
    find: "characters.length < 8 ?",
    replace: "characters.length < 5 ?",
    tests: ["packages/account-types/test/masked.test.ts"]
  },
  {
    row: "FS20",
    removes: "the token in the scope of an idempotency key",
    file: "packages/http/src/server/idempotency.ts",
    find: "const scope = [tokenId, shape.method",
    replace: "const scope = [tokenId.slice(0, 0), shape.method",
    tests: ["packages/countersign/test/idempotency.test.ts"]
  },
  {
    row: "FS25",
    removes: "the hidden error message of a defect in a handler",
    file: "packages/http/src/errors/answer.ts",
    find: 'return refuse({ _tag: "Defect" }, { incident })',
    replace: 'return refuse({ _tag: "Defect" }, { incident: Cause.pretty(cause) })',
    tests: ["packages/countersign/test/facade.test.ts"]
  },
  {
    row: "FS25",
    removes: "the hidden error message of a defect outside handlers",
    file: "packages/http/src/server/gate.ts",
    find: "details: { incident: onDefect(error, requestId) }",
    replace: "details: { incident: [onDefect(error, requestId), String(error)].join() }",
    tests: ["packages/http/test/edge.test.ts"]
  }
]
