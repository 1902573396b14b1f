import { ethereumAddress } from "../formats/formats.ts"
import { wallet } from "../wallet.ts"

/** A wallet on Base. */
export const BASE_WALLET = wallet("BASE_WALLET", "Base wallet", ["USDC"], ethereumAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; ERC-55, which leaves an address in one case unchecked"
})
