import { isGuessable } from "@countersign/node-crypto"
import { type Finding, fails, holds } from "../Finding.ts"
import { bytesIn, scalarIn } from "../keys/hexKeys.ts"

type Env = { readonly [name: string]: string | undefined }

/**
 * The keys of a set-up, where they stand in the environment under the names that `countersign keys` gives them. While one
 * is replaced it is a list with commas.
 */
export const examineSecrets = (env: Env): ReadonlyArray<Finding> => [
  ...NAMES.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [examineKeys(name, value)]
  }),
  ...(keysIn(env.VAULT_KEY).some((key) => keysIn(env.SERVICE_KEY).includes(key)) ? [ONE_FOR_TWO] : []),
  ...(keysIn(env.VAULT_KEY).length > 1 && env.WALLETS_KEY === undefined ? [NO_ROOT] : [])
]

const NAMES = ["VAULT_KEY", "SERVICE_KEY", "WALLETS_KEY"] as const
type Name = (typeof NAMES)[number]

const keysIn = (value: string | undefined): ReadonlyArray<string> => (value === undefined ? [] : value.split(","))

const MAKE = "Make one with `countersign keys`, and give all nodes the same."

const ONE_FOR_TWO = fails(
  "KEYS",
  "ONE_KEY_FOR_TWO",
  "VAULT_KEY and SERVICE_KEY are the same. Make another with `countersign keys`."
)

const NO_ROOT = fails(
  "WALLETS_KEY",
  "NOT_THERE",
  "VAULT_KEY lists several keys, and it cannot be told which of them the wallets come from. Set WALLETS_KEY, and with it keys.wallets, to the first vault key there was."
)

/** The first fault of the list, or that there is none. */
const examineKeys = (name: Name, value: string): Finding => {
  const keys = name === "WALLETS_KEY" ? [value] : keysIn(value)
  if (new Set(keys).size < keys.length) return fails(name, "TWICE", `${name} has one key twice. Take one of them away.`)
  return keys.map((key) => examineKey(name, key)).find(({ fault }) => fault !== undefined) ?? holds(name)
}

const examineKey = (name: Name, value: string): Finding => {
  const bytes = bytesIn(value)
  if (bytes === undefined) return fails(name, "NO_KEY", `${name} is not 64 hex characters. ${MAKE}`)
  if (isGuessable(bytes)) return fails(name, "GUESSABLE", `${name} is a pattern, not a random key. ${MAKE}`)
  return name === "SERVICE_KEY" && scalarIn(value) === undefined
    ? fails(name, "NO_SCALAR", `${name} is no private key of P-256. ${MAKE}`)
    : holds(name)
}
