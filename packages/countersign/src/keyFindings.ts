import { isGuessable, publicKeyOf } from "@countersign/node-crypto"
import { WireError } from "@countersign/wire"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import { bytesOf, listed } from "./keyRing.ts"
import type { KeyOptions } from "./options.ts"

/** Keys that are none, and lists of them that are none. */
export const keyFindings = (keys: KeyOptions): ReadonlyArray<ConfigurationFinding> => {
  const { service, vault, wallets, webhooks } = keys
  return [
    ...listFindings("keys.vault", vault, BYTES, bytesOf),
    ...listFindings("keys.service", service, "a P-256 private scalar as 64 hex characters", (text) =>
      publicKeyOf(bytesOf(text))
    ),
    ...(Object.hasOwn(keys, "wallets") ? rootFindings(wallets) : []),
    ...(webhooks === undefined ? [] : seedFindings(webhooks))
  ]
}

/** A root that is named and not there is not the same as none: wallets would come from the vault key without a word. */
const rootFindings = (wallets: unknown): ReadonlyArray<ConfigurationFinding> =>
  wallets === undefined
    ? [
        finding(
          "keys.wallets",
          "keys.wallets is undefined: set it to the root that the wallets come from. A new one is other wallets; where there never was one, leave it out"
        )
      ]
    : unreadable("keys.wallets", wallets, BYTES, bytesOf)

/** With a second vault key it cannot be told which of them the wallets come from, and the wrong one is other wallets. */
export const walletFindings = ({ vault, wallets }: KeyOptions): ReadonlyArray<ConfigurationFinding> =>
  listed(vault).length < 2 || wallets !== undefined
    ? []
    : [
        finding(
          "keys.wallets",
          "keys.wallets must be given beside more than one vault key: set it to the vault key that there was before any other, and never change it. From another one come other wallets"
        )
      ]

/** Keys that anybody can find, which only a sandbox may have. */
export const guessableFindings = (keys: KeyOptions): ReadonlyArray<ConfigurationFinding> => {
  const { service, vault, wallets, webhooks = [] } = keys
  const all = [
    ...named("keys.vault", vault),
    ...named("keys.service", service),
    ...(wallets === undefined ? [] : named("keys.wallets", wallets)),
    ...named("keys.webhooks", webhooks)
  ]
  const patterns = all
    .filter(([, hex]) => isGuessable(bytesOf(hex)))
    .map(([name]) => finding(name, `${name} is a pattern, not a random key. ${MAKE}`))
  return listed(vault).some((key) => listed(service).includes(key))
    ? [...patterns, finding("keys", `keys.vault and keys.service are the same, and each gives the other away. ${MAKE}`)]
    : patterns
}

const BYTES = "32 random bytes as 64 hex characters"
const MAKE = "Make one with: openssl rand -hex 32"

type Named = readonly [name: string, hex: string]

/** Each key of an option as it is written there: by itself, or by its place in the list. */
const named = (option: string, keys: string | ReadonlyArray<string>): ReadonlyArray<Named> =>
  typeof keys === "string" ? [[option, keys]] : keys.map((hex, nth) => [`${option}[${nth}]`, hex])

const listFindings = (
  option: string,
  keys: string | ReadonlyArray<string>,
  shape: string,
  read: (text: string) => unknown
): ReadonlyArray<ConfigurationFinding> => {
  if (!Array.isArray(keys)) return unreadable(option, keys, shape, read)
  if (keys.length === 0 || keys.length > 4) {
    return [
      finding(option, `${option} must be one key, or a list of 1 to 4: the first is in use, the others are known`)
    ]
  }
  const found = named(option, keys).flatMap(([name, key]) => unreadable(name, key, shape, read))
  return found.length === 0 && new Set(keys.map(spelled)).size < keys.length
    ? [finding(option, `${option} has one key twice. Give each key of the list once`)]
    : found
}

/** Hex of either case is the same key. */
const spelled = (hex: string): string => hex.toLowerCase()

const seedFindings = (webhooks: ReadonlyArray<string>): ReadonlyArray<ConfigurationFinding> =>
  !Array.isArray(webhooks) || webhooks.length === 0 || webhooks.length > 4
    ? [finding("keys.webhooks", "keys.webhooks must list 1 to 4 seeds of 64 hex characters, or be left out")]
    : named("keys.webhooks", webhooks).flatMap(([name, seed]) => unreadable(name, seed, BYTES, bytesOf))

/** A key that is not there is most often a variable of the environment that nobody set. */
const unreadable = (
  option: string,
  value: unknown,
  shape: string,
  read: (text: string) => unknown
): ReadonlyArray<ConfigurationFinding> => {
  if (typeof value === "string" && canRead(value, read)) return []
  const found = value === undefined ? ", and is undefined" : ""
  return [finding(option, `${option} must be ${shape}${found}. ${MAKE}`)]
}

const canRead = (text: string, read: (text: string) => unknown): boolean => {
  try {
    read(text)
    return true
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}
