import {
  currencies,
  defaultPolicy,
  type PolicyCurrency,
  type PolicyValues,
  withDefaults
} from "@countersign/core/internal"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"

/**
 * Figures that rules rest on: out of their bounds they would not hold. The bounds of `otpLength` and `otpFailuresToLock`
 * keep the chance to guess a code under `MOST_GUESS_CHANCE`.
 */
export const policyFindings = (given: Partial<PolicyValues>): ReadonlyArray<ConfigurationFinding> =>
  outOfBounds(given, withDefaults(given))

const outOfBounds = (given: Partial<PolicyValues>, policy: PolicyValues): ReadonlyArray<ConfigurationFinding> => [
  ...Object.keys(given)
    .filter((name) => !Object.hasOwn(defaultPolicy, name))
    .map((name) => finding(`policy.${name}`, `policy.${name} is no figure there is. See docs/defaults.md`)),
  ...unlessCurrencies("walletCurrency", [policy.walletCurrency]),
  ...unlessCurrencies("accountCurrencies", policy.accountCurrencies),
  ...bounds.flatMap(([name, least, most]) => unlessWhole(name, policy[name], least, most)),
  ...(policy.otpLifetime > policy.otpLifetimeMost
    ? [finding("policy.otpLifetimeMost", "policy.otpLifetimeMost must be otpLifetime or more. See docs/defaults.md")]
    : []),
  ...rates.flatMap((name) => [
    ...unlessWhole(`${name}.capacity`, Object(policy[name]).capacity, 1, 1_000_000_000),
    ...unlessWhole(`${name}.refillEvery`, Object(policy[name]).refillEvery, 1, 86_400_000)
  ])
]

const bounds: ReadonlyArray<readonly [keyof PolicyValues, least: number, most: number]> = [
  ["signedRequestLifetime", 1, 3_600_000],
  ["stampFailuresToVoid", 1, 1000],
  ["receiptLifetime", 86_400_000, 315_360_000_000],
  ["sessionLifetime", 1, 86_400_000],
  ["sessionFamilyLifetime", 1, 31_536_000_000],
  ["sessionsPerAccount", 1, 500],
  ["sessionProofLifetime", 1000, 600_000],
  ["otpLength", 6, 12],
  ["otpLifetime", 1000, 600_000],
  ["otpLifetimeMost", 1000, 600_000],
  ["otpFailuresToLock", 1, 10],
  ["otpLockFor", 1000, 86_400_000],
  ["mailTimeout", 1, 25_000],
  ["verificationTimeout", 1, 25_000],
  ["quoteLifetime", 1000, 3_600_000],
  ["webhookTimeout", 1, 25_000]
]

const rates = [
  "callsPerToken",
  "challengesPerAddress",
  "challengesPerCredential",
  "requestsPerAccount",
  "webhookTests"
] as const

const unlessWhole = (name: string, value: unknown, least: number, most: number): ReadonlyArray<ConfigurationFinding> =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
    ? []
    : [
        finding(
          `policy.${name}`,
          `policy.${name} must be a whole number from ${least} to ${most}. See docs/defaults.md`
        )
      ]

/** A currency of the host's own may have any code but one that means another currency everywhere else. */
const unlessCurrencies = (name: "accountCurrencies" | "walletCurrency", value: unknown) => {
  const all: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  const faults = all.flatMap((one) => faultOf(Object(one)) ?? [])
  return faults.slice(0, 1).map((fault) => finding(`policy.${name}`, `policy.${name} ${fault}`))
}

const faultOf = ({ code, decimals, name, symbol }: Partial<PolicyCurrency>): string | undefined => {
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9]{1,9}$/u.test(code)) {
    return "must have codes of 2 to 10 upper-case letters and digits, such as USDC"
  }
  if (typeof name !== "string" || typeof symbol !== "string") return `must give ${code} a name and a symbol`
  if (typeof decimals !== "number" || !Number.isSafeInteger(decimals) || decimals < 0 || decimals > 15) {
    return `must give ${code} decimals, a whole number from 0 to 15`
  }
  const known = currencies.get(code)
  return known === undefined || known.decimals === decimals
    ? undefined
    : `gives ${code} ${decimals} decimals, and it has ${known.decimals}. Give it these, or choose another code`
}
