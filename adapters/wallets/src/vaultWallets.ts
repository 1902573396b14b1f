import { environmentKey, Vault, type WalletRef, Wallets } from "@countersign/core"
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
