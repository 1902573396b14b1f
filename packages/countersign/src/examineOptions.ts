import { staticTokens } from "@countersign/node-crypto"
import { oidcTokens } from "@countersign/oidc"
import { passkeys } from "@countersign/passkeys"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import { checkDiscoveries } from "./hostVerification.ts"
import { guessableFindings, keyFindings, walletFindings } from "./keyFindings.ts"
import type { CountersignOptions } from "./options.ts"
import { policyFindings } from "./policyFindings.ts"
import { productionFindings } from "./productionFindings.ts"
import { railsFindings } from "./railsFindings.ts"
import { shapeFindings } from "./shapeFindings.ts"

/**
 * All that is wrong with the options of a host, of which `createCountersign` refuses to start while there is any:
 * what cannot be served, and beside a production token also what is not safe there.
 */
export const examineOptions = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const shapes = shapeFindings(options)
  // What is not of its shape is not looked into.
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
    ...refusal("sandbox.passkeys", () => passkeys(sandbox?.passkeys ?? { rpIds: [], origins: [] })),
    ...(isProduction ? productionFindings(options) : [])
  ]
}

/** An adapter throws where it is made of what it cannot use; its words say what to do. */
const refusal = (option: string, make: () => unknown): ReadonlyArray<ConfigurationFinding> => {
  try {
    make()
    return []
  } catch (error) {
    return [finding(option, error instanceof Error ? error.message : String(error))]
  }
}
