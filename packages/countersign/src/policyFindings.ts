import {
  currencies,
  EMAIL_CHANGES,
  FIRST_LEGS,
  type PolicyCurrency,
  type PolicyField,
  type PolicyValues,
  policyFields,
  RATE_BOUNDS,
  withDefaults
} from "@countersign/core/internal"
import { type ConfigurationFinding, finding, unless } from "./ConfigurationFinding.ts"

/**
 * Validates the policy against the bounds that its security properties need. The bounds of `otpLength` and
 * `otpFailuresToLock` limit the probability of guessing a code to `MOST_GUESS_CHANCE`.
 */
export const policyFindings = (given: Partial<PolicyValues>): ReadonlyArray<ConfigurationFinding> => {
  const policy = withDefaults(given)
  const fields: ReadonlyArray<readonly [string, PolicyField]> = Object.entries(policyFields)
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(policy))
  return [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(policyFields, name))
      .map((name) => finding(`policy.${name}`, "is not a policy field. See docs/generated/options.md")),
    ...fields.flatMap(([name, field]) => fieldFindings(name, field, values.get(name))),
    ...unless(
      policy.otpLifetime <= policy.otpLifetimeMost,
      "policy.otpLifetimeMost",
      "must be otpLifetime or more. See docs/generated/options.md"
    )
  ]
}

const fieldFindings = (name: string, field: PolicyField, value: unknown): ReadonlyArray<ConfigurationFinding> => {
  switch (field._tag) {
    case "Whole":
      return unlessWhole(name, value, field)
    case "EmailChange":
      return unlessOneOf(name, value, EMAIL_CHANGES)
    case "FirstLegs":
      return unlessOneOf(name, value, FIRST_LEGS)
    case "Rate":
      return [
        ...unlessWhole(`${name}.capacity`, Object(value).capacity, RATE_BOUNDS.capacity),
        ...unlessWhole(`${name}.refillEvery`, Object(value).refillEvery, RATE_BOUNDS.refillEvery)
      ]
    case "Currency":
      return unlessCurrencies(name, [value])
    case "Currencies":
      return unlessCurrencies(name, Array.isArray(value) ? value : [value])
  }
}

const unlessOneOf = (name: string, value: unknown, all: ReadonlyArray<string>) =>
  unless(
    all.some((each) => each === value),
    `policy.${name}`,
    `must be ${all.join(" or ")}`
  )

const unlessWhole = (name: string, value: unknown, { least, most }: typeof RATE_BOUNDS.capacity) =>
  unless(
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most,
    `policy.${name}`,
    `must be a whole number from ${least} to ${most}. See docs/generated/options.md`
  )

/** A custom currency may use any code except one of a known currency that has other decimals. */
const unlessCurrencies = (name: string, all: ReadonlyArray<unknown>) => {
  const faults = all.flatMap((one) => faultOf(Object(one)) ?? [])
  return faults.slice(0, 1).map((fault) => finding(`policy.${name}`, fault))
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
    : `gives ${code} ${decimals} decimals, but it has ${known.decimals}. Use ${known.decimals}, or choose another code`
}
