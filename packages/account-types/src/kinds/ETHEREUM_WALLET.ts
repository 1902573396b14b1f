import { ethereumAddress } from "../formats/formats.ts"
import { wallet } from "../wallet.ts"

/** A wallet on Ethereum. */
export const ETHEREUM_WALLET = wallet("ETHEREUM_WALLET", "Ethereum wallet", ["USDC", "USDT"], ethereumAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; ERC-55, which leaves an address in one case unchecked"
})
