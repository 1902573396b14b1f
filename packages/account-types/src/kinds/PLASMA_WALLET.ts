import { ethereumAddress } from "../formats/formats.ts"
import { wallet } from "../wallet.ts"

/** A wallet on Plasma. */
export const PLASMA_WALLET = wallet("PLASMA_WALLET", "Plasma wallet", ["USDT"], ethereumAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; ERC-55, which leaves an address in one case unchecked"
})
