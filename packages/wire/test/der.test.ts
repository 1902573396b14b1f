import { p256 } from "@noble/curves/nist.js"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decodeDerSignature,
  decodeHex,
  derToP1363,
  encodeDerSignature,
  encodeHex,
  encodeUtf8,
  isDerSignature,
  p1363ToDer,
  publicKeyOf,
  signP256,
  verifyP256
} from "../src/index.ts"
import { codeOf } from "./codeOf.ts"
import { flipS, isHighS, scalar } from "./keys.ts"

const n = p256.Point.Fn.ORDER
const order = n.toString(16)
const integer = fc.oneof(
  fc.constantFrom(1n, 127n, 128n, 255n, 256n, n - 1n, n / 2n),
  fc.bigInt({ min: 1n, max: n - 1n })
)

describe("strict DER signatures", () => {
  it.each([
    ["3006020101020101", 1n, 1n],
    ["300602017f020101", 127n, 1n],
    ["30070202008002017f", 128n, 127n],
    [`3026022100${(n - 1n).toString(16)}020101`, n - 1n, 1n]
  ])("reads %s", (hex, r, s) => {
    expect(decodeDerSignature(decodeHex(hex))).toEqual({ r, s })
    expect(encodeHex(encodeDerSignature({ r, s }))).toBe(hex)
  })

  it.each([
    ["nothing", ""],
    ["one byte", "30"],
    ["an empty sequence", "3000"],
    ["a set instead of a sequence", "3106020101020101"],
    ["an integer instead of a sequence", "0206020101020101"],
    ["a long-form sequence length (BER)", "308106020101020101"],
    ["a two-byte long-form length (BER)", "30820006020101020101"],
    ["an indefinite length (BER)", "30800201010201010000"],
    ["a long-form integer length (BER)", "300702810101020101"],
    ["a sequence length one short", "3005020101020101"],
    ["a sequence length one long", "3007020101020101"],
    ["a byte after the sequence", "300602010102010100"],
    ["a byte after s, inside the sequence", "300702010102010100"],
    ["a third integer", "3009020101020101020101"],
    ["r without s", "3003020101"],
    ["an r cut short", "300202ff"],
    ["an s cut short", "3006020101020201"],
    ["r of no bytes", "30050200020101"],
    ["s of no bytes", "30050201010200"],
    ["r with a tag of a bit string", "3006030101020101"],
    ["s with a tag of a boolean", "3006020101010101"],
    ["a negative r", "3006020180020101"],
    ["a negative s", "30060201010201ff"],
    ["an unnecessary zero before r", "300702020001020101"],
    ["an unnecessary zero before s", "30070201010202007f"],
    ["two zeros before r", "30080203000080020101"],
    ["r of zero (K4)", "3006020100020101"],
    ["s of zero (K4)", "3006020101020100"],
    ["r of n (K4)", `3026022100${order}020101`],
    ["s of n (K4)", `3026020101022100${order}`],
    ["s of n + 1 (K4)", `3026020101022100${(n + 1n).toString(16)}`],
    ["r of 2^256 - 1 (K4)", `3026022100${"f".repeat(64)}020101`],
    ["r of 34 bytes", `30270222${"01".repeat(34)}020101`],
    ["64 raw bytes", "01".repeat(64)],
    ["raw bytes that begin like a sequence", `303e${"01".repeat(62)}`],
    ["73 bytes", `3047${"02".repeat(71)}`],
    ["hex text of a signature", encodeHex(encodeUtf8("3006020101020101"))]
  ])("rejects %s (K3)", (_, hex) => {
    expect(codeOf(() => decodeDerSignature(decodeHex(hex)))).toBe("SIGNATURE_MALFORMED")
    expect(codeOf(() => derToP1363(decodeHex(hex)))).toBe("SIGNATURE_MALFORMED")
    expect(isDerSignature(decodeHex(hex))).toBe(false)
  })

  it("reads back its own output, in both formats", () => {
    fc.assert(
      fc.property(integer, integer, (r, s) => {
        const der = encodeDerSignature({ r, s })
        expect(decodeDerSignature(der)).toEqual({ r, s })
        expect(derToP1363(der).length).toBe(64)
        expect(p1363ToDer(derToP1363(der))).toEqual(der)
      })
    )
  })

  it("accepts exactly one encoding: writing a decoded signature gives the same bytes", () => {
    const near = fc
      .tuple(integer, integer, fc.nat(71), fc.integer({ min: 0, max: 255 }))
      .map(([r, s, at, byte]) => encodeDerSignature({ r, s }).map((old, index) => (index === at ? byte : old)))
    fc.assert(
      fc.property(fc.oneof(near, fc.uint8Array({ maxLength: 80 })), (bytes) => {
        const isRead = codeOf(() => decodeDerSignature(bytes)) === "accepted"
        expect(isDerSignature(bytes)).toBe(isRead)
        if (!isRead) return
        expect(encodeDerSignature(decodeDerSignature(bytes))).toEqual(bytes)
      }),
      { numRuns: 2000 }
    )
  })

  it("rejects integers out of range", () => {
    for (const bad of [0n, -1n, n, n + 1n, 1n << 256n, -(1n << 256n), n << 8n]) {
      expect(codeOf(() => encodeDerSignature({ r: bad, s: 1n }))).toBe("SIGNATURE_MALFORMED")
      expect(codeOf(() => encodeDerSignature({ r: 1n, s: bad }))).toBe("SIGNATURE_MALFORMED")
    }
    for (const length of [0, 63, 65]) {
      expect(codeOf(() => p1363ToDer(new Uint8Array(length).fill(1)))).toBe("SIGNATURE_MALFORMED")
    }
    for (const bad of ["00".repeat(32), order, "ff".repeat(32)]) {
      expect(codeOf(() => p1363ToDer(decodeHex(bad + "01".repeat(32))))).toBe("SIGNATURE_MALFORMED")
      expect(codeOf(() => p1363ToDer(decodeHex("01".repeat(32) + bad)))).toBe("SIGNATURE_MALFORMED")
    }
  })
})

describe("P-256 signatures", () => {
  // RFC 6979 appendix A.2.5, curve P-256, SHA-256, both messages.
  const privateKey = decodeHex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
  const publicKey = publicKeyOf(privateKey)

  it.each([
    [
      "sample",
      "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
      "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ],
    [
      "test",
      "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
      "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
    ]
  ])("match the standard's signature of %o, with S in the lower half", (message, r, s) => {
    const standard = p1363ToDer(decodeHex(r + s))
    const made = signP256(encodeUtf8(message), privateKey)
    expect(made).toEqual(isHighS(standard) ? flipS(standard) : standard)
    expect(verifyP256(encodeUtf8(message), standard, publicKey)).toBe(true)
    expect(verifyP256(encodeUtf8(message), flipS(standard), publicKey)).toBe(true)
    expect(verifyP256(encodeUtf8(`${message}.`), standard, publicKey)).toBe(false)
  })

  it("verify as false when malformed", () => {
    const raw = derToP1363(signP256(encodeUtf8("sample"), privateKey))
    expect(verifyP256(encodeUtf8("sample"), raw, publicKey)).toBe(false)
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => !verifyP256(bytes, bytes, publicKey)))
  })

  it.each([
    ["zero", new Uint8Array(32)],
    ["the group order", decodeHex(order)],
    ["31 bytes", scalar(1).subarray(1)],
    ["33 bytes", new Uint8Array(33).fill(1)]
  ])("rejects signing with %s", (_, key) => {
    expect(codeOf(() => signP256(encodeUtf8("sample"), key))).toBe("SCALAR_INVALID")
    expect(codeOf(() => publicKeyOf(key))).toBe("SCALAR_INVALID")
  })
})
