import type { Sabotage } from "../problems.ts"

/** The sandbox. */
export const sandboxModeEdits: ReadonlyArray<Sabotage> = [
  {
    row: "B1",
    removes: "production accepts the magic signature",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        const stamp = yield* Effect.fromResult(readStamp(claim.header))",
    replace:
      '        if (claim.header.startsWith("sandbox-")) return dangerouslyWaiveStamp()\n        const stamp = yield* Effect.fromResult(readStamp(claim.header))',
    tests: ["packages/countersign/test/login.test.ts", "packages/countersign/test/threats.test.ts"]
  },
  {
    row: "B2",
    removes: "a header selects the mode",
    file: "packages/http/src/server/authenticate.ts",
    find: "  return ({ authorization }: { readonly authorization?: string }) => {\n    const credentials = basicCredentials(authorization)\n    return credentials === undefined ? REFUSED : Effect.map(tokens.authenticate(credentials), callerOf)",
    replace:
      '  return (headers: Readonly<Record<string, string>>) => {\n    const credentials = basicCredentials(headers.authorization)\n    const inMode = (principal: Principal | undefined) =>\n      callerOf(\n        principal === undefined || headers["x-mode"] !== "sandbox"\n          ? principal\n          : { ...principal, environment: { ...principal.environment, mode: "sandbox" } }\n      )\n    return credentials === undefined ? REFUSED : Effect.map(tokens.authenticate(credentials), inMode)',
    tests: ["packages/countersign/test/modes.test.ts"]
  },
  {
    row: "B3",
    removes: "sandbox endpoints are served in production",
    file: "packages/http/src/server/run.ts",
    find: '    if (ground !== undefined && !grounds.includes(ground)) return refuse({ _tag: "EndpointNotFound" })',
    replace: "",
    tests: ["packages/countersign/test/payments.test.ts"]
  },
  {
    row: "B4",
    removes: "the code 000000 is always rejected",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "  const digests = yield* vault.digests(code.toUpperCase(), codeContext(issue.issueId))",
    replace:
      '  if (code === "000000") return false\n  const digests = yield* vault.digests(code.toUpperCase(), codeContext(issue.issueId))',
    tests: ["packages/countersign/test/modes.test.ts"]
  },
  {
    row: "B5",
    removes: "a literal is accepted as a token",
    file: "packages/sandbox/src/sandboxIdentityTokens.ts",
    find: "  Result.flatMap(parsed(token), ({ payload }) => claimed(payload, issuers))",
    replace:
      '  token === "sandbox-valid-oidc-token"\n    ? refused("claims")\n    : Result.flatMap(parsed(token), ({ payload }) => claimed(payload, issuers))',
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "B6",
    removes: "the sandbox verifies no stamp",
    file: "packages/sandbox/src/magicValues.ts",
    find: "Effect.succeed(dangerouslyWaiveStamp()) : production.judge(claim)",
    replace: "Effect.succeed(dangerouslyWaiveStamp()) : Effect.succeed(dangerouslyWaiveStamp())",
    tests: ["packages/countersign/test/modes.test.ts"]
  },
  {
    row: "B7",
    removes: "the record of a payment's steps remains after its last step",
    file: "packages/core/src/operations/payments/paymentPlan.ts",
    find: "  if (next === undefined) return order === undefined ? [] : [remove(order)]",
    replace: "  if (next === undefined) return []",
    tests: ["packages/countersign/test/dueOnce.test.ts"]
  },
  {
    row: "B7",
    removes: "a completed step executes again",
    file: "packages/core/src/operations/payments/settleOutcomes.ts",
    find: "if (stored === undefined || order === undefined || order.value.steps.length !== steps.length) {",
    replace: "if (stored === undefined) {",
    tests: ["packages/countersign/test/dueOnce.test.ts"]
  },
  {
    row: "B8",
    removes: "the commit that books a deposit does not write the balance",
    file: "packages/core/src/operations/internal-accounts/fund.ts",
    find: "changes: [change],",
    replace: "changes: [],",
    tests: ["packages/countersign/test/ledger.test.ts"]
  }
]
