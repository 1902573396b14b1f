import { sha256 } from "@noble/hashes/sha2.js"
import { createBase58check } from "@scure/base"
import { checkDigits, type Format } from "../Field.ts"
import { bytes } from "../Random.ts"
import { wallet } from "../wallet.ts"

/** Returns whether a text is the base58check of a 21-byte address. */
export const isTronAddress = (address: string): boolean => {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === VERSION
  } catch {
    return false
  }
}

const tronAddress = (bytes: Uint8Array): string => base58check.encode(Uint8Array.from([VERSION, ...bytes]))

const base58check = createBase58check(sha256)
const VERSION = 0x41

const address: Format = {
  pattern: "T[1-9A-HJ-NP-Za-km-z]{33}",
  minLength: 34,
  maxLength: 34,
  says: "T and 33 characters of base58",
  production: checkDigits("a Tron address with its checksum", isTronAddress),
  sample: (random) => tronAddress(bytes(random, 20))
}

export const TRON_WALLET = wallet("TRON_WALLET", "Tron wallet", ["USDT"], address, {
  asOf: "2026-11",
  note: "Beyond the interface; base58check with the version byte 41"
})
