import { ApiTokens } from "@countersign/core"
import { Effect, Redacted } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ConfigurationRefused, type StaticToken, secretDigest, staticTokens } from "../src/index.ts"

const token = {
  id: "tok_1",
  secretSha256: secretDigest("open sesame"),
  platformId: "acme",
  mode: "sandbox"
} satisfies StaticToken
const viewer: StaticToken = {
  id: "tok_2",
  secretSha256: secretDigest("look only").toUpperCase(),
  platformId: "acme",
  mode: "production",
  scopes: ["VIEW"]
}

const authenticate = (id: string, secret: string, tokens: ReadonlyArray<StaticToken> = [token, viewer]) =>
  Effect.flatMap(ApiTokens, (door) => door.authenticate({ id, secret: Redacted.make(secret) })).pipe(
    Effect.provide(staticTokens(tokens)),
    Effect.runSync
  )

describe("authenticate", () => {
  it("returns the environment and scopes of the token", () => {
    expect(authenticate("tok_1", "open sesame")).toEqual({
      tokenId: "tok_1",
      environment: { platformId: "acme", mode: "sandbox" },
      scopes: ["VIEW", "TRANSACT", "MANAGE"]
    })
    expect(authenticate("tok_2", "look only")).toEqual({
      tokenId: "tok_2",
      environment: { platformId: "acme", mode: "production" },
      scopes: ["VIEW"]
    })
  })

  it("H1: returns nothing for a wrong secret, another token's secret and an unknown id alike", () => {
    for (const [id, secret] of [
      ["tok_1", "open sesam"],
      ["tok_1", "look only"],
      ["tok_1", ""],
      ["tok_1", token.secretSha256],
      ["TOK_1", "open sesame"],
      ["tok_3", "open sesame"],
      ["", ""],
      ["__proto__", "open sesame"],
      ["constructor", ""]
    ] as const) {
      expect(authenticate(id, secret), id).toBeUndefined()
    }
    expect(authenticate("tok_1", "open sesame", [])).toBeUndefined()
  })

  it("returns nothing for anything but the secret, and never throws", () => {
    const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))
    fc.assert(fc.property(fc.constantFrom("tok_1", "nobody"), anyText, (id, secret) => !authenticate(id, secret)))
  })

  it("copies the scopes, so that later changes of the configuration have no effect", () => {
    const scopes: Array<"VIEW" | "MANAGE"> = ["VIEW"]
    const layer = staticTokens([{ ...token, scopes }])
    scopes.push("MANAGE")
    const principal = Effect.flatMap(ApiTokens, (door) =>
      door.authenticate({ id: "tok_1", secret: Redacted.make("open sesame") })
    ).pipe(Effect.provide(layer), Effect.runSync)
    expect(principal?.scopes).toEqual(["VIEW"])
  })
})

describe("during a secret rotation", () => {
  const [old, fresh] = [secretDigest("open sesame"), secretDigest("open barley")]
  const knows = (secretSha256: StaticToken["secretSha256"], secret: string) =>
    authenticate("tok_1", secret, [{ ...token, secretSha256 }, viewer]) !== undefined

  it("H1: accepts either of the two secrets, in any position, and no other", () => {
    for (const both of [
      [old, fresh],
      [fresh, old]
    ]) {
      expect(["open sesame", "open barley", "open oats", "look only", ""].map((secret) => knows(both, secret))).toEqual(
        [true, true, false, false, false]
      )
    }
  })

  it("rejects the old secret once its digest is removed", () => {
    expect([knows([fresh], "open barley"), knows([fresh], "open sesame")]).toEqual([true, false])
  })
})

describe("the configuration", () => {
  // JavaScript hosts may pass any value.
  const wrong = (change: object) => [{ ...token, ...change }] as ReadonlyArray<StaticToken>

  for (const [what, tokens, remedy] of [
    ["an id given twice", [token, { ...viewer, id: "tok_1" }], /"tok_1" is given twice/u],
    ["an empty id", wrong({ id: "" }), /empty or contains a colon/u],
    ["a colon in the id", wrong({ id: "a:b" }), /empty or contains a colon/u],
    ["a short digest", wrong({ secretSha256: "ab" }), /secretDigest\(secret\)/u],
    ["a digest that is not hex", wrong({ secretSha256: "g".repeat(64) }), /secretDigest\(secret\)/u],
    ["the secret where its digest belongs", wrong({ secretSha256: "open sesame" }), /secretDigest\(secret\)/u],
    ["no digest", wrong({ secretSha256: undefined }), /secretDigest\(secret\)/u],
    ["three secrets", wrong({ secretSha256: ["1", "2", "3"].map(secretDigest) }), /longer than two/u],
    ["an empty list of secrets", wrong({ secretSha256: [] }), /empty/u],
    ["one secret twice", wrong({ secretSha256: [token.secretSha256, token.secretSha256.toUpperCase()] }), /twice/u],
    [
      "a short digest next to a valid one",
      wrong({ secretSha256: [token.secretSha256, "ab"] }),
      /secretDigest\(secret\)/u
    ],
    ["a platform with a slash", wrong({ platformId: "a/b" }), /platformId of 1 to 64/u],
    ["another mode", wrong({ mode: "staging" }), /sandbox or production/u],
    ["another scope", wrong({ scopes: ["ADMIN"] }), /VIEW, TRANSACT, MANAGE/u]
  ] as const) {
    it(`rejects ${what}, names the token and says how to correct it`, () => {
      expect(() => staticTokens(tokens)).toThrow(ConfigurationRefused)
      expect(() => staticTokens(tokens)).toThrow(remedy)
    })
  }

  it("I8: no error contains the value given as a digest", () => {
    expect(() => staticTokens(wrong({ secretSha256: "open sesame" }))).not.toThrow(/sesame/u)
  })
})

it("secretDigest rejects a missing or empty secret", () => {
  const { ACME_SECRET_THAT_NOBODY_SET: secret } = process.env
  expect(() => secretDigest(secret as string)).toThrow("The secret of an API token is missing")
  expect(() => secretDigest("")).toThrow("The secret of an API token is empty. Make one with: openssl rand -hex 32")
})

it("secretDigest is the SHA-256 of the secret's UTF-8, in hex", () => {
  expect(secretDigest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
})
