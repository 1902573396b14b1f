import { currencies, type PolicyValues } from "@countersign/core/internal"
import { staticTokens } from "@countersign/node-crypto"
import { oidcTokens } from "@countersign/oidc"
import { passkeys } from "@countersign/passkeys"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import { checkDiscoveries } from "./hostVerification.ts"
import { guessableFindings, keyFindings, walletFindings } from "./keyFindings.ts"
import type { CountersignOptions } from "./options.ts"
import { policyFindings } from "./policyFindings.ts"
import { shapeFindings } from "./shapeFindings.ts"

/**
 * Options that production requires, because their development defaults are lost on restart or shared by all
 * environments.
 */
const productionFindings = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> => [
  ...unlessGiven(
    options,
    "keys",
    "generated keys are lost on restart. Generate permanent ones with: npx @countersign/cli keys"
  ),
  ...unlessGiven(
    options,
    "store",
    "the memory store loses everything when the process ends. Pass postgres({ pool }) of @countersign/postgres"
  ),
  ...unlessGiven(
    options,
    "mailer",
    "end users need their sign-in codes. Pass { sendCode }; smtpMailer of @countersign/smtp creates one"
  ),
  ...(options.webhooks?.allowPrivate === true
    ? [
        finding(
          "webhooks.allowPrivate",
          "webhooks.allowPrivate cannot be set with a production token, because its webhooks could then reach your internal network. Leave it out, or configure only sandbox tokens"
        )
      ]
    : []),
  ...plainOrigins(options)
]

const unlessGiven = (options: CountersignOptions, option: keyof CountersignOptions, why: string) =>
  options[option] === undefined ? [finding(option, `${option} is required with a production token: ${why}`)] : []

/** WebAuthn allows http on loopback addresses only, so an http origin belongs to a developer machine. */
const plainOrigins = ({ production }: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const origins = production?.passkeys?.origins ?? []
  if (origins === "any" || production?.passkeys?.rpIds === "any") {
    return [finding("production.passkeys", "production.passkeys accepts every origin. List your rpIds and origins")]
  }
  return [...origins]
    .filter((origin) => String(origin).startsWith("http:"))
    .map((origin) =>
      finding(
        "production.passkeys.origins",
        `production.passkeys.origins contains ${origin}, an http origin for development. Remove it, or use its https origin`
      )
    )
}

/**
 * Reports sandbox rates that cannot be parsed, and policy currencies without a sandbox rate: every quote in them would
 * fail. The sandbox has a rate for each currency of core. In production the host's payment rails set the prices.
 */
const railsFindings = (
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
      const cure = `Set sandbox.rails.rates.${code} to the amount that one US dollar buys, such as "1"`
      return finding(option, `${option} has ${code}, which has no sandbox rate. ${cure}`)
    })
  return [
    ...unreadable.map((code) => {
      const option = `sandbox.rails.rates.${code}`
      return finding(
        option,
        `${option} must be the amount that one US dollar buys, a decimal above 0 as a string such as "17.25"`
      )
    }),
    ...named("policy.walletCurrency", [policy?.walletCurrency]),
    ...named("policy.accountCurrencies", Array.isArray(policy?.accountCurrencies) ? policy.accountCurrencies : [])
  ]
}

const isRate = (rate: unknown): boolean =>
  typeof rate === "string" && /^[0-9]{1,15}(?:\.[0-9]{1,18})?$/u.test(rate) && /[1-9]/u.test(rate)

/**
 * Returns every problem in the options of a host, and an empty list when they are valid. With a production token it
 * also reports options that are unsafe in production. `createCountersign` throws `ConfigurationError` with the same
 * list.
 */
export const examineOptions = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const shapes = shapeFindings(options)
  // Options of the wrong type are already reported, so they are not examined further.
  const named = new Set(shapes.map(({ option }) => option))
  const of = <Name extends keyof CountersignOptions>(name: Name): CountersignOptions[Name] | undefined =>
    named.has(name) ? undefined : options[name]
  const [keys, production, sandbox, tokens] = [of("keys"), of("production"), of("sandbox"), of("tokens") ?? []]
  const unreadable = keys === undefined ? [] : keyFindings(keys)
  const figures = policyFindings(of("policy") ?? {})
  const isSandbox = options.tokens === undefined || tokens.some((token) => Object(token).mode === "sandbox")
  const isProduction = tokens.some((token) => Object(token).mode === "production")
  return [
    ...shapes,
    ...refusal("tokens", () => staticTokens(tokens)),
    ...unreadable,
    ...(keys !== undefined && unreadable.length === 0 && options.wallets === undefined ? walletFindings(keys) : []),
    ...(isProduction && keys !== undefined && unreadable.length === 0 ? guessableFindings(keys) : []),
    ...figures,
    ...railsFindings(figures.length > 0 ? undefined : of("policy"), sandbox?.rails?.rates, isSandbox),
    ...refusal("externalAccounts.discoveries", () => checkDiscoveries(of("externalAccounts")?.discoveries ?? [])),
    ...refusal("production.passkeys", () => passkeys(production?.passkeys ?? { rpIds: [], origins: [] })),
    ...refusal("production.oidc", () => oidcTokens(production?.oidc ?? { issuers: [] })),
    ...refusal("sandbox.clockSkew", () => oidcTokens({ issuers: [], clockSkew: sandbox?.clockSkew ?? 0 })),
    ...refusal("sandbox.passkeys", () => passkeys(sandbox?.passkeys ?? { rpIds: [], origins: [] })),
    ...(isProduction ? productionFindings(options) : [])
  ]
}

/** Adapters throw when they are created from invalid options. The error's message becomes the finding. */
const refusal = (option: string, make: () => unknown): ReadonlyArray<ConfigurationFinding> => {
  try {
    make()
    return []
  } catch (error) {
    return [finding(option, error instanceof Error ? error.message : String(error))]
  }
}
