import { type ConfigurationFinding, finding, unless } from "./ConfigurationFinding.ts"
import { guessableFindings, keyFindings, walletFindings } from "./keyFindings.ts"
import type { CountersignOptions } from "./options.ts"
import { policyFindings } from "./policyFindings.ts"
import { ports } from "./ports.ts"
import { portOptions, shapeFindings } from "./shapeFindings.ts"

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
  ...[...portOptions].flatMap(([name, { required }]) =>
    required === undefined ? [] : unlessGiven(options, name, required)
  ),
  ...unless(
    options.webhooks?.allowPrivate !== true,
    "webhooks.allowPrivate",
    "cannot be set with a production token, because its webhooks could then reach your internal network. Leave it out, or configure only sandbox tokens"
  ),
  ...plainOrigins(options)
]

const unlessGiven = (options: CountersignOptions, option: string, why: string) =>
  unless(Object(options)[option] !== undefined, option, `is required with a production token: ${why}`)

/** WebAuthn allows http on loopback addresses only, so an http origin belongs to a developer machine. */
const plainOrigins = ({ production }: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const origins = production?.passkeys?.origins ?? []
  if (origins === "any" || production?.passkeys?.rpIds === "any") {
    return [finding("production.passkeys", "accepts every origin. List your rpIds and origins")]
  }
  return [...origins]
    .filter((origin) => String(origin).startsWith("http:"))
    .map((origin) =>
      finding(
        "production.passkeys.origins",
        `contains ${origin}, an http origin for development. Remove it, or use its https origin`
      )
    )
}

/**
 * Returns every problem in the options of a host, and an empty list when they are valid. With a production token it
 * also reports options that are unsafe in production. `createCountersign` throws `ConfigurationError` with the same
 * list.
 */
export const examineOptions = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const shapes = shapeFindings(options)
  // Options with a finding are not examined further.
  const { policy, ...rest } = without(options, shapes)
  const { keys, tokens = [] } = rest
  const figures = policyFindings(policy ?? {})
  const sound = policy === undefined || figures.length > 0 ? rest : { ...rest, policy }
  const unreadable = keys === undefined ? [] : keyFindings(keys)
  const isProduction = tokens.some((token) => Object(token).mode === "production")
  return [
    ...shapes,
    ...ports.rows.flatMap(({ checks }) => checks?.(sound) ?? []),
    ...unreadable,
    ...(keys !== undefined && unreadable.length === 0 && options.wallets === undefined ? walletFindings(keys) : []),
    ...(isProduction && keys !== undefined && unreadable.length === 0 ? guessableFindings(keys) : []),
    ...figures,
    ...(isProduction ? productionFindings(options) : [])
  ]
}

const without = (options: CountersignOptions, found: ReadonlyArray<ConfigurationFinding>): CountersignOptions => {
  const named = new Set(found.map(({ option }) => option))
  return Object.fromEntries(Object.entries(options).filter(([name]) => !named.has(name)))
}
