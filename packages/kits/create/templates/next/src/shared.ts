import { settingsOf } from "./settings.ts"
import { openWallet, type Wallet } from "./wallet.ts"

// Next bundles each route on its own, so a module variable would not be the same one in all of them.
const shared: typeof globalThis & { wallet?: Promise<Wallet> | undefined } = globalThis

export const share = (wallet: Wallet): void => {
  shared.wallet = Promise.resolve(wallet)
}

/** The wallet of the running service. The first request opens it under `next start`, and on a serverless platform. */
export const wallet = (): Promise<Wallet> => {
  shared.wallet ??= openWallet(settingsOf(process.env)).catch((error: unknown) => {
    shared.wallet = undefined
    throw error
  })
  return shared.wallet
}
