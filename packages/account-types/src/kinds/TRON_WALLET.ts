import { isTronAddress, tronAddress } from "../checks/tron.ts"
import type { Format } from "../Field.ts"
import { bytes } from "../Random.ts"
import { wallet } from "../wallet.ts"

const address: Format = {
  pattern: "T[1-9A-HJ-NP-Za-km-z]{33}",
  minLength: 34,
  maxLength: 34,
  says: "T and 33 characters of base58",
  production: { says: "a Tron address with its checksum", findsEveryDigit: true, holds: isTronAddress },
  sample: (random) => tronAddress(bytes(random, 20))
}

/** A wallet on Tron. */
export const TRON_WALLET = wallet("TRON_WALLET", "Tron wallet", ["USDT"], address, {
  asOf: "2026-11",
  note: "Beyond the interface; base58check with the version byte 41"
})
