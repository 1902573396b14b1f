import { decodeDerSignature, encodeDerSignature, encodeHex } from "@countersign/wire"
import { ORDER } from "./keys.ts"

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
