import { sha256 } from "@noble/hashes/sha2.js"
import { base58, createBase58check } from "@scure/base"
import { checkDigits, type Format } from "../Field.ts"
import { ethereumAddress } from "../formats/formats.ts"
import type { Kind } from "../Kind.ts"
import { bytes } from "../Random.ts"
import { wallet } from "../wallet.ts"

/** A wallet on Ethereum, or on a chain with the same address format. */
const onChain = <const T extends string>(accountType: T, label: string, currencies: Kind["currencies"]) =>
  wallet(accountType, label, currencies, ethereumAddress, {
    asOf: "2026-11",
    note: "Beyond the interface; ERC-55, which leaves an address in one case unchecked"
  })

export const BASE_WALLET = onChain("BASE_WALLET", "Base wallet", ["USDC"])
export const ETHEREUM_WALLET = onChain("ETHEREUM_WALLET", "Ethereum wallet", ["USDC", "USDT"])
export const PLASMA_WALLET = onChain("PLASMA_WALLET", "Plasma wallet", ["USDT"])
export const POLYGON_WALLET = onChain("POLYGON_WALLET", "Polygon wallet", ["USDC"])

const solanaAddress: Format = {
  pattern: "[1-9A-HJ-NP-Za-km-z]+",
  minLength: 32,
  maxLength: 44,
  says: "32 to 44 characters of base58",
  // The address of a program's account is no point of the curve, and may receive money.
  production: checkDigits("the base58 of 32 bytes", (text) => base58.decode(text).length === 32, false),
  sample: (random) => base58.encode(bytes(random, 32))
}

export const SOLANA_WALLET = wallet("SOLANA_WALLET", "Solana wallet", ["USDC"], solanaAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; an address is a public key and carries no check"
})

/** Returns whether a text is the base58check of a 21-byte address. */
const isTronAddress = (address: string): boolean => {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === VERSION
  } catch {
    return false
  }
}

const base58check = createBase58check(sha256)
const VERSION = 0x41

const tronAddress: Format = {
  pattern: "T[1-9A-HJ-NP-Za-km-z]{33}",
  minLength: 34,
  maxLength: 34,
  says: "T and 33 characters of base58",
  production: checkDigits("a Tron address with its checksum", isTronAddress),
  sample: (random) => base58check.encode(Uint8Array.from([VERSION, ...bytes(random, 20)]))
}

export const TRON_WALLET = wallet("TRON_WALLET", "Tron wallet", ["USDT"], tronAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; base58check with the version byte 41"
})
