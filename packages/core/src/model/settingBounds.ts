// biome-ignore-all format: a table, one field a line

import type { FieldError } from "../schema/expected.ts"

interface Bounds {
  readonly least: number
  readonly most: number
  readonly why: string
}

const MOST = Number.MAX_SAFE_INTEGER

/**
 * The bounds of every number that a platform sets. The strictest value of each leaves an end user able to sign in, to
 * end sessions and to object to a recovery. docs/guides/platforms.md lists them; a test requires a row for each number.
 */
export const SETTING_BOUNDS = {
  "accessPolicy.operations.maxSessionAgeSeconds": { least: 60, most: 315_360_000, why: "A login and the signature after it fit into a minute." },
  "accessPolicy.operations.above.amount": { least: 0, most: MOST, why: "At 0 the rule covers every payment." },
  "accessPolicy.payments.limits.perPayment": { least: 0, most: MOST, why: "At 0 no payment leaves a wallet; everything else works." },
  "accessPolicy.payments.limits.perDay": { least: 0, most: MOST, why: "At 0 no payment leaves a wallet; everything else works." },
  "accessPolicy.payments.destinationMinAgeSeconds": { least: 1, most: 2_592_000, why: "A new payee is paid after 30 days at the latest." },
  "recovery.guardians.delaySeconds": { least: 3600, most: 2_592_000, why: "The owner has an hour to object, and waits at most 30 days." },
  "recovery.operators.delaySeconds": { least: 86_400, most: 2_592_000, why: "The owner has a day to object, and waits at most 30 days." },
  "recovery.holdAfterSeconds": { least: 3600, most: 2_592_000, why: "The owner notices a theft in an hour, and is held for at most 30 days." },
  "limits.sessionLifetime": { least: 60_000, most: MOST, why: "A session signs at least once after the login." },
  "limits.sessionFamilyLifetime": { least: 300_000, most: MOST, why: "A login lasts for more than one session." },
  "limits.sessionsPerAccount": { least: 1, most: MOST, why: "At 1 each login ends the session before it." },
  "limits.challengesPerCredential.capacity": { least: 1, most: MOST, why: "A code can be requested." },
  "limits.challengesPerCredential.refillEvery": { least: 1, most: 300_000, why: "The next code can be requested after five minutes, the default lifetime of a code." },
  "embeddedWalletConfig.otpLength": { least: 6, most: 12, why: "A person can type the code." },
  "embeddedWalletConfig.expirationSeconds": { least: 30, most: 600, why: "A mail can arrive and its code be typed." },
  "supportedCurrencies.minAmount": { least: 0, most: MOST, why: "At the most, no payment in this currency; everything else works." },
  "supportedCurrencies.maxAmount": { least: 0, most: MOST, why: "At 0, no payment in this currency; everything else works." }
} as const satisfies Readonly<Record<string, Bounds>>

const bounds: ReadonlyMap<string, Bounds> = new Map(Object.entries(SETTING_BOUNDS))

/**
 * Returns the numbers of a setting that are out of bounds, by field. `path` names it as the table does, without the
 * positions in lists; it is empty for all settings together.
 */
export const boundFaults = (value: unknown, path: string, field = path): ReadonlyArray<FieldError> => {
  if (Array.isArray(value)) return value.flatMap((each, nth) => boundFaults(each, path, `${field}.${nth}`))
  if (isObject(value))
    return Object.entries<unknown>({ ...value }).flatMap(([name, each]) =>
      boundFaults(each, joined(path, name), joined(field, name))
    )
  const { least = value, most = value } = bounds.get(path) ?? {}
  if (typeof value !== "number" || clamped(value, path) === value) return []
  return [{ field, message: `The number is out of bounds. Send ${least} to ${most}.` }]
}

/**
 * The setting with every number within its bounds. Settings that were stored before a bound existed are read so, and
 * not refused.
 */
export function withinBounds<A>(value: A, path: string): A
export function withinBounds(value: unknown, path: string): unknown {
  if (typeof value === "number") return clamped(value, path)
  if (Array.isArray(value)) return value.map((each) => withinBounds(each, path))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries<unknown>({ ...value }).map(([name, each]) => [name, withinBounds(each, joined(path, name))])
  )
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const joined = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)

const clamped = (value: number, path: string): number => {
  const { least = value, most = value } = bounds.get(path) ?? {}
  return Math.max(least, Math.min(most, value))
}
