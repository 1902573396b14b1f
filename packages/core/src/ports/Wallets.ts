import { Context, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import type { StoreUnavailable } from "../store/Store.ts"

export interface WalletRef {
  readonly environment: Environment
  readonly accountId: AccountId
}

/** The wallet behind an embedded-wallet account. */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** The BIP-39 mnemonic. It is sealed to the client before it leaves the process, and kept nowhere. */
    readonly mnemonic: (wallet: WalletRef) => Effect.Effect<string, StoreUnavailable>
    /**
     * Tells the wallet whether it shows its balance to others, soon after that was committed, and again until it takes
     * it. Doing it twice is doing it once.
     */
    readonly setPrivacy: (wallet: WalletRef, privateEnabled: boolean) => Effect.Effect<void, StoreUnavailable>
  }
>()("@countersign/core/ports/Wallets") {}
