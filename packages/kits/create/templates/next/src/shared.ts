import type { Wallet } from "./wallet.ts"

// Next bundles each route on its own, so a module variable would not be the same one in all of them.
const shared: typeof globalThis & { wallet?: Wallet } = globalThis

export const share = (wallet: Wallet): void => {
  shared.wallet = wallet
}

/** The wallet of the running service. */
export const wallet = (): Wallet => {
  if (shared.wallet === undefined) throw new Error("src/main.ts opens the wallet. Start the service with it.")
  return shared.wallet
}
