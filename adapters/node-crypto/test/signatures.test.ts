import { Signatures } from "@countersign/core"
import { anyScalar, flipS, isHighS, scalar, withByte } from "@countersign/harness/scalars"
import { type PublicKey, publicKeyOf, signP256, verifyP256 } from "@countersign/wire"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nodeSignatures } from "../src/index.ts"
import { importPublicKey } from "../src/keys.ts"

const verify = (message: Uint8Array, signature: Uint8Array, publicKey: PublicKey) =>
  Effect.flatMap(Signatures, (signatures) => signatures.verify({ message, signature, publicKey })).pipe(
    Effect.provide(nodeSignatures),
    Effect.runSync
  )

const message = Uint8Array.from([1, 2, 3])
const key = publicKeyOf(scalar(0x11))
const good = signP256(message, scalar(0x11))

/** Alterations of a signed message. The portable implementation is the reference. */
const change = fc.oneof(
  fc.constant({ what: "nothing" } as const),
  fc.constant({ what: "other half" } as const),
  fc.record({
    what: fc.constantFrom("message", "signature", "both halves"),
    at: fc.nat(200),
    mask: fc.integer({ min: 1, max: 255 })
  }),
  fc.record({ what: fc.constant("length"), by: fc.constantFrom(-1, 1) }),
  fc.record({ what: fc.constant("key"), other: anyScalar })
)

describe("K1, K2: agrees with the portable implementation", () => {
  it("on 500 signatures: valid, with either S, altered, shortened, extended, or of another key", () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(anyScalar, fc.uint8Array({ minLength: 1, maxLength: 200 }), change, (privateKey, message, how) => {
        const low = signP256(message, privateKey)
        const publicKey = how.what === "key" ? publicKeyOf(how.other) : publicKeyOf(privateKey)
        const altered = (bytes: Uint8Array) => ("at" in how ? withByte(bytes, how.at % bytes.length, how.mask) : bytes)
        const signed = how.what === "message" ? altered(message) : message
        const signature =
          how.what === "other half"
            ? flipS(low)
            : how.what === "signature"
              ? altered(low)
              : how.what === "both halves"
                ? altered(flipS(low))
                : "by" in how
                  ? Uint8Array.from(how.by < 0 ? [...low].slice(0, -1) : [...low, 0])
                  : low
        const expected = verifyP256(signed, signature, publicKey)
        const reported = `${how.what} ${expected}`
        seen.set(reported, (seen.get(reported) ?? 0) + 1)
        expect(verify(signed, signature, publicKey)).toBe(expected)
      }),
      { numRuns: 500 }
    )
    for (const reported of ["nothing true", "other half true", "message false", "signature false", "length false"]) {
      expect(seen.get(reported) ?? 0, reported).toBeGreaterThan(10)
    }
  })

  it("accepts both halves of S", () => {
    expect([isHighS(good), isHighS(flipS(good))]).toEqual([false, true])
    expect(verify(message, good, key)).toBe(true)
    expect(verify(message, flipS(good), key)).toBe(true)
  })
})

describe("K3, K4: rejects signatures that are not strict DER", () => {
  const r = good.subarray(4, 4 + (good[3] ?? 0))
  const s = good.subarray(good.length - (good[5 + (good[3] ?? 0)] ?? 0))
  const integer = (body: Iterable<number>) => [2, [...body].length, ...body]
  const sequence = (...parts: ReadonlyArray<ReadonlyArray<number>>) =>
    Uint8Array.from([0x30, parts.flat().length, ...parts.flat()])
  const zero = integer([0])
  const [one, two] = [integer(r), integer(s)]
  const order = integer([0, ...Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex")])

  it("accepts the re-encoded parts, so that the rejections below are meaningful", () => {
    expect(verify(message, sequence(one, two), key)).toBe(true)
  })

  for (const [what, signature] of [
    ["no bytes", new Uint8Array(0)],
    ["an empty sequence", Uint8Array.of(0x30, 0)],
    ["a needless leading zero in r", sequence(integer([0, 0, ...r]), two)],
    ["a needless leading zero in s", sequence(one, integer([0, 0, ...s]))],
    ["a long-form length", Uint8Array.from([0x30, 0x81, ...sequence(one, two).subarray(1)])],
    ["an indefinite length", Uint8Array.from([0x30, 0x80, ...one, ...two, 0, 0])],
    ["a trailing byte", Uint8Array.from([...sequence(one, two), 0])],
    ["a third integer", sequence(one, two, zero)],
    ["one integer", sequence(one)],
    ["a set instead of a sequence", Uint8Array.from([0x31, ...sequence(one, two).subarray(1)])],
    ["r = 0", sequence(zero, two)],
    ["s = 0", sequence(one, zero)],
    ["r = n", sequence(order, two)],
    ["s = n", sequence(one, order)],
    ["a negative r", sequence(integer([0x80 | (r[0] ?? 0), ...r.subarray(1)]), two)],
    ["the 64 bytes r || s", Uint8Array.from([...r.slice(-32), ...s.slice(-32)])],
    ["73 bytes", new Uint8Array(73).fill(0x30)],
    ["100,000 bytes", new Uint8Array(100_000).fill(0x30)]
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(verifyP256(message, signature, key)).toBe(false)
      expect(verify(message, signature, key)).toBe(false)
    })
  }

  it("returns a result and never throws, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (signature) => verify(message, signature, key) === false),
      { numRuns: 500 }
    )
  })
})

describe("imported keys", () => {
  it("are cached, and never used for another key", () => {
    const keys = Array.from({ length: 50 }, (_, n) => publicKeyOf(scalar(n + 1)))
    const imported = keys.map(importPublicKey)
    expect(new Set(imported).size).toBe(50)
    for (const [at, key] of keys.entries()) {
      expect(importPublicKey(key)).toBe(imported[at])
      expect(verify(message, signP256(message, scalar(at + 1)), key)).toBe(true)
      expect(verify(message, good, key)).toBe(at + 1 === 0x11)
    }
  })
})
