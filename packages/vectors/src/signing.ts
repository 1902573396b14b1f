import {
  decodeDerSignature,
  decodeHex,
  encodeDerSignature,
  encodeHex,
  encodeUtf8,
  type PublicKey,
  publicKeyOf,
  signP256,
  uncompressedHex
} from "@countersign/wire"

/** A published test key: the scalar in hex, its compressed and its uncompressed point. */
interface TestKey {
  readonly scalar: string
  readonly compressed: PublicKey
  readonly uncompressed: string
  /** DER over one SHA-256 of the bytes. */
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

const testKey = (byte: string): TestKey => {
  const scalar = byte.repeat(32)
  const compressed = publicKeyOf(decodeHex(scalar))
  return {
    scalar,
    compressed,
    uncompressed: uncompressedHex(compressed),
    sign: (bytes) => signP256(bytes, decodeHex(scalar))
  }
}

/** Makes `enc` of every sealed value here the same. */
export const ephemeral = testKey("11")
/** To whom things are sealed: an OTP target, or the key of a client. */
export const recipient = testKey("22")
/** The key of a session. */
export const session = testKey("33")
/** The key a client wants to act with. */
export const client = testKey("44")
/** Signs bundles and tokens for the service. */
export const signer = testKey("55")
/** Signs for nobody. */
export const attacker = testKey("66")

/** The order of the group of P-256. Source: SEC 2 section 2.4.2. */
export const ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
/** The prime of its field. */
export const PRIME = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"

/** The payload of a session refresh for `recipient`, whose digest and challenge are known from elsewhere. */
export const payload = `{"organizationId":"org_test","parameters":{"targetPublicKey":"${recipient.uncompressed}"},"timestampMs":"1775681700000","type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2"}`

/** Lower-case hex of the UTF-8 bytes of text. */
export const hexOf = (text: string): string =>
  [...encodeUtf8(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const order = BigInt(`0x${ORDER}`)

/** The same signature with s in the other half. */
export const flipS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return encodeDerSignature({ r, s: order - s })
}

/** The same two integers, s first: well formed, and no signature. */
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
