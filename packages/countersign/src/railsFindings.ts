import { currencies, type PolicyValues } from "@countersign/core/internal"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"

/**
 * Rates of the sandbox that cannot be read, and currencies of the policy that the sandbox has no rate for: each quote of
 * them would be refused. The sandbox has a rate for every currency of core. In production the host's own rails price.
 */
export const railsFindings = (
  policy: Partial<PolicyValues> | undefined,
  rates: unknown,
  isSandbox: boolean
): ReadonlyArray<ConfigurationFinding> => {
  const given = new Map(Object.entries(Object(rates)))
  const unreadable = [...given].filter(([, rate]) => !isRate(rate)).map(([code]) => code)
  const isUnpriced = (currency: unknown): boolean => {
    const { code } = Object(currency)
    return isSandbox && typeof code === "string" && !currencies.has(code) && !given.has(code)
  }
  const named = (option: string, all: ReadonlyArray<unknown>) =>
    all.filter(isUnpriced).map((currency) => {
      const { code } = Object(currency)
      const cure = `Set sandbox.rails.rates.${code} to what one US dollar buys of it, such as "1"`
      return finding(option, `${option} has ${code}, which the sandbox has no rate for. ${cure}`)
    })
  return [
    ...unreadable.map((code) => {
      const option = `sandbox.rails.rates.${code}`
      return finding(option, `${option} must be what one US dollar buys, a decimal over 0 as a string such as "17.25"`)
    }),
    ...named("policy.walletCurrency", [policy?.walletCurrency]),
    ...named("policy.accountCurrencies", Array.isArray(policy?.accountCurrencies) ? policy.accountCurrencies : [])
  ]
}

const isRate = (rate: unknown): boolean =>
  typeof rate === "string" && /^[0-9]{1,15}(?:\.[0-9]{1,18})?$/u.test(rate) && /[1-9]/u.test(rate)
