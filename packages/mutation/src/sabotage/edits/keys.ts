import type { Sabotage } from "../Sabotage.ts"

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
    file: "packages/core/src/workflows/receiptPlan.ts",
    find: "const { receipts: signer } = yield* ServiceKey",
    replace: "const { bundles: signer } = yield* ServiceKey",
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
    file: "packages/core/src/credentials/kinds/email-otp/verify.ts",
    find: "(yield* ServiceKey).verificationTokens",
    replace: "(yield* ServiceKey).bundles",
    tests: ["packages/countersign/test/keyPurposes.test.ts"]
  },
  {
    row: "FA10",
    removes: "the expiry of a proof by the clock of the store",
    file: "packages/core/src/workflows/proveSession.ts",
    find: ", before(until + ahead)]",
    replace: "]",
    tests: ["packages/countersign/test/sessionGuard.test.ts", "packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FA13",
    removes: "the consumption of an identity token by the first leg",
    file: "packages/core/src/workflows/addCredential.ts",
    find: "plan: consumed\n",
    replace: "plan: { changes: [], guards: [] }\n",
    tests: ["packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FA13",
    removes: "the age of the token by the clock of the store",
    file: "packages/core/src/workflows/addCredential.ts",
    find: "guards: [before(consumes.until)]",
    replace: "guards: []",
    tests: ["packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "FL3",
    removes: "the bound of the circuit breaker",
    file: "packages/core/src/events/breaker.ts",
    find: "if (endpoints.size <= MOST) return",
    replace: "if (endpoints.size <= MOST || MOST > 0) return",
    tests: ["packages/core/test/deliveries.test.ts"]
  },
  {
    row: "FL5",
    removes: "the platform addresses of IPv4",
    file: "adapters/webhooks/src/isPublic.ts",
    find: '["198.18.0.0/15", ...PLATFORM_V4]',
    replace: '["198.18.0.0/15"]',
    tests: ["adapters/webhooks/test/ssrf.test.ts"]
  }
]
