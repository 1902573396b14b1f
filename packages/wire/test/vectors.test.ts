import { p256 } from "@noble/curves/nist.js"
import { expand, extract } from "@noble/hashes/hkdf.js"
import { sha256 as digest } from "@noble/hashes/sha2.js"
import { describe, expect, it } from "vitest"
import {
  activity,
  decodeHex,
  decodeSessionSigningKey,
  encodeHex,
  encodeUtf8,
  HPKE_INFO,
  hpkeAad,
  oidcNonce,
  open,
  openSessionSigningKey,
  parseOtpBundle,
  parseOtpPlaintext,
  passkeyChallenge,
  publicKeyOf,
  seal,
  sealOtpBundle,
  sealSessionSigningKey,
  sha256Hex,
  uncompressedBytes,
  uncompressedHex
} from "../src/index.ts"
import { concat, scalar } from "./keys.ts"

const ephemeralPrivateKey = scalar(0x11)
const recipientPrivateKey = scalar(0x22)
const recipient = publicKeyOf(recipientPrivateKey)
const recipientHex =
  "04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf350185e895372df6221ea3a137557e473fddb6755f05bd507c3c533fce9c91285"
const encHex =
  "040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85aa8765a56f45fc758599652f2897c65306e5794"
const ciphertextHex = "3b7fa6fbd4247dae8d93f6e4fc8381980c871686b94da50de4412b89bf738c14edc8bf53e006c0e61153b5c226053a1e"
const bundle =
  "dfAFWbw2SftoSMLGzCyFLdxJ5taCKzmYo59Va222ZpmSAjR1fiebfoZZpmnUbCiw5YxinwhUNMAMSa2s2m4oLD1UguSDMVLDh2CodA1JbZgdnyq1sLR"

describe("the HPKE vector with fixed scalars", () => {
  it("derives the keys of both sides", () => {
    expect(uncompressedHex(recipient)).toBe(recipientHex)
    expect(uncompressedHex(publicKeyOf(ephemeralPrivateKey))).toBe(encHex)
    expect(publicKeyOf(scalar(0x33))).toBe("0351a7580833898ea1b183cbd7350a4099078c6ef1c1e18e970cd7683035f25e7d")
  })

  it("seals to the published ciphertext byte for byte", async () => {
    const sealed = await seal({
      recipient,
      plaintext: scalar(0x33),
      ephemeralPrivateKey
    })
    expect(encodeHex(sealed.enc)).toBe(encHex)
    expect(encodeHex(sealed.ciphertext)).toBe(ciphertextHex)
  })

  it("opens the published ciphertext", async () => {
    const sealed = {
      enc: decodeHex(encHex),
      ciphertext: decodeHex(ciphertextHex)
    }
    expect(await open({ recipientPrivateKey, sealed })).toEqual(scalar(0x33))
  })

  it("agrees with an independent key schedule: shared secret, key, nonce, ciphertext (K11)", async () => {
    const schedule = keySchedule(p256.getSharedSecret(ephemeralPrivateKey, decodeHex(recipientHex), false))
    expect(encodeHex(schedule.sharedSecret)).toBe("1274868c8112b51af6ec2bbe17bba23ca59e04dc132fb2c5e4e24d592a1988e9")
    expect(encodeHex(schedule.key)).toBe("66e31e6a7397c7c2aae890b424b1aa541e96b7db87d505596a5b0c419ada4f86")
    expect(encodeHex(schedule.nonce)).toBe("1f6fb6ac8cb5b83eb5bd5e43")
    const key = await crypto.subtle.importKey("raw", Uint8Array.from(schedule.key), "AES-GCM", false, ["encrypt"])
    const aad = hpkeAad(decodeHex(encHex), decodeHex(recipientHex))
    expect(aad.length).toBe(130)
    const sealed = await crypto.subtle.encrypt(
      {
        name: "AES-GCM",
        iv: Uint8Array.from(schedule.nonce),
        additionalData: Uint8Array.from(aad)
      },
      key,
      Uint8Array.from(scalar(0x33))
    )
    expect(encodeHex(new Uint8Array(sealed))).toBe(ciphertextHex)
  })

  it("has the info string of the published vectors", () => {
    expect(encodeHex(encodeUtf8(HPKE_INFO))).toBe("7475726e6b65795f68706b65")
  })
})

describe("the sealed session key vectors", () => {
  it("seals to the published base58check text", async () => {
    expect(
      await sealSessionSigningKey({
        privateKey: scalar(0x33),
        recipient,
        ephemeralPrivateKey
      })
    ).toBe(bundle)
  })

  it("opens the published base58check text", async () => {
    expect(await openSessionSigningKey(bundle, recipientPrivateKey)).toEqual(scalar(0x33))
    expect(encodeHex(decodeSessionSigningKey(bundle).ciphertext)).toBe(ciphertextHex)
  })

  it("opens the vector that the public client library ships", async () => {
    const text =
      "w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf"
    const key = decodeHex("20fa65df11f24833790ae283fc9a0c215eecbbc589549767977994dc69d05a56")
    expect(encodeHex(await openSessionSigningKey(text, key))).toBe(
      "67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9"
    )
  })
})

describe("the OTP bundle vector", () => {
  const publicKey = uncompressedHex(publicKeyOf(scalar(0x44)))

  it("seals code 000000 and an uncompressed key to the published 183 bytes", async () => {
    const text = await sealOtpBundle({
      code: "000000",
      publicKey,
      target: recipient,
      ephemeralPrivateKey
    })
    const { enc, ciphertext } = parseOtpBundle(text)
    expect(encodeHex(enc)).toBe(encHex)
    expect(ciphertext.length).toBe(183)
    expect(encodeHex(ciphertext)).toMatch(/^736efabc97482df2dac5e7eded80829b.*4d404e7fad1$/u)
    expect(JSON.parse(text)).toEqual({
      encappedPublic: encHex,
      ciphertext: encodeHex(ciphertext)
    })
  })

  it("opens to the code and the key", async () => {
    const text = await sealOtpBundle({
      code: "000000",
      publicKey,
      target: recipient,
      ephemeralPrivateKey
    })
    const plaintext = await open({
      recipientPrivateKey,
      sealed: parseOtpBundle(text)
    })
    expect(plaintext.length).toBe(167)
    expect(parseOtpPlaintext(plaintext)).toEqual({
      code: "000000",
      publicKey: publicKeyOf(scalar(0x44))
    })
  })

  it("has 119 bytes when the key is compressed", async () => {
    const compressed = publicKeyOf(scalar(0x44))
    const text = await sealOtpBundle({
      code: "000000",
      publicKey: compressed,
      target: recipient
    })
    expect(parseOtpBundle(text).ciphertext.length).toBe(119)
  })
})

describe("the passkey challenge vector", () => {
  const payload = activity({
    organizationId: "org_test",
    timestampMs: 1775681700000,
    activity: {
      type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
      parameters: { targetPublicKey: recipientHex }
    }
  })

  it("writes the session activity in its 277 published bytes", () => {
    expect(encodeUtf8(payload).length).toBe(277)
    expect(sha256Hex(payload)).toBe("2884ef624845ab5b1790db195bb2cd86f50b0e367acc2f34c4129dcf1a9acd33")
  })

  it("derives the challenge and both forms that a client may return", () => {
    expect(passkeyChallenge(payload)).toEqual({
      challenge: "KITvYkhFq1sXkNsZW7LNhvULDjZ6zC80xBKdzxqazTM",
      accepted: [
        "KITvYkhFq1sXkNsZW7LNhvULDjZ6zC80xBKdzxqazTM",
        "S0lUdllraEZxMXNYa05zWlc3TE5odlVMRGpaNnpDODB4QktkenhxYXpUTQ"
      ]
    })
  })
})

describe("the OIDC nonce vector", () => {
  it("hashes the hex text of the key", () => {
    expect(oidcNonce(recipientHex)).toBe("8e0d4b1cc35ed0da8f1ffbfc8da93e54b943feb04a766758709fccaf7e5010bc")
  })

  it("changes with the case of the hex", () => {
    expect(oidcNonce(recipientHex.toUpperCase())).not.toBe(oidcNonce(recipientHex))
  })
})

/** RFC 9180 sections 4.1 and 5.1 for base mode and this suite, with noble's HKDF instead of the library under test. */
const keySchedule = (sharedPoint: Uint8Array) => {
  const kem = decodeHex("4b454d0010")
  const hpke = decodeHex("48504b45001000010002")
  const dh = sharedPoint.subarray(1, 33)
  const kemContext = concat(decodeHex(encHex), uncompressedBytes(recipient))
  const eaePrk = labeledExtract(kem, new Uint8Array(), "eae_prk", dh)
  const sharedSecret = labeledExpand(kem, eaePrk, "shared_secret", kemContext, 32)
  const context = concat(
    Uint8Array.of(0),
    labeledExtract(hpke, new Uint8Array(), "psk_id_hash", new Uint8Array()),
    labeledExtract(hpke, new Uint8Array(), "info_hash", encodeUtf8(HPKE_INFO))
  )
  const secret = labeledExtract(hpke, sharedSecret, "secret", new Uint8Array())
  return {
    sharedSecret,
    key: labeledExpand(hpke, secret, "key", context, 32),
    nonce: labeledExpand(hpke, secret, "base_nonce", context, 12)
  }
}

const labeledExtract = (suite: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array): Uint8Array =>
  extract(digest, concat(encodeUtf8("HPKE-v1"), suite, encodeUtf8(label), ikm), salt)

const labeledExpand = (suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  expand(digest, prk, concat(Uint8Array.of(0, length), encodeUtf8("HPKE-v1"), suite, encodeUtf8(label), info), length)
