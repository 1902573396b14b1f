import { sha256 } from "@noble/hashes/sha2.js"
import { createBase58check } from "@scure/base"

/** True for the 21 bytes of an address with their checksum. */
export const isTronAddress = (address: string): boolean => {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === VERSION
  } catch {
    return false
  }
}

/** The address of 20 bytes. */
export const tronAddress = (bytes: Uint8Array): string => base58check.encode(Uint8Array.from([VERSION, ...bytes]))

const base58check = createBase58check(sha256)
const VERSION = 0x41
