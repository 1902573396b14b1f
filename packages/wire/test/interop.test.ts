import { createPrivateKey, sign as opensslSign } from "node:crypto"
import { ApiKeyStamper } from "@turnkey/api-key-stamper"
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  formatHpkeBuf,
  hpkeDecrypt,
  hpkeEncrypt,
  verifyOtpVerificationToken,
  verifyStampSignature
} from "@turnkey/crypto"
import { describe, expect, it } from "vitest"
import {
  decodeStamp,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  fromPointBytes,
  makeOtpTargetBundle,
  makeVerificationToken,
  makeWalletExport,
  open,
  openWalletExport,
  parseOtpBundle,
  parseOtpPlaintext,
  publicKeyOf,
  seal,
  sealSessionSigningKey,
  signP256,
  signStamp,
  uncompressedBytes,
  uncompressedHex,
  verifyP256,
  verifySignedBundle,
  verifyStamp
} from "../src/index.ts"
import { flipS, isHighS, scalar } from "./keys.ts"

const privateKey = scalar(0x22)
const publicKey = publicKeyOf(privateKey)
const signerKey = scalar(0x55)
const signer = publicKeyOf(signerKey)
const signerHex = uncompressedHex(signer)
const sign = (bytes: Uint8Array) => signP256(bytes, signerKey)
const payload = '{"organizationId":"org_test","note":"schön ✓"}'

describe("stamps of the public stamper", () => {
  for (const [runtimeOverride, count] of [
    ["node", 100],
    ["browser", 80],
    ["purejs", 20]
  ] as const) {
    it(`verifies ${count} stamps of its ${runtimeOverride} runtime, with S in either half (K1, F1)`, async () => {
      const stamper = new ApiKeyStamper({
        apiPublicKey: publicKey,
        apiPrivateKey: encodeHex(privateKey),
        runtimeOverride
      })
      const high: boolean[] = []
      for (let round = 0; round < count; round += 1) {
        const text = `${payload}${round}`
        const stamp = decodeStamp((await stamper.stamp(text)).stampHeaderValue)
        expect(stamp.publicKey).toBe(publicKey)
        expect(verifyStamp(stamp, text)).toBe(true)
        expect(verifyStamp(stamp, `${text} `)).toBe(false)
        high.push(isHighS(stamp.signature))
      }
      // The chance that 80 fair coins all fall alike is 1 in 2^79.
      if (count >= 80) expect(new Set(high).size).toBe(2)
    })
  }

  it("creates stamps that the public verifier accepts, in either half of S", async () => {
    const stamp = decodeStamp(signStamp(payload, privateKey))
    for (const signature of [stamp.signature, flipS(stamp.signature)]) {
      expect(await verifyStampSignature(publicKey, encodeHex(signature), payload)).toBe(true)
      expect(await verifyStampSignature(publicKey, encodeHex(signature), `${payload} `)).toBe(false)
    }
  })
})

describe("OpenSSL", () => {
  it("creates signatures that verify here, including high S (K1)", () => {
    const point = uncompressedBytes(publicKey)
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: encodeBase64Url(point.subarray(1, 33)),
      y: encodeBase64Url(point.subarray(33)),
      d: encodeBase64Url(privateKey)
    }
    const key = createPrivateKey({ key: jwk, format: "jwk" })
    const signatures = Array.from({ length: 60 }, () => opensslSign("sha256", encodeUtf8(payload), key))
    expect(signatures.every((signature) => verifyP256(encodeUtf8(payload), signature, publicKey))).toBe(true)
    expect(new Set(signatures.map(isHighS)).size).toBe(2)
  })
})

describe("HPKE of the public client library", () => {
  it("opens our sealed values", async () => {
    const sealed = await seal({
      recipient: publicKey,
      plaintext: encodeUtf8(payload)
    })
    const opened = hpkeDecrypt({
      ciphertextBuf: sealed.ciphertext,
      encappedKeyBuf: sealed.enc,
      receiverPriv: encodeHex(privateKey)
    })
    expect(Uint8Array.from(opened)).toEqual(encodeUtf8(payload))
  })

  it("seals values that we open, after its compressed key is expanded (F12)", async () => {
    const sealed = hpkeEncrypt({
      plainTextBuf: encodeUtf8(payload),
      targetKeyBuf: uncompressedBytes(publicKey)
    })
    const enc = uncompressedBytes(fromPointBytes(sealed.subarray(0, 33)))
    const opened = await open({
      recipientPrivateKey: privateKey,
      sealed: { enc, ciphertext: sealed.subarray(33) }
    })
    expect(opened).toEqual(encodeUtf8(payload))
    expect(parseOtpBundle(formatHpkeBuf(sealed)).enc).toEqual(enc)
  })

  it("opens our sealed session keys", async () => {
    const text = await sealSessionSigningKey({
      privateKey: scalar(0x01),
      recipient: publicKey
    })
    expect(decryptCredentialBundle(text, encodeHex(privateKey))).toBe("01".repeat(32))
  })

  it("opens a sealed scalar that starts with zero bytes at its full length", async () => {
    const small = new Uint8Array(32).fill(7, 2)
    const text = await sealSessionSigningKey({
      privateKey: small,
      recipient: publicKey
    })
    expect(decryptCredentialBundle(text, encodeHex(privateKey))).toBe(`0000${"07".repeat(30)}`)
  })
})

describe("bundles and the public client library", () => {
  for (const [spelling, sent] of [
    ["compressed", publicKeyOf(scalar(0x44))],
    ["uncompressed", uncompressedHex(publicKeyOf(scalar(0x44)))]
  ] as const) {
    it(`seals a code and a ${spelling} key to our target bundle, and we open it`, async () => {
      const target = await makeOtpTargetBundle({
        target: publicKey,
        signer,
        sign,
        extra: { issuedAt: "1775681700000" }
      })
      const sealed = parseOtpBundle(await encryptOtpCodeToBundle("123456", target, sent, signerHex))
      const plaintext = parseOtpPlaintext(await open({ recipientPrivateKey: privateKey, sealed }))
      expect(plaintext).toEqual({
        code: "123456",
        publicKey: publicKeyOf(scalar(0x44))
      })
    })
  }

  it("rejects our target bundle when it pins another signer (K14)", async () => {
    const target = await makeOtpTargetBundle({
      target: publicKey,
      signer,
      sign
    })
    await expect(encryptOtpCodeToBundle("123456", target, publicKey, uncompressedHex(publicKey))).rejects.toThrow(
      "does not match"
    )
  })

  it("accepts our verification token", async () => {
    const claims = {
      id: "Verification:018f3c5e-0000-7000-8000-000000000000",
      verification_type: "OTP_TYPE_EMAIL",
      contact: "ada@example.com",
      organization_id: "org_test",
      public_key: publicKey,
      exp: String(Date.now() + 60_000)
    } as const
    const token = await makeVerificationToken({ claims, kid: "k1", sign })
    expect(await verifyOtpVerificationToken(token, signerHex)).toEqual(claims)
  })

  it("opens our wallet export, and we open it too", async () => {
    const mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    const text = await makeWalletExport({
      mnemonic,
      organizationId: "org_test",
      recipient: publicKey,
      signer,
      sign
    })
    const opened = await decryptExportBundle({
      exportBundle: text,
      organizationId: "org_test",
      embeddedKey: encodeHex(privateKey),
      dangerouslyOverrideSignerPublicKey: signerHex,
      returnMnemonic: true
    })
    expect(opened).toBe(mnemonic)
    expect(
      await openWalletExport({
        text,
        trustedSigner: signer,
        organizationId: "org_test",
        recipientPrivateKey: privateKey
      })
    ).toBe(mnemonic)
  })

  it("seals a mnemonic export that we open", async () => {
    const sealed = hpkeEncrypt({
      plainTextBuf: encodeUtf8("one two"),
      targetKeyBuf: uncompressedBytes(publicKey)
    })
    const data = encodeUtf8(
      JSON.stringify({
        ...JSON.parse(formatHpkeBuf(sealed)),
        organizationId: "org_test"
      })
    )
    const text = JSON.stringify({
      version: "v1.0.0",
      data: encodeHex(data),
      dataSignature: encodeHex(flipS(sign(data))),
      enclaveQuorumPublic: signerHex
    })
    expect(verifySignedBundle(text, signer)).toEqual(data)
    const options = {
      text,
      trustedSigner: signer,
      organizationId: "org_test",
      recipientPrivateKey: privateKey
    }
    expect(await openWalletExport(options)).toBe("one two")
  })
})
