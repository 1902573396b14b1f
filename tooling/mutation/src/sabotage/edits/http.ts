import type { Sabotage } from "../problems.ts"

/** Every endpoint: HTTP, Basic, JSON, tenancy. */
export const httpEdits: ReadonlyArray<Sabotage> = [
  {
    row: "H1",
    removes: "the secret of a token is not compared",
    file: "adapters/node-crypto/src/apiTokens.ts",
    find: "    return isOne || isOther ? token?.principal : undefined",
    replace: "    return token?.principal",
    tests: ["adapters/node-crypto/test/staticTokens.test.ts"]
  },
  {
    row: "H1",
    removes: "the digests are compared byte by byte until they differ",
    file: "adapters/node-crypto/src/apiTokens.ts",
    find: "    const isOne = timingSafeEqual(digest, one)",
    replace: "    const isOne = Buffer.compare(digest, one) === 0",
    tests: ["adapters/node-crypto/test/constantTime.test.ts"]
  },
  {
    row: "H2",
    removes: "control characters in the token id or its secret are accepted",
    file: "packages/http/src/server/authenticate.ts",
    find: "    return colon < 1 || CONTROL.test(text)",
    replace: "    return colon < 1",
    tests: ["packages/http/test/basicCredentials.test.ts"]
  },
  {
    row: "H3",
    removes: "the key of a record does not contain the platform",
    file: "packages/core/src/model/Environment.ts",
    find: "  `${environment.mode}/${environment.platformId}`",
    replace: "  `${environment.mode}/all`",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "H4",
    removes: "the key of a record does not contain the mode",
    file: "packages/core/src/model/Environment.ts",
    find: "  `${environment.mode}/${environment.platformId}`",
    replace: "  `sandbox/${environment.platformId}`",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "H5",
    removes: "a repeated key is accepted",
    file: "packages/wire/src/json.ts",
    find: '  if (seen?.has(key)) throw new WireError("JSON_DUPLICATE_KEY", "An object names one of its keys twice")',
    replace: "",
    tests: ["packages/wire/test/json.test.ts"]
  },
  {
    row: "H6",
    removes: "the key __proto__ is accepted",
    file: "packages/wire/src/json.ts",
    find: '  if (key === "__proto__") throw new WireError("JSON_MALFORMED", "The key __proto__ is not allowed")',
    replace: "",
    tests: ["packages/wire/test/json.test.ts"]
  },
  {
    row: "H7",
    removes: "unknown fields of a body are ignored",
    file: "packages/http/src/server/decode.ts",
    find: "payloadOf(payload), ignoresExcess(annotations) ? PARSE : PARSE_PAYLOAD)",
    replace: "payloadOf(payload), PARSE)",
    tests: ["packages/countersign/test/badInput.test.ts", "packages/countersign/test/edge/extraFields.test.ts"]
  },
  {
    row: "H8",
    removes: "the depth of a body has no limit",
    file: "packages/wire/src/json.ts",
    find: "  const bounds = { maxDepth, maxKeys, maxValues }",
    replace: "  const bounds = { maxDepth: Infinity, maxKeys, maxValues }",
    tests: ["packages/wire/test/json.test.ts"]
  },
  {
    row: "H8",
    removes: "the size of a body has no limit",
    file: "packages/http/src/message/Call.ts",
    find: "    if (length > limit) {",
    replace: "    if (length > Infinity) {",
    tests: ["examples/hosts/test/conversation/bare.test.ts"]
  },
  {
    row: "H8",
    removes: "the size of a body that the Node bridge reads has no limit",
    file: "packages/http/src/node/request.ts",
    find: "      if (length <= limit) return",
    replace: "      return",
    tests: ["examples/hosts/test/rules.test.ts"]
  },
  {
    row: "H9",
    removes: "NUL in a string is accepted",
    file: "packages/wire/src/json.ts",
    find: "  if (!/\\0|\\p{Surrogate}/u.test(text)) return",
    replace: "  if (!/\\p{Surrogate}/u.test(text)) return",
    tests: ["packages/wire/test/json.test.ts"]
  },
  {
    row: "H9",
    removes: "malformed UTF-8 is replaced instead of rejected",
    file: "packages/wire/src/bytes.ts",
    find: 'new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })',
    replace: 'new TextDecoder("utf-8", { fatal: false, ignoreBOM: true })',
    tests: ["packages/countersign/test/badInput.test.ts"]
  },
  {
    row: "H10",
    removes: "the content encoding is not read",
    file: "packages/http/src/message/body.ts",
    find: '  const isEncoded = headers["content-encoding"] !== undefined',
    replace: "  const isEncoded = false",
    tests: ["packages/countersign/test/badInput.test.ts"]
  },
  {
    row: "H11",
    removes: "a repeated header that must occur once is joined",
    file: "packages/http/src/node/request.ts",
    find: '    else if (SINGLE.has(name) || name.endsWith("-signature") || more.includes(name)) return undefined',
    replace: "",
    tests: ["packages/countersign/test/badInput.test.ts", "examples/hosts/test/conversation/bare.test.ts"]
  },
  {
    row: "H12",
    removes: "line breaks are not removed from the subject and the names of a mail",
    file: "adapters/smtp/src/Texts.ts",
    find: 'export const plain = (text: string): string => text.replace(UNSEEN, " ").trim()',
    replace: "export const plain = (text: string): string => text.trim()",
    tests: ["adapters/smtp/test/injection.test.ts"]
  },
  {
    row: "H13",
    removes: "the last of a repeated query key wins",
    file: "packages/http/src/server/decode.ts",
    find: '    read[name] = before === undefined ? value : [...(typeof before === "string" ? [before] : before), value]',
    replace: "    read[name] = value",
    tests: ["packages/countersign/test/badInput.test.ts"]
  },
  {
    row: "H14",
    removes: "the e-mail address of an account has no length limit",
    file: "packages/account-types/src/formats/formats.ts",
    find: "  maxLength,\n  says: `an e-mail",
    replace: "  maxLength: 65_536,\n  says: `an e-mail",
    tests: ["packages/account-types/test/hostile.test.ts"]
  },
  {
    row: "H15",
    removes: "the forwarded host decides the path",
    file: "packages/http/src/node/request.ts",
    find: "    target: path,",
    replace: '    target: headers["x-forwarded-host"] === undefined ? path : "/",',
    tests: ["examples/hosts/test/conversation/bare.test.ts"]
  },
  {
    row: "H16",
    removes: "a slow body delays the bodies after it",
    file: "packages/http/src/message/Call.ts",
    find: "export const bodyOf = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {",
    replace:
      "let turn: Promise<unknown> = Promise.resolve()\nexport const bodyOf = (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {\n  const mine = turn.then(() => bodyInTurn(request, limit))\n  turn = mine\n  return mine\n}\nconst bodyInTurn = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {",
    tests: ["examples/hosts/test/slow.test.ts"]
  },
  {
    row: "H17",
    removes: "an unsupported method is served as a supported one",
    file: "packages/http/src/server/route.ts",
    find: "    const route = methods.get(method)",
    replace: "    const route = methods.get(method) ?? [...methods.values()][0]",
    tests: ["packages/countersign/test/badInput.test.ts", "packages/countersign/test/edge/methods.test.ts"]
  },
  {
    row: "H18",
    removes: "a host mounted through web requests adds a header",
    file: "packages/http/src/node/bridge.ts",
    find: "  headers: headersOf(response.headers),",
    replace: '  headers: { ...headersOf(response.headers), "x-mount": "web" },',
    tests: ["examples/hosts/test/same.test.ts"]
  }
]
