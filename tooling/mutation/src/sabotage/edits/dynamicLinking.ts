import type { Sabotage } from "../problems.ts"

const SERVICE = "packages/countersign/test/dynamicLinking.test.ts"
const CLIENT = "packages/client/test/executeQuote.test.ts"

/** Dynamic linking of payments. */
export const dynamicLinkingEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FA1",
    removes: "the comparison of source and destination with the signed ones",
    file: "packages/core/src/operations/payments/executeQuote.ts",
    find: "Effect.fromResult(requireSameEnds(agreed.ends, now))",
    replace: "Effect.void",
    tests: [SERVICE]
  },
  {
    row: "FA1",
    removes: "the version guard on the customer who owns the destination account",
    file: "packages/core/src/operations/payments/executeQuote.ts",
    find: "const guards = [...ends.guards, ",
    replace: "const guards = [",
    tests: [SERVICE]
  },
  {
    row: "FA1",
    removes: "the version guard on the external account that is paid",
    file: "packages/core/src/operations/payments/paymentPlan.ts",
    find: "      ...(isUnderWay ? [] : externals.map(unchanged))\n",
    replace: "",
    tests: [SERVICE]
  },
  {
    row: "FA1",
    removes: "the digest of an external account",
    file: "packages/core/src/operations/payments/ends.ts",
    find: "digest: digestOf({ ...record, ...particulars })",
    replace: 'digest: ""',
    tests: [SERVICE]
  },
  {
    row: "FA1",
    removes: "the payee and the identifiers of the account from the signed text",
    file: "packages/core/src/operations/payments/quotePayload.ts",
    find: "      destination: ends.destination\n",
    replace: "      destination: { digest: ends.destination.digest }\n",
    tests: [SERVICE]
  },
  {
    row: "FA1",
    removes: "the client's comparison of a payload with its quote",
    file: "packages/client/src/operations/executeQuote.ts",
    find: "if (differing.length === 0) return",
    replace: "if (differing.length >= 0) return",
    tests: [CLIENT]
  },
  {
    row: "FA1",
    removes: "the caller's refusal of the terms",
    file: "packages/client/src/operations/executeQuote.ts",
    find: "if (!(await confirm(terms))) throw",
    replace: "if (false) throw",
    tests: [CLIENT]
  },
  {
    row: "X11",
    removes: "the digest of the quote that was signed",
    file: "packages/core/src/operations/payments/walletSigners.ts",
    find: "  if (quoteDigest(quote) !== signedDigest) return yield* new StampInvalid()\n",
    replace: "",
    tests: ["packages/countersign/test/payments.test.ts"]
  }
]
