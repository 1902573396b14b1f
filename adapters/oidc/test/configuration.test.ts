import { describe, expect, it } from "vitest"
import { ConfigurationRefused, type Issuer, type OidcOptions, oidcTokens } from "../src/index.ts"

const issuer: Issuer = {
  issuer: "https://accounts.google.com",
  aliases: ["accounts.google.com"],
  jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
  audiences: ["app"]
}
// JavaScript hosts may pass any value.
const wrong = (change: object) => ({ issuers: [{ ...issuer, ...change }] }) as OidcOptions

describe("the configuration", () => {
  it("is accepted when it is valid", () => {
    expect(() => oidcTokens({ issuers: [issuer] })).not.toThrow()
    expect(() => oidcTokens({ issuers: [] })).not.toThrow()
    const { aliases, ...apple } = { ...issuer, issuer: "https://appleid.apple.com", algorithms: ["ES256"] as const }
    expect(() => oidcTokens({ issuers: [issuer, apple] })).not.toThrow()
  })

  for (const jwksUri of ["http://localhost:8080/keys", "http://127.0.0.1/", "http://127.1.2.3/", "http://[::1]:1/"]) {
    it(`may fetch from loopback without TLS: ${jwksUri}`, () => {
      expect(() => oidcTokens(wrong({ jwksUri }))).not.toThrow()
    })
  }

  for (const [what, options, remedy] of [
    ["a key set without TLS", wrong({ jwksUri: "http://keys.test" }), /not an https URL/u],
    ["a host that only begins like loopback", wrong({ jwksUri: "http://127.0.0.1.evil.test" }), /not an https URL/u],
    ["a host that only ends like loopback", wrong({ jwksUri: "http://evil.localhost" }), /not an https URL/u],
    ["the address of every interface", wrong({ jwksUri: "http://0.0.0.0" }), /not an https URL/u],
    ["credentials in the address", wrong({ jwksUri: "https://ada:secret@keys.test" }), /without credentials/u],
    ["a file", wrong({ jwksUri: "file:///keys" }), /not an https URL/u],
    ["data", wrong({ jwksUri: "data:application/json,{}" }), /not an https URL/u],
    ["no address", wrong({ jwksUri: undefined }), /not an https URL/u],
    ["a path", wrong({ jwksUri: "/keys" }), /not an https URL/u],
    ["no audiences", wrong({ audiences: [] }), /no audiences/u],
    ["an empty audience", wrong({ audiences: ["app", ""] }), /one that is empty/u],
    ["an audience given twice", wrong({ audiences: ["app", "app"] }), /given twice/u],
    ["no algorithms", wrong({ algorithms: [] }), /nothing for an algorithm/u],
    ["a symmetric algorithm", wrong({ algorithms: ["RS256", "HS256"] }), /HS256 .*asymmetric ones: RS256/u],
    ["no algorithm by name", wrong({ algorithms: ["none"] }), /none for an algorithm/u],
    ["an algorithm in another spelling", wrong({ algorithms: ["rs256"] }), /rs256 for an algorithm/u],
    ["the name of a property of every object", wrong({ algorithms: ["constructor"] }), /constructor for an algorithm/u],
    ["an empty name", wrong({ issuer: "" }), /empty name/u],
    ["an empty alias", wrong({ aliases: [""] }), /empty name or alias/u],
    ["an issuer given twice", { issuers: [issuer, { ...issuer, aliases: [] }] }, /given twice/u],
    [
      "an alias that is another issuer's name",
      { issuers: [issuer, { ...issuer, issuer: "accounts.google.com", aliases: [] }] },
      /given twice: accounts/u
    ],
    ["an alias of its own name", wrong({ aliases: [issuer.issuer] }), /given twice/u],
    ["no time", { issuers: [issuer], timeout: 0 }, /timeout .*whole number/u],
    ["an infinite time", { issuers: [issuer], cooldown: Number.POSITIVE_INFINITY }, /cooldown/u],
    ["a time that is not a number", { issuers: [issuer], maxAge: Number.NaN }, /maxAge/u],
    ["a fraction of a byte", { issuers: [issuer], maxBytes: 0.5 }, /maxBytes/u],
    ["a negative number of keys", { issuers: [issuer], maxKeys: -1 }, /maxKeys/u],
    ["a time longer than a timer supports", { issuers: [issuer], timeout: 2 ** 31 }, /timeout/u]
  ] as const) {
    it(`is rejected with ${what}, and the error says how to correct it`, () => {
      expect(() => oidcTokens(options)).toThrow(ConfigurationRefused)
      expect(() => oidcTokens(options)).toThrow(remedy)
    })
  }

  it("does not disclose credentials in an error", () => {
    expect(() => oidcTokens(wrong({ jwksUri: "https://ada:secret@keys.test" }))).not.toThrow(/secret/u)
  })
})
