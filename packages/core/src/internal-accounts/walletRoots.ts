import { Schema } from "effect"
import * as Collection from "../ports/Collection.ts"

/** What tells one root of wallets from another, and nothing about it. An environment has one, for as long as it lives. */
export const WalletRoot = Schema.Struct({ name: Schema.Literal("root"), fingerprint: Schema.String })
export type WalletRoot = typeof WalletRoot.Type

export const walletRoots = Collection.make({
  name: "wallet_roots",
  schema: WalletRoot,
  id: ({ name }) => name
})
