import { claims, ec, IAT, issuerAt, NOW, reader, rsa, server, token } from "@countersign/harness/issuer"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"

// What issuers publish and sign (GD7 to GD10). The key sets and tokens of real ones are in tooling/field/data/issuers.json.

const key = rsa("k1")
const point = ec("k2")
const verifier = Effect.fnUntraced(function* (keys: ReadonlyArray<object>, rest: { readonly clockSkew?: number } = {}) {
  const published = yield* server(...keys)
  return {
    published,
    identify: yield* reader({ issuers: [issuerAt(published.url, { audiences: ["app", "api"] })], ...rest })
  }
})

describe("GD8: the keys of an issuer", () => {
  it.effect("are each tried when several share a kid, of one algorithm or of two, or the same key twice", () =>
    Effect.gen(function* () {
      const rotated = rsa("k1")
      const shared = { ...point.jwk, kid: "k1" }
      const { identify } = yield* verifier([rotated.jwk, key.jwk, shared, key.jwk])
      for (const by of [key, rotated, point]) {
        expect(yield* identify(token(by, claims, { kid: "k1" }))).toMatchObject({ subject: "ada" })
      }
      expect(yield* identify(token(rsa("k1"), claims, { kid: "k1" }))).toBe("signature")
    })
  )

  it.effect("verify no token without a kid when two of them fit, and no token that names another kid", () =>
    Effect.gen(function* () {
      const { identify } = yield* verifier([key.jwk, rsa("k3").jwk, point.jwk])
      expect(yield* identify(token(key, claims, { kid: undefined }))).toBe("key")
      expect(yield* identify(token(point, claims, { kid: undefined }))).toMatchObject({ subject: "ada" })
      expect(yield* identify(token(point, claims, { kid: "k4" }))).toBe("key")
    })
  )

  it.effect("are tried only under their own kid, also where one key has none", () =>
    Effect.gen(function* () {
      const { kid: _, ...nameless } = rsa("x").jwk
      const { identify } = yield* verifier([key.jwk, nameless])
      expect(yield* identify(token(key, claims))).toMatchObject({ subject: "ada" })
      expect(yield* identify(token(key, claims, { kid: "x" }))).toBe("signature")
    })
  )

  it.effect("that are not used are logged once with their reason, not on each fetch", () => {
    const lines: Array<string> = []
    const captured = Logger.layer([Logger.make(({ message }) => void lines.push(JSON.stringify(message)))])
    return Effect.gen(function* () {
      const enc = { ...rsa("enc").jwk, use: "enc", alg: "RSA-OAEP" }
      const odd = { ...key.jwk, kid: "odd", alg: "HS256" }
      const weak = rsa("weak", "RS256", 1024)
      const { identify, published } = yield* verifier([
        key.jwk,
        enc,
        odd,
        { ...key.jwk, kid: "ops", key_ops: ["sign"] },
        { ...key.jwk, kid: "use", use: "tls" },
        { kty: "oct", kid: "oct", k: "AAAA" },
        { kty: "AKP", kid: "akp" },
        { ...key.jwk, kid: 7 },
        weak.jwk
      ])
      for (let round = 0; round < 3; round += 1) {
        expect(yield* identify(token(key, claims))).toMatchObject({ subject: "ada" })
        expect(yield* identify(token(weak, claims))).toBe("key")
        yield* TestClock.adjust("10 minutes")
      }
      expect(published.hits).toBe(3)
      const said = (text: string) => lines.filter((line) => line.includes(text)).length
      for (const kid of ["odd", "ops", "use", "oct", "akp", "weak"])
        expect([kid, said(`\\"${kid}\\" `)]).toEqual([kid, 1])
      expect([said("7 has"), said("enc"), lines.length]).toEqual([1, 0, 7])
      published.keys = [key.jwk, odd, { ...odd, kid: "newer" }]
      yield* identify(token(key, claims))
      expect([said("newer"), lines.length]).toEqual([1, 8])
    }).pipe(Effect.provide(captured))
  })
})

describe("GD9: the audiences of a token are a set", () => {
  const both = { ...claims, aud: ["api", "app"] }
  it.effect.each<readonly [object, unknown]>([
    [both, { audience: "app", audiences: ["app", "api"] }],
    [
      { ...claims, aud: ["app", "api"] },
      { audience: "app", audiences: ["app", "api"] }
    ],
    [{ ...claims, aud: ["app", "app"] }, { audience: "app" }],
    [{ ...both, azp: "api" }, { audience: "app" }],
    [{ ...both, azp: null }, { audience: "app" }],
    [{ ...both, azp: "other" }, "audience"],
    [{ ...both, azp: ["app"] }, "audience"],
    [{ ...claims, azp: "other" }, { audience: "app" }],
    [{ ...claims, aud: ["app", "other"] }, "audience"],
    [{ ...claims, aud: ["app", 1] }, "audience"],
    [{ ...claims, aud: ["app", ""] }, "audience"],
    [{ ...claims, aud: [["app"]] }, "audience"],
    [{ ...claims, aud: [] }, "audience"]
  ])("%j", ([payload, answer]) =>
    Effect.gen(function* () {
      const { identify } = yield* verifier([key.jwk])
      const found = yield* identify(token(key, payload))
      if (typeof answer === "string") expect(found).toBe(answer)
      else expect(found).toMatchObject(Object(answer))
    })
  )
})

describe("GD7: nbf may be ahead by the clock skew, to the millisecond", () => {
  it.effect.each([
    [undefined, 5_000],
    [0, 0],
    [60_000, 60_000]
  ] as const)("%o: %d ms", ([clockSkew, ahead]) =>
    Effect.gen(function* () {
      const { identify } = yield* verifier([key.jwk], clockSkew === undefined ? {} : { clockSkew })
      const early = token(key, { ...claims, nbf: IAT + 100 })
      expect(yield* identify(early, NOW + 100_000 - ahead - 1)).toBe("not before")
      expect(yield* identify(early, NOW + 100_000 - ahead)).toMatchObject({ subject: "ada" })
    })
  )

  it.effect.each([-1, 60_001, Number.NaN])("the option refuses %d", (clockSkew) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(verifier([key.jwk], { clockSkew }))
      expect(String(exit)).toContain("clockSkew")
    })
  )
})

it.effect("GD10: a token has up to 16 KiB", () =>
  Effect.gen(function* () {
    const { identify } = yield* verifier([key.jwk])
    const padded = (length: number) => {
      const empty = token(key, { ...claims, pad: "" }).length
      return token(key, { ...claims, pad: "a".repeat(Math.floor(((length - empty) * 3) / 4)) })
    }
    const longest = padded(16_384)
    expect(longest.length).toBeGreaterThan(16_380)
    expect(yield* identify(longest)).toMatchObject({ subject: "ada" })
    expect(yield* identify(padded(16_390))).toBe("malformed")
  })
)
