import { base58 } from "@scure/base"
import { checkDigits, type Format } from "../Field.ts"
import { bytes } from "../Random.ts"
import { wallet } from "../wallet.ts"

const address: Format = {
  pattern: "[1-9A-HJ-NP-Za-km-z]+",
  minLength: 32,
  maxLength: 44,
  says: "32 to 44 characters of base58",
  // The address of a program's account is no point of the curve, and may receive money.
  production: checkDigits("the base58 of 32 bytes", (text) => base58.decode(text).length === 32, false),
  sample: (random) => base58.encode(bytes(random, 32))
}

export const SOLANA_WALLET = wallet("SOLANA_WALLET", "Solana wallet", ["USDC"], address, {
  asOf: "2026-11",
  note: "Beyond the interface; an address is a public key and carries no check"
})
