import {
  decodeDerSignature,
  decodeHex,
  encodeDerSignature,
  encodeHex,
  encodeUtf8,
  publicKeyOf,
  signP256,
  uncompressedHex
} from "@countersign/wire"

/** A published test key: the scalar in hex, its compressed and its uncompressed point. */
const testKey = (byte: string) => {
  const scalar = byte.repeat(32)
  const { sign, signer: compressed } = signingOf(decodeHex(scalar))
  return { scalar, compressed, uncompressed: uncompressedHex(compressed), sign }
}

/** A private key as operations take it: `sign` returns DER over one SHA-256 of the bytes. */
export const signingOf = (key: Uint8Array) => ({
  signer: publicKeyOf(key),
  sign: (bytes: Uint8Array) => signP256(bytes, key)
})

/** Makes `enc` deterministic in every sealed value of the vectors. */
export const ephemeral = testKey("11")
/** The recipient of sealed values: an OTP target, or the key of a client. */
export const recipient = testKey("22")
/** The key of a session. */
export const session = testKey("33")
/** The public key that a client registers for its session. */
export const client = testKey("44")
/** Signs bundles and tokens for the service. */
export const signer = testKey("55")
/** A key that no reader trusts. */
export const attacker = testKey("66")

/** The order of the group of P-256. Source: SEC 2 section 2.4.2. */
export const ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
/** The prime of its field. */
export const PRIME = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"

/** The scalar that no key has, and the range that it is out of. */
export const ZERO = "00".repeat(32)
export const RANGE = "From 1 to n - 1."

/** The payload of a session refresh for `recipient`, whose digest and challenge have an independent source. */
export const payload = `{"organizationId":"org_test","parameters":{"targetPublicKey":"${recipient.uncompressed}"},"timestampMs":"1775681700000","type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2"}`

/** Lower-case hex of the UTF-8 bytes of text. */
export const hexOf = (text: string): string => encodeHex(encodeUtf8(text))

const order = BigInt(`0x${ORDER}`)

/** Returns the same signature with s in the other half. */
export const flipS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return encodeDerSignature({ r, s: order - s })
}

/** Returns the same two integers, s first: well formed, but not a valid signature. */
export const exchanged = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return encodeDerSignature({ r: s, s: r })
}

/** DER of 32-byte integers in hex. */
export const derOf = (r: string, s: string): Uint8Array =>
  encodeDerSignature({ r: BigInt(`0x${r}`), s: BigInt(`0x${s}`) })

/** Hex of the DER, with s in the lower half. */
export const lowS = (r: string, s: string): string => {
  const der = derOf(r, s)
  return encodeHex(BigInt(`0x${s}`) > order / 2n ? flipS(der) : der)
}

/** 32 bytes of an integer in hex. */
export const integer = (value: bigint): string => value.toString(16).padStart(64, "0")

/** (n + 1) / 2, the smallest s of the upper half. */
export const UPPER_HALF = integer((order + 1n) / 2n)
