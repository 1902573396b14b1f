import type { Sabotage } from "../problems.ts"

/** Identity tokens. */
export const identityTokensEdits: ReadonlyArray<Sabotage> = [
  {
    row: "J1",
    removes: "any known algorithm is accepted",
    file: "adapters/oidc/src/oidcTokens.ts",
    find: "  const isPlain = isAlgorithm(alg) && allowed.has(alg) && !DEMANDS.some((name) => Object.hasOwn(header, name))",
    replace: "  const isPlain = isAlgorithm(alg) && !DEMANDS.some((name) => Object.hasOwn(header, name))",
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J1",
    removes: "the signature is not verified",
    file: "adapters/oidc/src/oidcTokens.ts",
    find: "    try: () => jwtVerify(token, key, options),",
    replace: "    try: async () => undefined,",
    tests: ["packages/countersign/test/oidc.test.ts"]
  },
  {
    row: "J2",
    removes: "more than three segments are accepted",
    file: "packages/wire/src/compactJws.ts",
    find: "    if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) throw malformed()",
    replace: "    if (header === undefined || payload === undefined || signature === undefined) throw malformed()",
    tests: ["packages/wire/test/compactJws.test.ts"]
  },
  {
    row: "J2",
    removes: "the length of a token has no limit",
    file: "packages/wire/src/compactJws.ts",
    find: "    if (text.length > maxLength) throw malformed()",
    replace: "",
    tests: ["packages/wire/test/compactJws.test.ts"]
  },
  {
    row: "J3",
    removes: "an unknown kid selects the first key of the issuer",
    file: "adapters/oidc/src/keySet.ts",
    find: "    keys({ alg, kid }).then(",
    replace:
      "    keys({ alg, kid: keys.jwks().keys.find(({ kty }) => alg.startsWith(kty?.[0] ?? kid))?.kid ?? kid }).then(",
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J4",
    removes: "similar issuer URLs count as the same issuer",
    file: "adapters/oidc/src/oidcTokens.ts",
    find: '      const issuer = typeof payload.iss === "string" ? table.get(payload.iss) : undefined',
    replace:
      '      const issuer = typeof payload.iss === "string" ? table.get(payload.iss.toLowerCase().replace(/\\/$/u, "")) : undefined',
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J5",
    removes: "a redirect of the key set is followed",
    file: "adapters/oidc/src/download.ts",
    find: '  const response = await fetch(url, { headers: { accept: "application/json" }, redirect: "error", signal })',
    replace:
      '  const response = await fetch(url, { headers: { accept: "application/json" }, redirect: "follow", signal })',
    tests: ["adapters/oidc/test/keySets.test.ts"]
  },
  {
    row: "J5",
    removes: "the key set is fetched for every token",
    file: "adapters/oidc/src/keySet.ts",
    find: "    return cached === undefined || key === undefined || !isWithin(limits.maxAge, cached.since, now)",
    replace: "    return true",
    tests: ["adapters/oidc/test/keySets.test.ts", "packages/countersign/test/oidc.test.ts"]
  },
  {
    row: "J6",
    removes: "the identity does not contain the issuer",
    file: "packages/core/src/rules/credentials/kinds/oauth/Oauth.ts",
    find: "  JSON.stringify([issuer, audience, subject])",
    replace: "  JSON.stringify([audience, subject])",
    tests: ["packages/core/test/identities.test.ts"]
  },
  {
    row: "J7",
    removes: "the audience is not compared",
    file: "adapters/oidc/src/oidcTokens.ts",
    find: '  if (typeof audience !== "string" || !issuer.audiences.has(audience)) return refused("audience")',
    replace: '  if (typeof audience !== "string") return refused("audience")',
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J8",
    removes: "a token may be two minutes old",
    file: "packages/core/src/rules/credentials/kinds/oauth/Oauth.ts",
    find: '  if (!(age <= MAX_AGE && age >= -clockSkew)) return Result.fail(new OidcTokenRefused({ check: "issued at" }))',
    replace:
      '  if (!(age <= 2 * MAX_AGE && age >= -clockSkew)) return Result.fail(new OidcTokenRefused({ check: "issued at" }))',
    tests: ["packages/core/test/identities.test.ts"]
  },
  {
    row: "J8",
    removes: "a token is accepted before its issue time",
    file: "adapters/oidc/src/oidcTokens.ts",
    find: '  if (nbf * 1000 > at) return refused("not before")',
    replace: "",
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J9",
    removes: "a consumed token is not stored",
    file: "packages/core/src/rules/credentials/kinds/OAUTH.ts",
    find: "        changes: [consume(credential.environment, tokenUse(token, claims), at)],",
    replace: "        changes: [],",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "J10",
    removes: "the nonce is not compared",
    file: "packages/core/src/rules/credentials/kinds/oauth/Oauth.ts",
    find: '  if (claims.nonce !== oidcNonce(clientPublicKey)) return Result.fail(new OidcTokenRefused({ check: "nonce" }))',
    replace: "",
    tests: ["packages/core/test/identities.test.ts"]
  },
  {
    row: "J11",
    removes: "the last of two claims of one name wins",
    file: "packages/wire/src/compactJws.ts",
    find: "  const value = parseStrictJson(decodeUtf8(decodeBase64Url(segment)))",
    replace: "  const value: unknown = JSON.parse(decodeUtf8(decodeBase64Url(segment)))",
    tests: ["adapters/oidc/test/tokens.test.ts"]
  },
  {
    row: "J12",
    removes: "an identity without an e-mail claim has no nickname",
    file: "packages/core/src/rules/credentials/kinds/OAUTH.ts",
    find: '      nickname: claims.email ?? [...subject].slice(0, 255).join(""),',
    replace: '      nickname: claims.email ?? "",',
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "J13",
    removes: "one identity may be registered once with each of its tokens",
    file: "packages/core/src/rules/credentials/kinds/OAUTH.ts",
    find: "      identity: `OAUTH/${accountId}/${sha256Hex(Oauth.identityKey(claims))}`,",
    replace: "      identity: `OAUTH/${accountId}/${sha256Hex(body.oidcToken)}`,",
    tests: ["packages/countersign/test/credentials.test.ts"]
  }
]
