import { Effect, Layer } from "@countersign/core/effect"
import { currencies, PaymentRails, Unable } from "@countersign/core/internal"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import type { CountersignOptions } from "./options.ts"

const unable = () => Effect.die(new Unable({ message: "this node has no payment rails" }))

/** Moves no money. Accounts can be opened without payment rails, and then have no payment instructions. */
export const noRails = Layer.succeed(
  PaymentRails,
  PaymentRails.of({
    price: unable,
    instructions: () => Effect.succeed([]),
    carrier: { _tag: "Provider", send: unable }
  })
)

/**
 * Reports sandbox rates that cannot be parsed, and policy currencies without a sandbox rate: every quote in them would
 * fail. The sandbox has a rate for each currency of core. In production the host's payment rails set the prices.
 */
export const railsFindings = ({ policy, sandbox, tokens }: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const isSandbox = tokens === undefined || tokens.some((token) => Object(token).mode === "sandbox")
  const given = new Map(Object.entries(Object(sandbox?.rails?.rates)))
  const unreadable = [...given].filter(([, rate]) => !isRate(rate)).map(([code]) => code)
  const isUnpriced = (currency: unknown): boolean => {
    const { code } = Object(currency)
    return isSandbox && typeof code === "string" && !currencies.has(code) && !given.has(code)
  }
  const named = (option: string, all: ReadonlyArray<unknown>) =>
    all.filter(isUnpriced).map((currency) => {
      const { code } = Object(currency)
      const cure = `Set sandbox.rails.rates.${code} to the amount that one US dollar buys, such as "1"`
      return finding(option, `has ${code}, which has no sandbox rate. ${cure}`)
    })
  return [
    ...unreadable.map((code) =>
      finding(
        `sandbox.rails.rates.${code}`,
        'must be the amount that one US dollar buys, a decimal above 0 as a string such as "17.25"'
      )
    ),
    ...named("policy.walletCurrency", [policy?.walletCurrency]),
    ...named("policy.accountCurrencies", Array.isArray(policy?.accountCurrencies) ? policy.accountCurrencies : [])
  ]
}

const isRate = (rate: unknown): boolean =>
  typeof rate === "string" && /^[0-9]{1,15}(?:\.[0-9]{1,18})?$/u.test(rate) && /[1-9]/u.test(rate)
