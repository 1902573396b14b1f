import {
  type Environment,
  type EnvironmentKey,
  environmentKey,
  type KeysUnavailable,
  type Secrets,
  type Store,
  type StoreUnavailable,
  Vault,
  type WalletRef,
  Wallets,
  WorksBetweenCalls
} from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { isKnownRoot } from "@countersign/core/internal"
import { decodeHex } from "@countersign/wire"
import { entropyToMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"

/**
 * Wallets that are not stored: the 12 words of each are derived from the vault key and the address of the account.
 * Anyone with the vault key can derive every wallet, and a lost or replaced vault key loses all of them. Back it up,
 * and protect it as well as the wallets' contents. A platform with its own custody provides its own `Wallets`. Privacy
 * is a field of the account, so the wallet is not notified of it.
 */
export const vaultWallets: Layer.Layer<Wallets, never, Vault> = Layer.effect(
  Wallets,
  Effect.map(Vault, (vault) =>
    Wallets.of({
      mnemonic: (wallet) => Effect.map(vault.digest(placeOf(wallet), CONTEXT), mnemonicOf),
      setPrivacy: () => Effect.void
    })
  )
)

/** A unique text per wallet: a platform's id has no slash, and the environment separates sandbox and production. */
const placeOf = ({ accountId, environment }: WalletRef): string => `${environmentKey(environment)}/${accountId}`

// BIP-39, "Generating the mnemonic": 128 bits of entropy and 4 of checksum make 12 words.
const mnemonicOf = (digest: string): string => entropyToMnemonic(decodeHex(digest.slice(0, 32)), wordlist)

/** Part of the derivation of every wallet: changing this text changes the words of all of them. */
const CONTEXT = "wallet entropy v1"

/** The wallets of an environment were derived from another root than the given one. This is a defect, not a refusal. */
export class WalletRootChanged extends Error {
  override readonly name = "WalletRootChanged"

  constructor(environment: EnvironmentKey) {
    super(
      `The wallets of ${environment} were derived from another root than the one given to this node, which would export wrong ` +
        "words. Set keys.wallets to the original root. If it was never set, that is the first vault key there was"
    )
  }
}

/**
 * {@link vaultWallets} with a check of their root: the store contains its fingerprint, and under another root no wallet
 * is exported. The named environments are checked when a node starts, the others at their first export. Only in
 * production: sandbox wallets have no value, and sandbox keys may change at any time.
 */
export const rootedWallets = (
  environments: ReadonlyArray<Environment>
): Layer.Layer<Wallets, never, Secrets | Store | Vault> =>
  Layer.effect(
    Wallets,
    Effect.gen(function* () {
      const wallets = yield* Wallets
      const vault = yield* Vault
      const context = yield* Effect.context<Secrets | Store>()
      const known = new Set<EnvironmentKey>()
      const requireRoot = Effect.fnUntraced(function* (environment: Environment) {
        const key = environmentKey(environment)
        if (environment.mode === "sandbox" || known.has(key)) return
        const fingerprint = yield* vault.digest(key, FINGERPRINT)
        const isKnown = yield* Effect.provideContext(isKnownRoot(environment, fingerprint), context)
        if (!isKnown) return yield* Effect.die(new WalletRootChanged(key))
        known.add(key)
      })
      if (yield* WorksBetweenCalls)
        yield* Effect.forkScoped(Effect.forEach(environments, (each) => atStart(requireRoot(each)), { discard: true }))
      return Wallets.of({
        ...wallets,
        mnemonic: (wallet) => Effect.andThen(requireRoot(wallet.environment), wallets.mnemonic(wallet))
      })
    })
  ).pipe(Layer.provide(vaultWallets))

/** Logs the error at start, before an end user meets it. If the store or the keys are unavailable, the first export checks again. */
const atStart = (check: Effect.Effect<void, KeysUnavailable | StoreUnavailable>) =>
  check.pipe(
    Effect.catchTag(["KeysUnavailable", "StoreUnavailable"], () => Effect.void),
    Effect.catchCause((cause) => Effect.logError("this node exports no wallet", cause))
  )

/** Part of every fingerprint: changing this text makes every export fail. */
const FINGERPRINT = "wallet root v1"
