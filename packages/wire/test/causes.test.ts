import { describe, expect, it } from "vitest"
import {
  attempt,
  decodeStamp,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  openWalletExport,
  parseCompactJws,
  parseOtpBundle,
  parseOtpPlaintext,
  parsePublicKey,
  publicKeyOf,
  STAMP_SCHEME,
  signedBundle,
  signP256,
  uncompressedHex,
  verifySignedBundle,
  WireError
} from "../src/index.ts"
import { scalar } from "./keys.ts"

const privateKey = scalar(0x22)
const publicKey = publicKeyOf(privateKey)
const full = uncompressedHex(publicKey)
const nothing = encodeUtf8("{}")
const signature = signP256(nothing, privateKey)
const segment = (value: unknown) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
const stamp = (fields: Readonly<Record<string, string>>) =>
  segment({ publicKey, scheme: STAMP_SCHEME, signature: encodeHex(signature), ...fields })

/** The codes of an error and of its causes, in order. */
const codesOf = async (run: () => unknown): Promise<ReadonlyArray<string>> => {
  try {
    await run()
    return []
  } catch (error) {
    return codesFrom(error)
  }
}
const codesFrom = (error: unknown): ReadonlyArray<string> =>
  error instanceof WireError ? [error.code, ...codesFrom(error.cause)] : []

describe("the causes of an error", () => {
  it.each([
    ["a point that is not hex", () => parsePublicKey("zz"), ["POINT_MALFORMED", "HEX_MALFORMED"]],
    ["a point of 66 bytes", () => parsePublicKey(`${full}00`), ["POINT_MALFORMED", "TOO_LONG"]],
    ["a stamp that is not base64url", () => decodeStamp("+"), ["STAMP_MALFORMED", "BASE64URL_MALFORMED"]],
    [
      "a stamp whose key is not hex",
      () => decodeStamp(stamp({ publicKey: "zz" })),
      ["STAMP_MALFORMED", "POINT_MALFORMED", "HEX_MALFORMED"]
    ],
    [
      "a stamp with 72 bytes of signature that are not DER",
      () => decodeStamp(stamp({ signature: "00".repeat(72) })),
      ["STAMP_MALFORMED", "SIGNATURE_MALFORMED"]
    ],
    [
      "a stamp with 73 bytes of signature",
      () => decodeStamp(stamp({ signature: "00".repeat(73) })),
      ["STAMP_MALFORMED", "TOO_LONG"]
    ],
    ["a token of one segment", () => parseCompactJws("e30"), ["TOKEN_MALFORMED", "TOKEN_MALFORMED"]],
    [
      "a signed bundle of no fields",
      () => verifySignedBundle("{}", publicKey),
      ["BUNDLE_MALFORMED", "BUNDLE_MALFORMED"]
    ],
    ["an OTP bundle of no fields", () => parseOtpBundle("{}"), ["BUNDLE_MALFORMED", "BUNDLE_MALFORMED"]],
    [
      "an OTP bundle of a tag without ciphertext",
      () => parseOtpBundle(JSON.stringify({ encappedPublic: full, ciphertext: "00".repeat(16) })),
      ["BUNDLE_MALFORMED", "BUNDLE_MALFORMED"]
    ],
    [
      "an OTP plaintext of no fields",
      () => parseOtpPlaintext(nothing),
      ["OTP_PLAINTEXT_MALFORMED", "OTP_PLAINTEXT_MALFORMED"]
    ],
    [
      "a wallet export of no fields",
      () =>
        openWalletExport({
          text: signedBundle({ data: nothing, signer: publicKey, signature }),
          trustedSigner: publicKey,
          organizationId: "org_a",
          recipientPrivateKey: privateKey
        }),
      ["BUNDLE_MALFORMED", "BUNDLE_MALFORMED"]
    ]
  ])("state the violated inner rule for %s", async (_, run, codes) => {
    expect(await codesOf(run)).toEqual(codes)
  })

  it.each([
    ["a hybrid point", () => parsePublicKey(full.replace("04", "06")), "POINT_MALFORMED"],
    ["a point off the curve", () => parsePublicKey(`02${"00".repeat(31)}07`), "POINT_NOT_ON_CURVE"]
  ])("are absent when no WireError is involved, for %s", async (_, run, code) => {
    expect(await codesOf(run)).toEqual([code])
  })
})

describe("an attempt", () => {
  it("returns the result, and undefined when it throws", () => {
    expect(attempt(() => parsePublicKey(publicKey))).toBe(publicKey)
    expect(attempt(() => parsePublicKey("02"))).toBeUndefined()
  })
})
