import { IdentityTokens } from "@countersign/core"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SANDBOX_ISSUERS, sandboxIdentityTokens } from "../src/sandboxIdentityTokens.ts"

const claims = { iss: "https://accounts.google.com", aud: "app", sub: "ada", iat: 1_700_000_000, exp: 1_700_003_600 }
const identity = {
  issuer: "https://accounts.google.com",
  audience: "app",
  subject: "ada",
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_003_600,
  nonce: undefined,
  email: undefined
}

const segment = (value: unknown) => encodeBase64Url(encodeUtf8(typeof value === "string" ? value : json(value)))
const json = (value: unknown) => JSON.stringify(value)
const token = (payload: unknown, header: unknown = { alg: "RS256" }, signature = "dummy") =>
  `${segment(header)}.${segment(payload)}.${signature}`
const withClaims = (change: object) => token({ ...claims, ...change })

/** The claims, the name of the failed check, or "malformed". */
const identify = (text: string, issuers?: ReadonlyArray<string>) =>
  Effect.flatMap(IdentityTokens, (tokens) => tokens.identify(text, 1_700_000_000_000)).pipe(
    Effect.catchTags({
      OidcTokenMalformed: () => Effect.succeed("malformed"),
      OidcTokenRefused: ({ check }) => Effect.succeed(check)
    }),
    Effect.provide(sandboxIdentityTokens(issuers)),
    Effect.runSync
  )

describe("a sandbox token", () => {
  it("is accepted without a signature, a known key, or an algorithm", () => {
    for (const text of [
      token(claims),
      token(claims, { alg: "none" }, ""),
      token(claims, {}, "any text, even if it is not base64url"),
      token(claims, { alg: "ES256", kid: "../../keys", jku: "https://keys.test" })
    ]) {
      expect(identify(text)).toEqual(identity)
    }
  })

  it.each(SANDBOX_ISSUERS)("is accepted from %s", (iss) => {
    expect(identify(withClaims({ iss }))).toEqual({ ...identity, issuer: iss })
  })

  it("is accepted only from the configured issuers", () => {
    expect(identify(withClaims({ iss: "https://login.test" }), ["https://login.test"])).toMatchObject({
      issuer: "https://login.test"
    })
    expect(identify(token(claims), ["https://login.test"])).toBe("issuer")
    expect(identify(token(claims), [])).toBe("issuer")
  })

  it("returns its nonce and its address when they are valid", () => {
    expect(identify(withClaims({ nonce: "n", email: "ada@example.com" }))).toEqual({
      ...identity,
      nonce: "n",
      email: "ada@example.com"
    })
    for (const odd of [1, "", null, ["a"], "a\nb@example.com", "a\u202eb@example.com", "a".repeat(321)]) {
      expect(identify(withClaims({ email: odd, nonce: 1 })), json(odd)).toEqual(identity)
    }
  })

  it.each([
    ["a trailing slash (J4)", "https://accounts.google.com/"],
    ["another case (J4)", "https://Accounts.google.com"],
    ["another scheme (J4)", "http://accounts.google.com"],
    ["a look-alike letter (J4)", "https://accounts.googIe.com"],
    ["a letter of another script (J4)", "https://\u0430ccounts.google.com"],
    ["the name of another service", "https://login.test"],
    ["a name every object has", "constructor"],
    ["nothing", undefined],
    ["an array", ["https://accounts.google.com"]]
  ])("is rejected with %s for its issuer", (_, iss) => {
    expect(identify(withClaims({ iss }))).toBe("issuer")
  })

  it("J7: has one audience, as a string or as the only element of an array", () => {
    expect(identify(withClaims({ aud: ["app"] }))).toEqual(identity)
    expect(identify(withClaims({ azp: "another" }))).toEqual(identity)
    for (const aud of ["", [], [""], ["app", "app"], ["app", "other"], [["app"]], [1], 1, null, true, {}, undefined]) {
      expect(identify(withClaims({ aud })), json(aud)).toBe("audience")
    }
  })

  it("requires a subject", () => {
    for (const sub of ["", null, 7, ["ada"], undefined]) expect(identify(withClaims({ sub })), json(sub)).toBe("claims")
  })

  it.each(["iat", "exp"])("J8: requires a number for %s, and its age is checked elsewhere", (name) => {
    for (const value of ["1700000000", null, [1], true, undefined]) {
      expect(identify(withClaims({ [name]: value })), json(value)).toBe("claims")
    }
    for (const value of [0, -1, 1.5, 1e300]) expect(identify(withClaims({ [name]: value }))).toBeTypeOf("object")
    for (const value of ["1e400", "NaN", "-1e999"]) {
      expect(identify(token(json({ ...claims, [name]: 0 }).replace(`"${name}":0`, `"${name}":${value}`)))).toBe(
        "malformed"
      )
    }
  })
})

describe("a malformed token", () => {
  it.each([
    ["the legacy value of an older sandbox", "sandbox-valid-oidc-token"],
    ["the legacy value in place of the signature only", ".sandbox-valid-oidc-token"],
    ["nothing", ""],
    ["two segments", `${segment({})}.${segment(claims)}`],
    ["four segments", `${token(claims)}.x`],
    ["JSON in place of base64url", `${json({})}.${json(claims)}.x`],
    ["a padded payload", `${segment({})}.${segment(`${json(claims)} `)}=.x`],
    ["an array for claims", token([claims])],
    ["a claim given twice (J11)", token(json(claims).replace("{", '{"sub":"eve",'))],
    ["more than 16 KiB (GD10)", token(claims, {}, "x".repeat(16_384))]
  ])("is malformed: %s", (_, text) => {
    expect(identify(text)).toBe("malformed")
  })

  it("throws no defect for any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => identify(text) === "malformed"))
  })

  it("every set of claims returns an identity or the name of a check", () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(claims)))
    const anyClaims = fc.record({ iss: odd, aud: odd, sub: odd, iat: odd, exp: odd }, { requiredKeys: [] })
    fc.assert(
      fc.property(anyClaims, (payload) => {
        const answer = identify(token(payload))
        expect(typeof answer === "object" || ["issuer", "audience", "claims", "malformed"].includes(answer)).toBe(true)
      })
    )
  })
})
