import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBase64, decodeBase64Url, decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from "../src/index.ts"
import * as nativeDigests from "../src/primitives/native/digests.ts"
import * as nativeSymbols from "../src/primitives/native/symbols.ts"
import * as portableDigests from "../src/primitives/portable/digests.ts"
import * as portableSymbols from "../src/primitives/portable/symbols.ts"
import { codeOf } from "./codeOf.ts"

const native = { ...nativeDigests, ...nativeSymbols }
const portable = { ...portableDigests, ...portableSymbols }
const bytes = fc.uint8Array({ maxLength: 300 })
const text = fc.string({ unit: "binary", maxLength: 100 })
const utf8 = (value: string) => new TextEncoder().encode(value)
const both: ReadonlyArray<readonly [string, typeof native]> = [
  ["native", native],
  ["portable", portable]
]

describe.each(both)("the %s primitives", (_, { hmacSha256, sha256, sha256Hex, symbolsOf }) => {
  // FIPS 180-4: the examples of one block and of two blocks.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ]
  ])("digest %j as FIPS 180-4 does", (message, digest) => {
    expect(encodeHex(sha256(utf8(message)))).toBe(digest)
    expect(sha256Hex(message)).toBe(digest)
  })

  // RFC 4231: a short key, a key of one block, and a key longer than a block.
  it.each([
    ["4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f", "5bdcc146bf60754e6a042426089575c7"],
    ["0b".repeat(20), "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b"],
    [
      "aa".repeat(131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f"
    ]
  ])("authenticate with the key %s as RFC 4231 does", (key, message, start) => {
    expect(encodeHex(hmacSha256(decodeHex(key), decodeHex(message))).slice(0, 32)).toBe(start)
  })

  it("encode bytes as RFC 4648 does, padded in base64 and unpadded in base64url", () => {
    const spelled = (value: Uint8Array) => [symbolsOf(value, "base64"), symbolsOf(value, "base64url")]
    expect(spelled(Uint8Array.of())).toEqual(["", ""])
    expect(spelled(Uint8Array.of(0xfb))).toEqual(["+w==", "-w"])
    expect(spelled(Uint8Array.of(0xfb, 0xff))).toEqual(["+/8=", "-_8"])
    expect(spelled(Uint8Array.of(0xfb, 0xff, 0xbf))).toEqual(["+/+/", "-_-_"])
  })

  it("read a part of a buffer, and return a copy that is not a Buffer", () => {
    const whole = Uint8Array.of(9, 97, 98, 99, 9)
    const part = whole.subarray(1, 4)
    expect(symbolsOf(part, "base64")).toBe("YWJj")
    expect(encodeHex(sha256(part))).toBe(sha256Hex("abc"))
    for (const answer of [sha256(part), hmacSha256(part, part)]) {
      expect(Object.getPrototypeOf(answer)).toBe(Uint8Array.prototype)
      expect([answer.length, answer.buffer.byteLength]).toEqual([32, 32])
    }
  })

  it.each(["\ud800", "a\udc00", "\ude00\ud83d"])("reject digesting the text %j", (lone) => {
    expect(codeOf(() => sha256Hex(lone))).toBe("UTF8_MALFORMED")
  })
})

describe("the native primitives, compared with the portable ones", () => {
  it("give the same digest of any bytes, and the same digest or error for any text", () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(native.sha256(value)).toEqual(portable.sha256(value))
      })
    )
    fc.assert(
      fc.property(text, (value) => {
        const code = codeOf(() => native.sha256Hex(value))
        expect(codeOf(() => portable.sha256Hex(value))).toBe(code)
        if (code === "accepted") expect(native.sha256Hex(value)).toBe(portable.sha256Hex(value))
      })
    )
  })

  it("authenticate any bytes alike, under keys of any length", () => {
    fc.assert(
      fc.property(bytes, bytes, (key, value) => {
        expect(native.hmacSha256(key, value)).toEqual(portable.hmacSha256(key, value))
      })
    )
  })

  it("encode any bytes alike", () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom("base64", "base64url"), (value, alphabet) => {
        expect(native.symbolsOf(value, alphabet)).toBe(portable.symbolsOf(value, alphabet))
      })
    )
  })
})

describe("the decoders, compared with the lenient ones of Node", () => {
  const written = (encoding: "base64" | "base64url") =>
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value).toString(encoding)),
      fc.string({ unit: fc.constantFrom(..."AQgwZ-_+/= \u0141\u{1f600}"), maxLength: 12 }),
      text
    )
  const verdict = (decode: (text: string) => Uint8Array, value: string) =>
    codeOf(() => decode(value)) === "accepted" ? encodeHex(decode(value)) : undefined

  it.each([
    ["base64", decodeBase64],
    ["base64url", decodeBase64Url]
  ] as const)("accept %s that Node decodes and encodes to the same text", (encoding, decode) => {
    fc.assert(
      fc.property(written(encoding), (value) => {
        const read = Buffer.from(value, encoding)
        expect(verdict(decode, value)).toBe(read.toString(encoding) === value ? read.toString("hex") : undefined)
      }),
      { numRuns: 2000 }
    )
  })

  it("accept hex that Node decodes and encodes to the same text, in either case", () => {
    // Node reads U+0130 as the digit 0, because it uses only the lower eight bits.
    const digits = fc.string({ unit: fc.constantFrom(..."09afAFg \u0130\u{10030}"), maxLength: 8 })
    fc.assert(
      fc.property(fc.oneof(digits, text), (value) => {
        const read = Buffer.from(value, "hex").toString("hex")
        expect(verdict(decodeHex, value)).toBe(read === value.toLowerCase() ? read : undefined)
      }),
      { numRuns: 2000 }
    )
  })

  it("accept UTF-8 that Node decodes and encodes to the same bytes", () => {
    fc.assert(
      fc.property(text, (value) => {
        const read = Buffer.from(value)
        const isKept = read.toString() === value
        expect(verdict(encodeUtf8, value)).toBe(isKept ? read.toString("hex") : undefined)
      })
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (value) => {
        const read = Buffer.from(value).toString()
        const isKept = Buffer.from(read).equals(value) && !read.startsWith("\uFEFF")
        expect(codeOf(() => decodeUtf8(value)) === "accepted").toBe(isKept)
        if (isKept) expect(decodeUtf8(value)).toBe(read)
      }),
      { numRuns: 2000 }
    )
  })
})
