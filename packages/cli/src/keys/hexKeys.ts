import { decodeHex, publicKeyOf, WireError } from "@countersign/wire"

/** The 32 bytes that 64 hex characters spell, or `undefined`. */
export const bytesIn = (hex: string): Uint8Array | undefined => unlessRefused(() => decodeHex(hex, { bytes: 32 }))

/** The private key of P-256 that they spell, or `undefined`. */
export const scalarIn = (hex: string): Uint8Array | undefined =>
  unlessRefused(() => {
    const bytes = decodeHex(hex, { bytes: 32 })
    publicKeyOf(bytes)
    return bytes
  })

const unlessRefused = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
