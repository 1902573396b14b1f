import { isGuessable, publicKeyOf } from "@countersign/node-crypto"
import { attempt } from "@countersign/wire"
import { type ConfigurationFinding, finding, unless } from "./ConfigurationFinding.ts"
import { bytesOf, listed } from "./keyRing.ts"
import type { KeyOptions } from "./options.ts"

/** Reports malformed keys, and key lists of the wrong length. */
export const keyFindings = (keys: KeyOptions): ReadonlyArray<ConfigurationFinding> => {
  const { service, vault, wallets, webhooks } = keys
  return [
    ...listFindings("keys.vault", vault, BYTES, bytesOf),
    ...listFindings("keys.service", service, "a P-256 private scalar as 64 hex characters", (text) =>
      publicKeyOf(bytesOf(text))
    ),
    ...(Object.hasOwn(keys, "wallets") ? rootFindings(wallets) : []),
    ...(webhooks === undefined ? [] : eachFindings("keys.webhooks", webhooks, SEEDS, BYTES, bytesOf))
  ]
}

/**
 * Rejects `wallets: undefined`, which is usually a missing environment variable. Omitting the option would derive
 * wallets from the vault key without warning.
 */
const rootFindings = (wallets: unknown): ReadonlyArray<ConfigurationFinding> =>
  wallets === undefined
    ? [
        finding(
          "keys.wallets",
          "is undefined. Set it to the root key of your wallets: a new key gives every account a different wallet. If you never had one, leave it out"
        )
      ]
    : unreadable("keys.wallets", wallets, BYTES, bytesOf)

/**
 * With more than one vault key the root of the wallets is ambiguous, and the wrong root gives every account a different
 * wallet.
 */
export const walletFindings = ({ vault, wallets }: KeyOptions): ReadonlyArray<ConfigurationFinding> =>
  unless(
    listed(vault).length < 2 || wallets !== undefined,
    "keys.wallets",
    "is required with more than one vault key. Set it to your first vault key, and never change it: another key gives every account a different wallet"
  )

/** Reports guessable keys, which are acceptable in a sandbox only. */
export const guessableFindings = (keys: KeyOptions): ReadonlyArray<ConfigurationFinding> => {
  const { service, vault, wallets, webhooks } = keys
  const all = Object.entries({ vault, service, wallets, webhooks }).flatMap(([name, own]) => named(`keys.${name}`, own))
  const patterns = all.filter(([, hex]) => isGuessable(bytesOf(hex)))
  const isShared = listed(vault).some((key) => listed(service).includes(key))
  const shared = "keys.vault and keys.service are equal, so a leak of one exposes the other. Use different keys."
  return [
    ...patterns.map(([name]) => finding(name, `is a predictable pattern, not a random key. ${MAKE}`)),
    ...(isShared ? [{ option: "keys", message: `${shared} ${MAKE}` }] : [])
  ]
}

const BYTES = "32 random bytes as 64 hex characters"
const RING = "must be one key or a list of 1 to 4 keys. The first key is active, the others are accepted"
const SEEDS = "must list 1 to 4 seeds of 64 hex characters. Leave it out to derive them from keys.vault"
const MAKE = "Generate one with: openssl rand -hex 32"

type Named = readonly [name: string, hex: string]

/** Names each key of an option by its path in the configuration, with its index when the option is a list. */
const named = (option: string, keys: KeyOptions["vault"] = []): ReadonlyArray<Named> =>
  typeof keys === "string" ? [[option, keys]] : keys.map((hex, nth) => [`${option}[${nth}]`, hex])

const listFindings = (
  option: string,
  keys: KeyOptions["vault"],
  shape: string,
  read: Read
): ReadonlyArray<ConfigurationFinding> => {
  if (!Array.isArray(keys)) return unreadable(option, keys, shape, read)
  const found = eachFindings(option, keys, RING, shape, read)
  if (found.length > 0) return found
  // Upper-case and lower-case hex denote the same key.
  const isDistinct = new Set(keys.map((hex) => hex.toLowerCase())).size === keys.length
  return unless(isDistinct, option, "contains the same key twice. List each key once")
}

/** The findings about the members of a list, or one about its length. */
const eachFindings = (option: string, keys: ReadonlyArray<string>, length: string, shape: string, read: Read) =>
  Array.isArray(keys) && keys.length > 0 && keys.length <= 4
    ? named(option, keys).flatMap(([name, key]) => unreadable(name, key, shape, read))
    : [finding(option, length)]

/** Reads a key. Throws for another text. */
type Read = (text: string) => Uint8Array | string

/** An undefined key is most often an environment variable that is not set. */
const unreadable = (option: string, value: unknown, shape: string, read: Read) => {
  const isRead = typeof value === "string" && attempt(() => read(value)) !== undefined
  return unless(isRead, option, `must be ${shape}${value === undefined ? ", but is undefined" : ""}. ${MAKE}`)
}
