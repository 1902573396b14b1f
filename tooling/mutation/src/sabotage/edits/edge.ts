import type { Sabotage } from "../problems.ts"

const AUTHENTICATION = "packages/http/src/server/authenticate.ts"
const TARGET = "packages/http/src/message/target.ts"
const NODE = "packages/http/src/node/request.ts"
const FIRST = "packages/countersign/test/edge/authenticatesFirst.test.ts"
const RULES = "examples/hosts/test/rules.test.ts"

/** The HTTP edge: authentication before the body, one reading of the target, guards, tokens and defects. */
export const edgeEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FA5",
    removes: "the order of the checks: the body is read before the token is verified",
    file: "packages/http/src/server/route.ts",
    find: "    const read = readerOf(endpoint, call, bodyLimit)\n",
    replace:
      "    const early = readerOf(endpoint, call, bodyLimit)?.()\n    const read = early === undefined ? undefined : () => early\n",
    tests: [FIRST]
  },
  {
    row: "FA5",
    removes: "the body limit of the option: every host reads up to one megabyte",
    file: "packages/http/src/webHandler.ts",
    find: "    bodyLimit,\n    acceptRequestId,",
    replace: "    bodyLimit: Math.max(bodyLimit, 1_048_576),\n    acceptRequestId,",
    tests: [FIRST]
  },
  {
    row: "FA6",
    removes: "the check that the raw target of a Node request is in normal form",
    file: NODE,
    find: '  if (!isRouted || splitTarget(path) === undefined) return "TargetNotNormal"\n',
    replace: "",
    tests: [RULES]
  },
  {
    row: "FA6",
    removes: "the refusal of a body of GET at a guard",
    file: "packages/http/src/node/bridge.ts",
    find: "&& hasBody(incoming)) {",
    replace: "&& hasBody(incoming) && incoming.httpVersionMajor < 1) {",
    tests: [RULES]
  },
  {
    row: "FA6",
    removes: "the rule that an HTTP/2 request may have a body without a declared length",
    file: NODE,
    find: '  if (httpVersionMajor < 2) return headers["transfer-encoding"] !== undefined\n',
    replace: '  if (httpVersionMajor < 9) return headers["transfer-encoding"] !== undefined\n',
    tests: [RULES]
  },
  {
    row: "FA7",
    removes: "the refusal of dot segments",
    file: TARGET,
    find: "isPath(path) && !STEP.test(path) &&",
    replace: "isPath(path) &&",
    tests: ["packages/http/test/splitTarget.test.ts"]
  },
  {
    row: "FA7",
    removes: "the refusal of unnecessary escapes",
    file: TARGET,
    find: " && CHARACTERS.test(path) && !NEEDLESS.test(path)",
    replace: " && CHARACTERS.test(path)",
    tests: ["packages/http/test/splitTarget.test.ts"]
  },
  {
    row: "FA9",
    removes: "the digest that represents a body",
    file: "packages/core/src/operations/signed-requests/signedCall.ts",
    find: "payload ?? { bodySha256: digestOf(body) }",
    replace: "payload ?? body",
    tests: ["packages/countersign/test/signatureGuard.test.ts"]
  },
  {
    row: "FA9",
    removes: "the limit on the size of a payload",
    file: "packages/core/src/operations/signed-requests/signedCall.ts",
    find: "export const PAYLOAD_LIMIT = 4096",
    replace: "export const PAYLOAD_LIMIT = 4_096_000",
    tests: ["packages/countersign/test/signatureGuard.test.ts"]
  },
  {
    row: "FA9",
    removes: "the rate limit of the caller",
    file: "packages/core/src/operations/signed-requests/pendingRequest.ts",
    find: "if (caller === undefined) return [{ ...terms, key }]",
    replace: "if (caller !== null) return [{ ...terms, key }]",
    tests: ["packages/countersign/test/signatureGuard.test.ts"]
  },
  {
    row: "FL4",
    removes: "the tag in the secret of a token",
    file: "adapters/node-crypto/src/apiTokens.ts",
    find: "isProven ? undefined : hash(",
    replace: "isProven || true ? undefined : hash(",
    tests: ["packages/countersign/test/people/tokens.test.ts"]
  },
  {
    row: "H2",
    removes: "the refusal of control characters in Basic (FS2)",
    file: AUTHENTICATION,
    find: "colon < 1 || CONTROL.test(text)",
    replace: "colon < 1",
    tests: ["packages/countersign/test/edge/basic.test.ts"]
  },
  {
    row: "FS2",
    removes: "the refusal of control characters in Basic",
    file: AUTHENTICATION,
    find: "colon < 1 || CONTROL.test(text)",
    replace: "colon < 1",
    tests: ["packages/countersign/test/edge/basic.test.ts"]
  },
  {
    row: "FS25",
    removes: "the hidden error message of a defect: the reply contains it",
    file: "packages/http/src/errors/answer.ts",
    find: '  return refuse({ _tag: "Defect" }, { incident })',
    replace: '  return refuse({ _tag: "Defect" }, { incident: incident + Cause.pretty(cause) })',
    tests: ["packages/countersign/test/edge/basic.test.ts"]
  },
  {
    row: "D11",
    removes: "the hidden error message of a failure outside handlers: the reply contains it",
    file: "packages/http/src/server/gate.ts",
    find: "{ details: { incident: onDefect(error, requestId) } }",
    replace: "{ details: { incident: onDefect(error, requestId) + String(error) } }",
    tests: ["packages/countersign/test/edge/basic.test.ts"]
  }
]
