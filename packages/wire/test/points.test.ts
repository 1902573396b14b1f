import { p256 } from "@noble/curves/nist.js"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  CLIENT_PUBLIC_KEY_PATTERN,
  compressedBytes,
  decodeHex,
  encodeHex,
  fromComputedPoint,
  fromPointBytes,
  isClientPublicKey,
  isKeptPublicKey,
  isScalar,
  parsePublicKey,
  publicKeyOf,
  samePoint,
  uncompressedBytes,
  uncompressedHex
} from "../src/index.ts"
import { codeOf } from "./codeOf.ts"
import { scalar } from "./keys.ts"

const key = publicKeyOf(scalar(0x22))
const full = uncompressedHex(key)
const x = full.slice(2, 66)
const y = full.slice(66)
const p = p256.Point.Fp.ORDER
const hex = (value: bigint) => value.toString(16).padStart(64, "0")
const zeros = "00".repeat(32)

/** The point that @noble/curves reads, or `undefined` when it refuses the text. */
const libraryReads = (text: string) => {
  try {
    return p256.Point.fromHex(text)
  } catch {
    return undefined
  }
}
/** SEC 2: the base point of secp256k1, which is on another curve. */
const foreign =
  "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"

describe("public keys", () => {
  it.each([
    ["compressed", key],
    ["compressed, upper case", key.toUpperCase()],
    ["uncompressed", full],
    ["uncompressed, upper case", full.toUpperCase()],
    ["uncompressed, mixed case", `04${x.toUpperCase()}${y}`]
  ])("read the %s spelling as one key (K7)", (_, text) => {
    expect(parsePublicKey(text)).toBe(key)
    expect(samePoint(text, full)).toBe(true)
  })

  it("are recognized by their canonical lower-case form in full, without the curve check (K7)", () => {
    expect(isKeptPublicKey(key)).toBe(true)
    for (const other of [`0${key}`, `${key}0`, key.slice(1), key.toUpperCase(), full, "", "constructor"]) {
      expect(isKeptPublicKey(other)).toBe(false)
    }
  })

  it("equal nothing when malformed, not even one another", () => {
    expect(samePoint("zz", "zz")).toBe(false)
    expect(samePoint("zz", key)).toBe(false)
    expect(samePoint(key, "zz")).toBe(false)
  })

  it("are 66 lower-case characters, and convert to both byte forms", () => {
    expect(key).toMatch(/^0[23][0-9a-f]{64}$/u)
    expect(encodeHex(compressedBytes(key))).toBe(key)
    expect(encodeHex(uncompressedBytes(key))).toBe(full)
    expect(fromPointBytes(uncompressedBytes(key))).toBe(key)
    expect(fromPointBytes(compressedBytes(key))).toBe(key)
  })

  it("accept the point whose x is zero, which is on the curve", () => {
    expect(parsePublicKey(`02${zeros}`)).toBe(`02${zeros}`)
    expect(parsePublicKey(`03${zeros}`)).not.toBe(parsePublicKey(`02${zeros}`))
  })

  it.each([
    ["nothing", "", "POINT_MALFORMED"],
    ["infinity in one byte", "00", "POINT_MALFORMED"],
    ["infinity padded to 33 bytes", `00${zeros}`, "POINT_MALFORMED"],
    ["infinity padded to 65 bytes", `00${zeros}${zeros}`, "POINT_MALFORMED"],
    ["an even hybrid point", `06${x}${y}`, "POINT_MALFORMED"],
    ["an odd hybrid point", `07${x}${y}`, "POINT_MALFORMED"],
    ["prefix 01", `01${x}`, "POINT_MALFORMED"],
    ["prefix 05", `05${x}${y}`, "POINT_MALFORMED"],
    ["prefix ff", `ff${x}${y}`, "POINT_MALFORMED"],
    ["no prefix", `${x}${y}`, "POINT_MALFORMED"],
    ["x alone", x, "POINT_MALFORMED"],
    ["a compressed prefix on both coordinates", `02${x}${y}`, "POINT_MALFORMED"],
    ["an uncompressed prefix on x alone", `04${x}`, "POINT_MALFORMED"],
    ["a compressed point one byte short", key.slice(0, -2), "POINT_MALFORMED"],
    ["a compressed point one byte long", `${key}00`, "POINT_MALFORMED"],
    ["an uncompressed point one byte short", full.slice(0, -2), "POINT_MALFORMED"],
    ["an uncompressed point one byte long", `${full}00`, "POINT_MALFORMED"],
    ["an odd number of digits", full.slice(0, -1), "POINT_MALFORMED"],
    ["a 0x prefix", `0x${full}`, "POINT_MALFORMED"],
    ["white space", ` ${full}`, "POINT_MALFORMED"],
    ["a digit outside hex", `${full.slice(0, -1)}g`, "POINT_MALFORMED"],
    ["full-width digits", `０４${x}${y}`, "POINT_MALFORMED"],
    ["a compressed x of p", `02${hex(p)}`, "POINT_MALFORMED"],
    ["a compressed x of p + 1", `03${hex(p + 1n)}`, "POINT_MALFORMED"],
    ["a compressed x of 2^256 - 1", `02${"f".repeat(64)}`, "POINT_MALFORMED"],
    ["an uncompressed x of p", `04${hex(p)}${y}`, "POINT_MALFORMED"],
    ["an uncompressed y of p", `04${x}${hex(p)}`, "POINT_MALFORMED"],
    ["a compressed x with no y", `02${hex(7n)}`, "POINT_NOT_ON_CURVE"],
    ["the origin", `04${zeros}${zeros}`, "POINT_NOT_ON_CURVE"],
    ["x and y exchanged", `04${y}${x}`, "POINT_NOT_ON_CURVE"],
    ["a y one too high", `04${x}${hex(BigInt(`0x${y}`) + 1n)}`, "POINT_NOT_ON_CURVE"],
    ["a y of zero", `04${x}${zeros}`, "POINT_NOT_ON_CURVE"],
    ["a point of secp256k1", `04${foreign}`, "POINT_NOT_ON_CURVE"],
    ["a megabyte", "04".repeat(524_288), "POINT_MALFORMED"]
  ])("reject %s (K6)", (_, text, code) => {
    expect(codeOf(() => parsePublicKey(text))).toBe(code)
    expect(samePoint(text, text)).toBe(false)
    expect(isClientPublicKey(text)).toBe(false)
  })

  it.each([0, 32, 34, 64, 66, 1_048_576])("reject %d bytes, which are not a point (K6)", (length) => {
    expect(codeOf(() => fromPointBytes(new Uint8Array(length).fill(4)))).toBe("POINT_MALFORMED")
  })

  it("are the same for a computed point, with either parity of y", () => {
    for (const privateKey of Array.from({ length: 16 }, (_, at) => scalar(at + 0x31))) {
      const bytes = p256.getPublicKey(privateKey, false)
      const computed = fromComputedPoint(bytes)
      expect(computed).toBe(encodeHex(p256.getPublicKey(privateKey, true)))
      expect(publicKeyOf(privateKey)).toBe(computed)
      expect(uncompressedHex(computed)).toBe(encodeHex(bytes))
      expect(parsePublicKey(encodeHex(bytes))).toBe(computed)
    }
  })

  it.each([
    ["nothing", ""],
    ["a compressed point", key],
    ["a hybrid point", `06${x}${y}`],
    ["64 bytes", full.slice(0, -2)],
    ["66 bytes", `${full}00`]
  ])("cannot be computed from %s (K6)", (_, text) => {
    expect(codeOf(() => fromComputedPoint(decodeHex(text)))).toBe("POINT_MALFORMED")
  })

  it("are client keys only when uncompressed", () => {
    expect(isClientPublicKey(full)).toBe(true)
    expect(isClientPublicKey(full.toUpperCase())).toBe(true)
    expect(isClientPublicKey(key)).toBe(false)
    expect(CLIENT_PUBLIC_KEY_PATTERN.test(full)).toBe(true)
    expect(CLIENT_PUBLIC_KEY_PATTERN.test(`${full}\n`)).toBe(false)
  })

  it("that are accepted multiply to a valid point, and everything else is a WireError", () => {
    const shape = fc.tuple(fc.constantFrom(2, 3, 4, 6), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    fc.assert(
      fc.property(
        fc.oneof(
          shape.map(([prefix, bytes]) => Uint8Array.of(prefix, ...bytes)),
          fc.uint8Array()
        ),
        (bytes) => {
          if (codeOf(() => fromPointBytes(bytes)) !== "accepted") return
          expect(() => p256.Point.fromHex(fromPointBytes(bytes)).multiply(2n).assertValidity()).not.toThrow()
        }
      )
    )
  })

  it("are those of @noble/curves, in the same form, for any coordinates (K6)", () => {
    const edges = [0n, 1n, p - 1n, p, p + 1n, 2n ** 256n - 1n, BigInt(`0x${x}`), BigInt(`0x${y}`)]
    const number = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(...edges)).map(hex)
    const onCurve = fc
      .bigInt({ min: 1n, max: p256.Point.Fn.ORDER - 1n })
      .map((secret) => p256.Point.BASE.multiply(secret).toHex(false))
    const text = fc.oneof(
      number.chain((digits) => fc.constantFrom(`02${digits}`, `03${digits}`)),
      fc.tuple(number, number).map(([one, other]) => `04${one}${other}`),
      onCurve,
      // The other root is a point too.
      onCurve.map((full) => `04${full.slice(2, 66)}${hex(p - BigInt(`0x${full.slice(66)}`))}`)
    )
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(text, (given) => {
        const expected = libraryReads(given)
        const code = codeOf(() => fromPointBytes(decodeHex(given)))
        seen.set(code, (seen.get(code) ?? 0) + 1)
        expect(code === "accepted").toBe(expected !== undefined)
        if (expected === undefined) return
        expect(fromPointBytes(decodeHex(given))).toBe(expected.toHex(true))
        expect(uncompressedHex(parsePublicKey(given))).toBe(expected.toHex(false))
      }),
      { numRuns: 400 }
    )
    expect([...seen.keys()].toSorted()).toEqual(["POINT_MALFORMED", "POINT_NOT_ON_CURVE", "accepted"])
  })

  it("have scalars exactly where @noble/curves has them", () => {
    const n = p256.Point.Fn.ORDER
    for (const [value, isIn] of [
      [0n, false],
      [1n, true],
      [n - 1n, true],
      [n, false],
      [n + 1n, false],
      [n - 256n, true],
      [2n ** 255n, true],
      [2n ** 256n - 1n, false]
    ] as const) {
      expect(isScalar(decodeHex(hex(value)))).toBe(isIn)
    }
    const near = fc.bigInt({ min: n - 2n ** 16n, max: n + 2n ** 16n })
    fc.assert(
      fc.property(fc.oneof(near, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), (value) => {
        const bytes = decodeHex(hex(value))
        expect(isScalar(bytes)).toBe(p256.utils.isValidSecretKey(bytes))
      })
    )
    for (const length of [0, 31, 33, 64]) expect(isScalar(new Uint8Array(length).fill(1))).toBe(false)
  })

  it("are validated the same a second time, whatever is in the cache", () => {
    const near = fc.tuple(
      fc.constantFrom(key, full, key.toUpperCase()),
      fc.nat(129),
      fc.constantFrom(..."0123456789aFg")
    )
    fc.assert(
      fc.property(near, ([text, at, digit]) => {
        const other = text.slice(0, at) + digit + text.slice(at + 1)
        const first = codeOf(() => parsePublicKey(other))
        parsePublicKey(text)
        expect(codeOf(() => parsePublicKey(other))).toBe(first)
        if (first === "accepted") expect(parsePublicKey(other)).toBe(p256.Point.fromHex(other).toHex(true))
      })
    )
  })

  it("round-trip for any private key", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: p256.Point.Fn.ORDER - 1n }), (secret) => {
        const made = publicKeyOf(decodeHex(hex(secret)))
        expect(parsePublicKey(uncompressedHex(made))).toBe(made)
      }),
      { numRuns: 30 }
    )
  })
})
