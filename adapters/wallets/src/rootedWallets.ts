import {
  type Environment,
  type EnvironmentKey,
  environmentKey,
  type Secrets,
  type Store,
  type StoreUnavailable,
  Vault,
  type WalletRef,
  Wallets
} from "@countersign/core"
import { isKnownRoot } from "@countersign/core/internal"
import { decodeHex } from "@countersign/wire"
import { entropyToMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { Effect, Layer } from "effect"

/**
 * Wallets that nobody stores: the 12 words of each are derived from the vault key and from where the account is.
 *
 * So whoever holds the vault key can derive every wallet, and a lost or replaced vault key loses them all: keep it as
 * long, and guard it as well, as what the wallets hold. A platform that has custody of its own gives its own `Wallets`.
 * Whether a wallet is private is a field of its account, so there is nothing to tell the wallet.
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

/** One text for one wallet: a platform's id has no slash in it, and the environment tells sandbox from production. */
const placeOf = ({ accountId, environment }: WalletRef): string => `${environmentKey(environment)}/${accountId}`

// BIP-39, "Generating the mnemonic": 128 bits of entropy and 4 of checksum make 12 words.
const mnemonicOf = (digest: string): string => entropyToMnemonic(decodeHex(digest.slice(0, 32)), wordlist)

/** Bound to every wallet there is: another text here means other words for all of them. */
const CONTEXT = "wallet entropy v1"

/** The wallets of an environment come from another root than the one that was given. A defect, never a refusal. */
export class WalletRootChanged extends Error {
  override readonly name = "WalletRootChanged"

  constructor(environment: EnvironmentKey) {
    super(
      `The wallets of ${environment} come from another root than this node was given, and it would hand out the words ` +
        "of others in their place. Set keys.wallets to the root they come from: where it was never set, the first vault key there was"
    )
  }
}

/**
 * {@link vaultWallets} that remember their root: a fingerprint of it is kept in the store, and under another root no
 * wallet is exported. The environments that are named are looked at when a node starts, the others at their first export.
 *
 * Production alone: the words of a sandbox are worth nothing, and its keys are changed at will.
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
      yield* Effect.forkScoped(Effect.forEach(environments, (each) => atStart(requireRoot(each)), { discard: true }))
      return Wallets.of({
        ...wallets,
        mnemonic: (wallet) => Effect.andThen(requireRoot(wallet.environment), wallets.mnemonic(wallet))
      })
    })
  ).pipe(Layer.provide(vaultWallets))

/** Whoever is on call hears of it before a user does. A store that does not answer is asked again by the first export. */
const atStart = (looked: Effect.Effect<void, StoreUnavailable>) =>
  looked.pipe(
    Effect.catchTag("StoreUnavailable", () => Effect.void),
    Effect.catchCause((cause) => Effect.logError("this node exports no wallet", cause))
  )

/** Bound to every root there is: another text here refuses every export. */
const FINGERPRINT = "wallet root v1"
