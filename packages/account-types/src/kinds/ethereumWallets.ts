import { ethereumAddress } from "../formats/formats.ts"
import type { Kind } from "../Kind.ts"
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
