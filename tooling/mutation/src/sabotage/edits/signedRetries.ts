import type { Sabotage } from "../problems.ts"

/** Signed retries. */
export const signedRetriesEdits: ReadonlyArray<Sabotage> = [
  {
    row: "R1",
    removes: "a consumed request is accepted again",
    file: "packages/core/src/rules/signed-requests/SignedRequest.ts",
    find: "      return Result.fail(new RequestUsed())",
    replace: "      return Result.succeed(begun(current))",
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "R2",
    removes: "the retry does not mark its request as consumed",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "changes: [replace(request, consumed, at)],",
    replace: "changes: [],",
    tests: ["packages/countersign/test/faults/racesOnMemory.test.ts"]
  },
  {
    row: "R3",
    removes: "the digest of the body is not compared",
    file: "packages/core/src/rules/signed-requests/SignedRequest.ts",
    find: "      return current.call.bodyDigest === call.bodyDigest\n        ? Result.succeed(current)\n        : Result.fail(new RequestBodyDiffers())",
    replace: "      return Result.succeed(current)",
    tests: ["packages/core/test/rules.test.ts", "packages/countersign/test/matrix.test.ts"]
  },
  {
    row: "R4",
    removes: "the operation is not compared",
    file: "packages/core/src/rules/signed-requests/SignedRequest.ts",
    find: "  issued.operation === call.operation && issued.method === call.method && issued.path === call.path",
    replace: "  issued.method === call.method && issued.path === call.path",
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "R4",
    removes: "the path is not compared",
    file: "packages/core/src/rules/signed-requests/SignedRequest.ts",
    find: "  issued.operation === call.operation && issued.method === call.method && issued.path === call.path",
    replace: "  issued.operation === call.operation && issued.method === call.method",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "R5",
    removes: "a stamp by any key is accepted",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        if (!claim.allowed.includes(stamp.publicKey)) return yield* new StampKeyRefused()",
    replace: "",
    tests: ["packages/countersign/test/login.test.ts", "packages/countersign/test/matrix.test.ts"]
  },
  {
    row: "R6",
    removes: "a call with only one of the two headers counts as a first call",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "if (requestId === undefined && stamp === undefined) {",
    replace: "if (requestId === undefined || stamp === undefined) {",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "R7",
    removes: "a request expires one millisecond late",
    file: "packages/core/src/model/Environment.ts",
    find: "export const hasExpired = (expiresAt: Millis, at: Millis): boolean => at >= expiresAt",
    replace: "export const hasExpired = (expiresAt: Millis, at: Millis): boolean => at > expiresAt",
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "R8",
    removes: "the retry does not mark its request as consumed",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "changes: [replace(request, consumed, at)],",
    replace: "changes: [],",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "R10",
    removes: "the signature is not verified over the stored payload",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        return holds ? new StampEvidence(stamp) : yield* new StampInvalid()",
    replace: "        return new StampEvidence(stamp)",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "R10",
    removes: "text outside ASCII is escaped in the payload",
    file: "packages/wire/src/json.ts",
    find: '  if (typeof value === "string") return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)',
    replace: '  if (typeof value === "string") return JSON.stringify(value).replace(/[^ -~]/gu, "?")',
    tests: ["packages/wire/test/activity.test.ts"]
  },
  {
    row: "R11",
    removes: "the payload does not name the mode",
    file: "packages/core/src/operations/signed-requests/pendingRequest.ts",
    find: "        mode: environment.mode,",
    replace: "",
    tests: ["packages/countersign/test/login.test.ts"]
  },
  {
    row: "R11",
    removes: "the payload does not name the path of the call",
    file: "packages/core/src/operations/signed-requests/pendingRequest.ts",
    find: "        path: call.path,",
    replace: "",
    tests: ["packages/countersign/test/matrix.test.ts"]
  },
  {
    row: "R12",
    removes: "first calls of an account have no limit",
    file: "packages/core/src/operations/signed-requests/pendingRequest.ts",
    find: "if (caller === undefined) return [{ ...terms, key }]",
    replace: "if (caller !== null) return []",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "R13",
    removes: "the change is not part of the commit that the reply reports",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "commitPlan({ ...combined(signed, done), receipts: [receipt] }",
    replace: "commitPlan({ ...signed, receipts: [receipt] }",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "R15",
    removes: "ids have no random bits",
    file: "adapters/node-crypto/src/nodeSignatures.ts",
    find: "pooled(count) : randomBytes(count)",
    replace: "new Uint8Array(count) : randomBytes(count)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "R16",
    removes: "the client treats a second challenge as success",
    file: "packages/client/src/operations/signedRetry.ts",
    find: "    if (last.status === 202)",
    replace: "    if (last.status === 299)",
    tests: ["packages/client/test/signedRetry.test.ts"]
  },
  {
    row: "R17",
    removes: "the client signs a payload for another body",
    file: "packages/client/src/operations/requireSameAction.ts",
    find: '  if (context.bodyDigest !== digestOf(text)) refuse("body")',
    replace: "",
    tests: ["packages/client/test/asked.test.ts"]
  },
  {
    row: "R7",
    removes: "the store does not check the expiry of a request",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "guards: [before(pending.expiresAt), ",
    replace: "guards: [",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "R7",
    removes: "PostgreSQL does not check a deadline again after waiting for locks",
    file: "adapters/postgres/migrations/0001_initial.sql",
    find: "    raise serialization_failure using message = 'countersign: a deadline passed meanwhile';",
    replace: "    null;",
    tests: ["adapters/postgres/test/faults.test.ts"]
  },
  {
    row: "R9",
    removes: "the node's clock decides whether an expired session may sign",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: '    SessionOfAccount: ({ except }) =>\n      Session.asOf(session, at)._tag === "Active" &&',
    replace: '    SessionOfAccount: ({ except }) =>\n      session._tag === "Active" &&',
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "R9",
    removes: "a session that is revoked between the load and the commit signs",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: ", ...signers.flatMap((each) => stillActive(each, rewritten))]",
    replace: "]",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "R14",
    removes: "an unknown outcome is reported as an error of the caller",
    file: "packages/core/src/store/Store.ts",
    find: '  static readonly entry = entry("unavailable",',
    replace: '  static readonly entry = entry("unauthorized",',
    tests: ["packages/countersign/test/facade.test.ts"]
  }
]
