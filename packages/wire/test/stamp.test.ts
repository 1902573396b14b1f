import { malformedStamps } from "@countersign/vector-generator/malformedStamps"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decodeBase64Url,
  decodeStamp,
  decodeUtf8,
  encodeBase64Url,
  encodeHex,
  encodeStamp,
  encodeUtf8,
  publicKeyOf,
  STAMP_SCHEME,
  signStamp,
  uncompressedHex,
  verifyStamp
} from "../src/index.ts"
import { codeOf } from "./codeOf.ts"
import { flipS, scalar } from "./keys.ts"

const privateKey = scalar(0x22)
const publicKey = publicKeyOf(privateKey)
const payload = '{"organizationId":"org/test"}'
const good = signStamp(payload, privateKey)
const stamp = decodeStamp(good)
const signature = encodeHex(stamp.signature)
const header = (fields: Readonly<Record<string, unknown>>) => encodeBase64Url(encodeUtf8(JSON.stringify(fields)))

describe("a stamp", () => {
  it("is unpadded base64url of publicKey, scheme and signature, in that order", () => {
    expect(decodeUtf8(decodeBase64Url(good))).toBe(
      `{"publicKey":"${publicKey}","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"${signature}"}`
    )
    expect(encodeStamp(stamp)).toBe(good)
  })

  it("verifies over its own payload and over no other bytes", () => {
    expect(verifyStamp(stamp, payload)).toBe(true)
    for (const other of [` ${payload}`, `${payload}\n`, payload.replace(":", ": "), payload.replace("/", "\\/"), ""]) {
      expect(verifyStamp(stamp, other)).toBe(false)
    }
  })

  it("verifies with S in either half (K1)", () => {
    expect(verifyStamp({ publicKey, signature: flipS(stamp.signature) }, payload)).toBe(true)
  })

  it("does not verify under another key", () => {
    expect(verifyStamp({ ...stamp, publicKey: publicKeyOf(scalar(0x23)) }, payload)).toBe(false)
  })

  it("rejects a lone surrogate, which would have the bytes of another text", () => {
    expect(codeOf(() => signStamp("\ud800", privateKey))).toBe("UTF8_MALFORMED")
    expect(codeOf(() => verifyStamp(stamp, "\ud800"))).toBe("UTF8_MALFORMED")
  })
})

describe("reading a stamp", () => {
  it.each([
    ["padded", good.padEnd(Math.ceil(good.length / 4) * 4, "=")],
    ["in another key order", header({ signature, scheme: STAMP_SCHEME, publicKey })],
    [
      "with unknown extra keys",
      header({
        publicKey,
        scheme: STAMP_SCHEME,
        signature,
        extra: { deep: [1] }
      })
    ],
    [
      "with white space in its JSON",
      encodeBase64Url(encodeUtf8(JSON.stringify(JSON.parse(decodeUtf8(decodeBase64Url(good))), null, 2)))
    ],
    [
      "with hex in upper case",
      header({
        publicKey: publicKey.toUpperCase(),
        scheme: STAMP_SCHEME,
        signature: signature.toUpperCase()
      })
    ],
    [
      "with an uncompressed key",
      header({
        publicKey: uncompressedHex(publicKey),
        scheme: STAMP_SCHEME,
        signature
      })
    ],
    [
      "with an escaped key name",
      encodeBase64Url(
        encodeUtf8(`{"public\\u004bey":"${publicKey}","scheme":"${STAMP_SCHEME}","signature":"${signature}"}`)
      )
    ]
  ])("accepts a stamp %s as the same stamp (K7)", (_, text) => {
    expect(decodeStamp(text)).toEqual(stamp)
  })

  const table = malformedStamps(payload, privateKey)

  it("has a table of at least sixty different malformed stamps", () => {
    expect(table.length).toBeGreaterThanOrEqual(60)
    expect(new Set(table.map(({ header: text }) => text)).size).toBe(table.length)
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
  })

  it("rejects the same table for any key and payload", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 254 }), (text, byte) => {
        for (const { header: malformed, code } of malformedStamps(text, scalar(byte))) {
          expect(codeOf(() => decodeStamp(malformed))).toBe(code)
        }
      }),
      { numRuns: 20 }
    )
  })

  it.each(table)("rejects $name (K3, K4, K5, K6)", ({ header: text, code }) => {
    expect(codeOf(() => decodeStamp(text))).toBe(code)
  })

  it("is parsed up to 4,096 characters, and rejected unread beyond (O9)", () => {
    expect(codeOf(() => decodeStamp("A".repeat(4096)))).toBe("STAMP_MALFORMED")
    expect(codeOf(() => decodeStamp("A".repeat(4097)))).toBe("TOO_LONG")
  })

  it("returns a stamp or throws one of its three codes for any text", () => {
    const codes = ["TOO_LONG", "STAMP_MALFORMED", "STAMP_SCHEME_UNSUPPORTED"]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string().map((text) => encodeBase64Url(encodeUtf8(text))),
          fc.json().map((text) => encodeBase64Url(encodeUtf8(text)))
        ),
        (text) => codes.includes(codeOf(() => decodeStamp(text)))
      )
    )
  })

  it("rejects the stamp or reads another one when any one symbol changes", () => {
    fc.assert(
      fc.property(
        fc.nat(good.length - 1),
        fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
        (at, symbol) => {
          fc.pre(good.charAt(at) !== symbol)
          const changed = good.slice(0, at) + symbol + good.slice(at + 1)
          const code = codeOf(() => decodeStamp(changed))
          if (code !== "accepted") return
          const read = decodeStamp(changed)
          // Only the case of a hex digit can change without changing the stamp.
          if (encodeStamp(read) !== good) expect(verifyStamp(read, payload)).toBe(false)
        }
      ),
      { numRuns: 300 }
    )
  })
})
