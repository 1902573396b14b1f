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
  }
]
