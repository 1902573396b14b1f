import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  encodeHex,
  encodeUtf8,
  makeOtpTargetBundle,
  makeSignedBundle,
  makeWalletExport,
  openWalletExport,
  parseOtpBundle,
  parseOtpPlaintext,
  publicKeyOf,
  seal,
  sealOtpBundle,
  signP256,
  uncompressedHex,
  verifyOtpTargetBundle,
  verifySignedBundle,
  walletExportData
} from "../src/index.ts"
import { codeOf, codeOfAsync } from "./codeOf.ts"
import { flipS, scalar, withByte } from "./keys.ts"

const target = publicKeyOf(scalar(0x22))
const signerKey = scalar(0x55)
const signer = publicKeyOf(signerKey)
const attackerKey = scalar(0x66)
const attacker = publicKeyOf(attackerKey)
const sign = (bytes: Uint8Array) => signP256(bytes, signerKey)
const targetHex = uncompressedHex(target)

const envelope = (data: Uint8Array, overrides: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    version: "v1.0.0",
    data: encodeHex(data),
    dataSignature: encodeHex(sign(data)),
    enclaveQuorumPublic: uncompressedHex(signer),
    ...overrides
  })

describe("a signed bundle", () => {
  const data = encodeUtf8('{"a":1}')

  it("has four keys in order, all hex in lower case, and no quotes around it", async () => {
    const text = await makeSignedBundle({ data, signer, sign })
    expect(text).toBe(envelope(data))
    expect(text).toMatch(
      /^\{"version":"v1\.0\.0","data":"[0-9a-f]+","dataSignature":"30[0-9a-f]+","enclaveQuorumPublic":"04[0-9a-f]{128}"\}$/u
    )
    expect(verifySignedBundle(text, signer)).toEqual(data)
  })

  it("K14: is accepted from any of several trusted signers, if the signature is by the signer it names", () => {
    for (const trusted of [[signer], [attacker, signer], [signer, attacker]]) {
      expect(verifySignedBundle(envelope(data), trusted)).toEqual(data)
    }
    for (const trusted of [[attacker], []]) {
      expect(codeOf(() => verifySignedBundle(envelope(data), trusted))).toBe("BUNDLE_SIGNER_UNTRUSTED")
    }
    // Both keys are trusted, but the bundle names one and is signed by the other.
    const crossed = envelope(data, { enclaveQuorumPublic: uncompressedHex(attacker) })
    expect(codeOf(() => verifySignedBundle(crossed, [signer, attacker]))).toBe("BUNDLE_SIGNATURE_INVALID")
  })

  it("accepts an asynchronous signer, and rejects a signer whose result is not DER", async () => {
    const later = await makeSignedBundle({ data, signer, sign: async (bytes) => sign(bytes) })
    expect(verifySignedBundle(later, signer)).toEqual(data)
    const raw = () => new Uint8Array(64).fill(1)
    expect(await codeOfAsync(() => makeSignedBundle({ data, signer, sign: raw }))).toBe("SIGNATURE_MALFORMED")
  })

  it.each([
    ["single quotes around it", `'${envelope(data)}'`],
    ["further keys", envelope(data, { more: { keys: true } })],
    ["hex in upper case", envelope(data, { enclaveQuorumPublic: uncompressedHex(signer).toUpperCase() })],
    ["S in the other half", envelope(data, { dataSignature: encodeHex(flipS(sign(data))) })]
  ])("is read with %s", (_, text) => {
    expect(verifySignedBundle(text, signer)).toEqual(data)
  })

  it.each([
    [
      "other data under the same signature",
      envelope(data, { data: encodeHex(encodeUtf8('{"a":2}')) }),
      "BUNDLE_SIGNATURE_INVALID"
    ],
    ["no data under the same signature", envelope(data, { data: "" }), "BUNDLE_SIGNATURE_INVALID"],
    [
      "the attacker's signature",
      envelope(data, { dataSignature: encodeHex(signP256(data, attackerKey)) }),
      "BUNDLE_SIGNATURE_INVALID"
    ],
    [
      "a signature over the hex text",
      envelope(data, { dataSignature: encodeHex(sign(encodeUtf8(encodeHex(data)))) }),
      "BUNDLE_SIGNATURE_INVALID"
    ],
    ["an empty signature", envelope(data, { dataSignature: "" }), "BUNDLE_SIGNATURE_INVALID"],
    [
      "72 bytes of signature that are not DER",
      envelope(data, { dataSignature: "00".repeat(72) }),
      "BUNDLE_SIGNATURE_INVALID"
    ],
    ["73 bytes of signature", envelope(data, { dataSignature: "00".repeat(73) }), "BUNDLE_MALFORMED"],
    [
      "a signer of its own, with a good signature",
      envelope(data, {
        dataSignature: encodeHex(signP256(data, attackerKey)),
        enclaveQuorumPublic: uncompressedHex(attacker)
      }),
      "BUNDLE_SIGNER_UNTRUSTED"
    ],
    [
      "the key of another signer",
      envelope(data, { enclaveQuorumPublic: uncompressedHex(attacker) }),
      "BUNDLE_SIGNER_UNTRUSTED"
    ],
    ["no signer", envelope(data, { enclaveQuorumPublic: "" }), "BUNDLE_MALFORMED"],
    ["a signer off the curve", envelope(data, { enclaveQuorumPublic: `04${"11".repeat(64)}` }), "BUNDLE_MALFORMED"],
    ["its signature stripped", envelope(data, { dataSignature: undefined }), "BUNDLE_MALFORMED"],
    ["another version", envelope(data, { version: "v1.0.1" }), "BUNDLE_MALFORMED"],
    ["a numeric version", envelope(data, { version: 1 }), "BUNDLE_MALFORMED"],
    ["data that is not hex", envelope(data, { data: "zz" }), "BUNDLE_MALFORMED"],
    ["two single quotes in front", `''${envelope(data)}`, "BUNDLE_MALFORMED"],
    ["double quotes around it", JSON.stringify(envelope(data)), "BUNDLE_MALFORMED"],
    ["a duplicate data key", envelope(data).replace("{", '{"data":"00",'), "BUNDLE_MALFORMED"],
    ["nothing at all", "", "BUNDLE_MALFORMED"],
    ["two single quotes alone", "''", "BUNDLE_MALFORMED"],
    ["null", "null", "BUNDLE_MALFORMED"],
    ["more than 16,384 characters", envelope(data, { more: "x".repeat(16_384) }), "BUNDLE_MALFORMED"]
  ])("is rejected with %s (K14)", (_, text, code) => {
    expect(codeOf(() => verifySignedBundle(text, signer))).toBe(code)
  })

  it("returns bytes or throws a WireError for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.json()),
        (text) => codeOf(() => verifySignedBundle(text, signer)) !== "accepted"
      )
    )
  })
})

describe("an OTP target bundle", () => {
  it("has the target first and the extra keys after it", async () => {
    const text = await makeOtpTargetBundle({ target, signer, sign, extra: { issuedAt: "1", "2": 'x"' } })
    const data = new TextDecoder().decode(verifySignedBundle(text, signer))
    expect(data).toMatch(new RegExp(`^\\{"targetPublic":"${targetHex}",`, "u"))
    expect(JSON.parse(data)).toEqual({ targetPublic: targetHex, issuedAt: "1", "2": 'x"' })
    expect(verifyOtpTargetBundle(text, signer)).toEqual({ target })
  })

  it("does not let an extra key replace the target", async () => {
    const extra = { targetPublic: uncompressedHex(attacker) }
    expect(await codeOfAsync(() => makeOtpTargetBundle({ target, signer, sign, extra }))).toBe("BUNDLE_MALFORMED")
    const odd = { note: "\ud800" }
    expect(await codeOfAsync(() => makeOtpTargetBundle({ target, signer, sign, extra: odd }))).toBe("BUNDLE_MALFORMED")
  })

  it("is rejected when a hostile backend replaces the key, with or without its own signature (K14)", async () => {
    const honest = JSON.parse(await makeOtpTargetBundle({ target, signer, sign }))
    const own = await makeOtpTargetBundle({
      target: attacker,
      signer: attacker,
      sign: (bytes) => signP256(bytes, attackerKey)
    })
    const swapped = JSON.stringify({ ...honest, data: JSON.parse(own).data })
    const dressed = JSON.stringify({ ...JSON.parse(own), enclaveQuorumPublic: honest.enclaveQuorumPublic })
    expect(codeOf(() => verifyOtpTargetBundle(own, signer))).toBe("BUNDLE_SIGNER_UNTRUSTED")
    expect(codeOf(() => verifyOtpTargetBundle(swapped, signer))).toBe("BUNDLE_SIGNATURE_INVALID")
    expect(codeOf(() => verifyOtpTargetBundle(dressed, signer))).toBe("BUNDLE_SIGNATURE_INVALID")
  })

  it.each([
    ["no target", "{}"],
    ["a compressed target", JSON.stringify({ targetPublic: target })],
    ["a target off the curve", JSON.stringify({ targetPublic: `04${"11".repeat(64)}` })],
    ["a target that is not text, and is not converted to text", '{"targetPublic":{"toString":1}}'],
    ["a target twice", `{"targetPublic":"${targetHex}","targetPublic":"${targetHex}"}`],
    ["text that is not JSON", "target"],
    ["null", "null"]
  ])("is rejected with %s, though signed", (_, data) => {
    expect(codeOf(() => verifyOtpTargetBundle(envelope(encodeUtf8(data)), signer))).toBe("BUNDLE_MALFORMED")
  })

  it("is rejected when its data is not UTF-8, though signed", () => {
    expect(codeOf(() => verifyOtpTargetBundle(envelope(Uint8Array.of(0xff)), signer))).toBe("BUNDLE_MALFORMED")
  })
})

describe("an OTP bundle", () => {
  const enc = uncompressedHex(publicKeyOf(scalar(0x11)))
  const ciphertext = "ab".repeat(40)

  it("is read in hex of either case", () => {
    const text = JSON.stringify({ ciphertext: ciphertext.toUpperCase(), encappedPublic: enc.toUpperCase() })
    const sealed = parseOtpBundle(text)
    expect(encodeHex(sealed.enc)).toBe(enc)
    expect(encodeHex(sealed.ciphertext)).toBe(ciphertext)
  })

  it.each([
    ["nothing", ""],
    ["an array", JSON.stringify([enc, ciphertext])],
    ["a string", JSON.stringify("x")],
    ["no ciphertext", JSON.stringify({ encappedPublic: enc })],
    ["an empty ciphertext", JSON.stringify({ encappedPublic: enc, ciphertext: "" })],
    ["a tag without ciphertext", JSON.stringify({ encappedPublic: enc, ciphertext: "00".repeat(16) })],
    ["a ciphertext of odd length", JSON.stringify({ encappedPublic: enc, ciphertext: `${ciphertext}a` })],
    ["a ciphertext in base64", JSON.stringify({ encappedPublic: enc, ciphertext: "q6urq6s=" })],
    ["an extra key", JSON.stringify({ encappedPublic: enc, ciphertext, more: "" })],
    ["a key twice", `{"ciphertext":"00",${JSON.stringify({ encappedPublic: enc, ciphertext }).slice(1)}`],
    ["a compressed point", JSON.stringify({ encappedPublic: publicKeyOf(scalar(0x11)), ciphertext })],
    ["a hybrid point", JSON.stringify({ encappedPublic: `06${enc.slice(2)}`, ciphertext })],
    ["a point off the curve", JSON.stringify({ encappedPublic: `04${"11".repeat(64)}`, ciphertext })],
    ["numbers for strings", JSON.stringify({ encappedPublic: 4, ciphertext: 1 })],
    ["single quotes around it", `'${JSON.stringify({ encappedPublic: enc, ciphertext })}'`],
    ["4,097 characters", JSON.stringify({ encappedPublic: enc, ciphertext: "00".repeat(2000) })]
  ])("is rejected as %s (K10)", (_, text) => {
    expect(codeOf(() => parseOtpBundle(text))).toBe("BUNDLE_MALFORMED")
  })

  it.each(["", "x".repeat(65), "12345\n", "１２３", "\0"])("cannot be created for code %j", async (code) => {
    const made = () => sealOtpBundle({ code, publicKey: target, target })
    expect(await codeOfAsync(made)).toBe("OTP_PLAINTEXT_MALFORMED")
  })

  it("returns a value or throws its one code for any text or bytes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), fc.uint8Array(), (text, bytes) => {
        expect(codeOf(() => parseOtpBundle(text))).toBe("BUNDLE_MALFORMED")
        expect(codeOf(() => parseOtpPlaintext(bytes))).toBe("OTP_PLAINTEXT_MALFORMED")
      })
    )
  })
})

describe("an OTP plaintext", () => {
  const plaintext = (fields: unknown) => encodeUtf8(JSON.stringify(fields))

  it("is read in either order of keys and any spelling of the point", () => {
    const read = parseOtpPlaintext(plaintext({ public_key: targetHex.toUpperCase(), otp_code: "A B" }))
    expect(read).toEqual({ code: "A B", publicKey: target })
  })

  it.each([
    ["no code", plaintext({ public_key: target })],
    ["a numeric code", plaintext({ otp_code: 123456, public_key: target })],
    ["an empty code", plaintext({ otp_code: "", public_key: target })],
    ["a code of 65 characters", plaintext({ otp_code: "1".repeat(65), public_key: target })],
    ["a code outside ASCII", plaintext({ otp_code: "１２３４５６", public_key: target })],
    ["a code with a line feed", plaintext({ otp_code: "123456\n", public_key: target })],
    ["no key", plaintext({ otp_code: "123456" })],
    ["a key off the curve", plaintext({ otp_code: "123456", public_key: `02${"00".repeat(31)}07` })],
    ["an extra key", plaintext({ otp_code: "123456", public_key: target, admin: "1" })],
    ["camel case", plaintext({ otpCode: "123456", publicKey: target })],
    ["an array", plaintext(["123456", target])],
    ["a byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf, ...plaintext({ otp_code: "1", public_key: target }))],
    ["a code twice", encodeUtf8(`{"otp_code":"1","otp_code":"2","public_key":"${target}"}`)],
    ["too many bytes", encodeUtf8(`${" ".repeat(1024)}{"otp_code":"1","public_key":"${target}"}`)]
  ])("is rejected with %s", (_, bytes) => {
    expect(codeOf(() => parseOtpPlaintext(bytes))).toBe("OTP_PLAINTEXT_MALFORMED")
  })
})

describe("a wallet export", () => {
  const recipientPrivateKey = scalar(0x22)
  const make = () => makeWalletExport({ mnemonic: "ábc def", organizationId: "org_a", recipient: target, signer, sign })
  const options = { trustedSigner: signer, organizationId: "org_a", recipientPrivateKey }

  it("returns the mnemonic as UTF-8 to its recipient", async () => {
    const text = await make()
    expect(await openWalletExport({ ...options, text })).toBe("ábc def")
    expect(await codeOfAsync(() => openWalletExport({ ...options, text, recipientPrivateKey: scalar(0x23) }))).toBe(
      "OPEN_FAILED"
    )
  })

  it("cannot be created for an organization id that a strict reader refuses", async () => {
    const made = () => makeWalletExport({ mnemonic: "a b", organizationId: "\ud800", recipient: target, signer, sign })
    expect(await codeOfAsync(made)).toBe("BUNDLE_MALFORMED")
  })

  it("is rejected for another organization, and from another signer", async () => {
    const text = await make()
    expect(await codeOfAsync(() => openWalletExport({ ...options, text, organizationId: "org_b" }))).toBe(
      "BUNDLE_ORGANIZATION_MISMATCH"
    )
    expect(await codeOfAsync(() => openWalletExport({ ...options, text, trustedSigner: attacker }))).toBe(
      "BUNDLE_SIGNER_UNTRUSTED"
    )
  })

  it("is rejected when the signed data has another format", async () => {
    const fields = { encappedPublic: targetHex, ciphertext: "00" }
    for (const data of [
      "{}",
      "null",
      '{"encappedPublic":"04","ciphertext":"00","organizationId":"org_a"}',
      JSON.stringify(fields),
      JSON.stringify({ ...fields, organizationId: ["org_a"] })
    ]) {
      const text = envelope(encodeUtf8(data))
      expect(await codeOfAsync(() => openWalletExport({ ...options, text }))).toBe("BUNDLE_MALFORMED")
    }
  })

  it("fails to open when the sealed bytes are not text", async () => {
    const sealed = await seal({ recipient: target, plaintext: Uint8Array.of(0xff) })
    const text = envelope(walletExportData({ sealed, organizationId: "org_a" }))
    expect(await codeOfAsync(() => openWalletExport({ ...options, text }))).toBe("OPEN_FAILED")
  })

  it("is rejected when any one byte of its data changes", async () => {
    const whole = JSON.parse(await make())
    const data = Uint8Array.from(whole.data.match(/../gu).map((pair: string) => Number.parseInt(pair, 16)))
    fc.assert(
      fc.property(fc.nat(data.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const text = JSON.stringify({ ...whole, data: encodeHex(withByte(data, at, mask)) })
        expect(codeOf(() => verifySignedBundle(text, signer))).toBe("BUNDLE_SIGNATURE_INVALID")
      }),
      { numRuns: 60 }
    )
  })
})
