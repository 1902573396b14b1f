import { ethereumAddress } from "../formats/formats.ts"
import { wallet } from "../wallet.ts"

/** A wallet on Polygon. */
export const POLYGON_WALLET = wallet("POLYGON_WALLET", "Polygon wallet", ["USDC"], ethereumAddress, {
  asOf: "2026-11",
  note: "Beyond the interface; ERC-55, which leaves an address in one case unchecked"
})
