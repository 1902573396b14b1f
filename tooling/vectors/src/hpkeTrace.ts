import { decodeHex, encodeHex, encodeUtf8, hmacSha256, publicKeyOf, uncompressedHex } from "@countersign/wire"
import { hexOf, ORDER } from "./signing.ts"

/** The profile of the protocol. */
export const PROFILE = {
  info: encodeUtf8("turnkey_hpke"),
  version: "HPKE-v1",
  kem: "0010",
  aead: "0002",
  mode: 0,
  compressedContext: false,
  sequence: 0
}

/** The parameters that a faulty sealer may get wrong. Default of `aad`: enc, then recipient, both uncompressed. */
export type Profile = typeof PROFILE & { readonly aad?: Uint8Array }

/** Computes every step of RFC 9180 sections 4.1 and 5.1 in hex, independently of the library that wire uses. */
export const hpkeTrace = (ephemeralScalar: string, recipientScalar: string, profile: Profile = PROFILE) => {
  const [ephemeralKey, recipientKey] = [ephemeralScalar, recipientScalar].map((hex) => publicKeyOf(decodeHex(hex)))
  if (ephemeralKey === undefined || recipientKey === undefined) throw new TypeError("Two keys are needed")
  const enc = uncompressedHex(ephemeralKey)
  const recipient = uncompressedHex(recipientKey)
  const kem = hexOf("KEM") + profile.kem
  const hpke = `${hexOf("HPKE")}${profile.kem}0001${profile.aead}`

  const extract = (suite: string, salt: string, label: string, ikm: string): string =>
    hmac(salt, hexOf(profile.version) + suite + hexOf(label) + ikm)
  const expand = (suite: string, prk: string, label: string, info: string, length: number): string => {
    const head = `00${byte(length)}${hexOf(profile.version)}${suite}${hexOf(label)}`
    // RFC 5869 section 2.3: one block, because no output is longer than a digest.
    return hmac(prk, `${head}${info}01`).slice(0, length * 2)
  }

  const dh = sharedX(ephemeralScalar, recipientScalar)
  const eaePrk = extract(kem, "", "eae_prk", dh)
  const kemContext = profile.compressedContext ? ephemeralKey + recipientKey : enc + recipient
  const sharedSecret = expand(kem, eaePrk, "shared_secret", kemContext, 32)
  const pskIdHash = extract(hpke, "", "psk_id_hash", "")
  const infoHash = extract(hpke, "", "info_hash", encodeHex(profile.info))
  const keyScheduleContext = byte(profile.mode) + pskIdHash + infoHash
  const secret = extract(hpke, sharedSecret, "secret", "")
  return {
    enc,
    dh,
    eaePrk,
    kemContext,
    sharedSecret,
    info: encodeHex(profile.info),
    pskIdHash,
    infoHash,
    keyScheduleContext,
    secret,
    key: expand(hpke, secret, "key", keyScheduleContext, 32),
    baseNonce: expand(hpke, secret, "base_nonce", keyScheduleContext, 12),
    aad: profile.aad === undefined ? enc + recipient : encodeHex(profile.aad)
  }
}

/** Returns the ciphertext and tag of a sealer with this profile. */
export const sealAs = async (
  profile: Profile,
  parts: { readonly ephemeral: string; readonly recipient: string; readonly plaintext: Uint8Array }
): Promise<Uint8Array> => {
  const { key, baseNonce, aad } = hpkeTrace(parts.ephemeral, parts.recipient, profile)
  const iv = bufferOf(baseNonce)
  iv[11] = (iv[11] ?? 0) ^ profile.sequence
  const aes = await crypto.subtle.importKey("raw", bufferOf(key), "AES-GCM", false, ["encrypt"])
  const algorithm = { name: "AES-GCM", iv, additionalData: bufferOf(aad) }
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, aes, Uint8Array.from(parts.plaintext)))
}

/** RFC 9180 section 7.1.1: the x of the shared point, which is the base point times the product of both scalars. */
const sharedX = (one: string, other: string): string => {
  const product = (BigInt(`0x${one}`) * BigInt(`0x${other}`)) % BigInt(`0x${ORDER}`)
  return publicKeyOf(decodeHex(product.toString(16).padStart(64, "0"))).slice(2)
}

const hmac = (key: string, bytes: string): string => encodeHex(hmacSha256(decodeHex(key), decodeHex(bytes)))

const byte = (value: number): string => value.toString(16).padStart(2, "0")

/** Copies bytes into their own buffer, as WebCrypto requires. */
const bufferOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(decodeHex(hex))
