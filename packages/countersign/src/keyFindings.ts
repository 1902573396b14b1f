import { isGuessable, publicKeyOf } from "@countersign/node-crypto"
import { decodeHex, WireError } from "@countersign/wire"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import type { KeyOptions } from "./options.ts"

/** Keys that are none. */
export const keyFindings = ({ service, vault, webhooks }: KeyOptions): ReadonlyArray<ConfigurationFinding> => [
  ...unreadable("keys.vault", vault, "32 random bytes as 64 hex characters", bytesOf),
  ...unreadable("keys.service", service, "a P-256 private scalar as 64 hex characters", (text) =>
    publicKeyOf(bytesOf(text))
  ),
  ...(webhooks === undefined ? [] : seedFindings(webhooks))
]

/** Keys that anybody can find, which only a sandbox may have. */
export const guessableFindings = ({
  service,
  vault,
  webhooks = []
}: KeyOptions): ReadonlyArray<ConfigurationFinding> => {
  const named = [["keys.vault", vault], ["keys.service", service], ...webhooks.map(seedNamed)] as const
  const patterns = named
    .filter(([, hex]) => isGuessable(bytesOf(hex)))
    .map(([name]) => finding(name, `${name} is a pattern, not a random key. ${MAKE}`))
  return vault === service
    ? [...patterns, finding("keys", `keys.vault and keys.service are the same, and each gives the other away. ${MAKE}`)]
    : patterns
}

const MAKE = "Make one with: openssl rand -hex 32"

const seedNamed = (seed: string, nth: number) => [`keys.webhooks[${nth}]`, seed] as const

const seedFindings = (webhooks: unknown): ReadonlyArray<ConfigurationFinding> =>
  !Array.isArray(webhooks) || webhooks.length === 0 || webhooks.length > 4
    ? [finding("keys.webhooks", "keys.webhooks must list 1 to 4 seeds of 64 hex characters, or be left out")]
    : webhooks
        .map(seedNamed)
        .flatMap(([name, seed]) => unreadable(name, seed, "32 random bytes as 64 hex characters", bytesOf))

const bytesOf = (hex: string): Uint8Array => decodeHex(hex, { bytes: 32 })

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
