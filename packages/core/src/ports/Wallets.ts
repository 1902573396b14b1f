import { Context, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { KeysUnavailable } from "./Vault.ts"

export interface WalletRef {
  readonly environment: Environment
  readonly accountId: AccountId
}

/** The wallet provider behind embedded-wallet accounts. */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** The BIP-39 mnemonic. It is encrypted to the client before it leaves the process, and never stored. */
    readonly mnemonic: (wallet: WalletRef) => Effect.Effect<string, KeysUnavailable | StoreUnavailable>
    /**
     * Sets whether the wallet shows its balance to others. Called after the commit and retried until it succeeds, so it
     * must be idempotent.
     */
    readonly setPrivacy: (wallet: WalletRef, privateEnabled: boolean) => Effect.Effect<void, StoreUnavailable>
  }
>()("@countersign/core/ports/Wallets") {}
