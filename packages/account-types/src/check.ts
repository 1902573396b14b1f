import { checkBeneficiary, spelledBeneficiary } from "./beneficiary/checkBeneficiary.ts"
import { beneficiaryTypes } from "./beneficiary/needs.ts"
import { checkFields, isObject, type Mode, type Sent, sentAs, spelled } from "./fields.ts"
import {
  type Issue,
  isJsonObject,
  type JsonObject,
  type Kind,
  type Rule,
  under,
  type Values,
  type Variant
} from "./Kind.ts"

import * as kinds from "./kinds/index.ts"

/** The name of a kind, including aliases. */
export type AccountType = keyof typeof kinds

/** Every kind, by `accountType` in alphabetical order. To add a kind, add it to the file of its shape in `kinds`. */
export const accountTypes: ReadonlyMap<string, Kind> = new Map(
  Object.entries(kinds).sort(([one], [other]) => (one < other ? -1 : 1))
)

/** Returns the kind of this name. Other values are not converted to text, because the conversion could fail. */
export const kindNamed = (accountType: unknown): Kind | undefined =>
  typeof accountType === "string" ? accountTypes.get(accountType) : undefined

/** Returns the kinds that a currency can be paid to, without aliases, in alphabetical order. */
export const kindsFor = (currency: string): ReadonlyArray<Kind> =>
  [...accountTypes.values()].filter(({ aliasOf, currencies }) => aliasOf === undefined && currencies.includes(currency))

/** Returns the rails of payouts in a currency: of a wallet, the name of its network. Other coins use Spark. */
export const railsFor = (currency: string): ReadonlyArray<string> => {
  const rails = kindsFor(currency).flatMap(({ accountType, selfCustody, variants }) =>
    selfCustody === true ? [accountType.replace("_WALLET", "")] : variants.flatMap((variant) => variant.rails)
  )
  return rails.length === 0 ? ["SPARK"] : [...new Set(rails)]
}

/**
 * Returns everything wrong with an `accountInfo` of one kind, including `accountType`, `beneficiary` and
 * `paymentRails`. Returns an empty list for a valid one. With `today` (YYYY-MM-DD), rejects a later birth date of the
 * beneficiary. Never throws on JSON.
 */
export const check = (
  kind: Kind,
  info: unknown,
  mode: Mode,
  options: { readonly today?: string } = {}
): ReadonlyArray<Issue> => {
  if (!isObject(info)) return [{ path: "", constraint: "an object" }]
  const variant = variantOf(kind, info)
  const issues = checkFields(variant.fields, info, mode, ["accountType", "beneficiary", "paymentRails"])
  return [
    ...(sentAs(info, "accountType") === kind.accountType
      ? []
      : [{ path: "accountType", constraint: kind.accountType }]),
    ...issues,
    ...railIssues(variant, sentAs(info, "paymentRails")),
    ...(kind.rules === undefined ? [] : ruleIssues(kind.rules, variant, info, issues)),
    ...beneficiaryIssues(kind, variant, sentAs(info, "beneficiary"), mode, options)
  ]
}

/** Returns the variant of an account: the first whose identifier was sent, or else the first. */
export const variantOf = (kind: Kind, info: Sent): Variant =>
  kind.variants.find(({ identifier }) => sentAs(info, identifier) !== undefined) ?? kind.variants[0]

/**
 * Returns an account with each field, those of its beneficiary included, in its one spelling: an IBAN without spaces
 * and in upper case, a name in NFC. Call it before `check`, and store what it returns.
 */
export const storedSpelling = (kind: Kind, info: JsonObject): JsonObject => {
  const { beneficiary, ...others } = spelled(variantOf(kind, info).fields, info)
  if (beneficiary === undefined) return others
  return { ...others, beneficiary: isJsonObject(beneficiary) ? spelledBeneficiary(beneficiary) : beneficiary }
}

/** Returns the rails for an account: those that were sent, or else all of its variant. Call `check` first. */
export const railsOf = (variant: Variant, info: Sent): ReadonlyArray<string> => {
  const sent = sentAs(info, "paymentRails")
  return Array.isArray(sent) ? variant.rails.filter((rail) => sent.includes(rail)) : variant.rails
}

/** A request may contain the rails of an account as responses do: all, or those that the platform wants to use. */
const railIssues = ({ rails }: Variant, sent: unknown): ReadonlyArray<Issue> => {
  const path = "paymentRails"
  if (sent === undefined) return []
  if (!Array.isArray(sent)) return [{ path, constraint: "a list of rails" }]
  if (rails.length === 0)
    return sent.length === 0 ? [] : [{ path, constraint: "absent or empty: a wallet has no rails" }]
  // The length is checked first, so that a long list is never compared.
  const isKnown = sent.length > 0 && sent.length <= rails.length && sent.every((rail) => rails.includes(rail))
  return isKnown ? [] : [{ path, constraint: `absent, or a list of ${rails.join(", ")}` }]
}

const ruleIssues = (
  rules: ReadonlyArray<Rule>,
  variant: Variant,
  info: Sent,
  faults: ReadonlyArray<Issue>
): ReadonlyArray<Issue> => {
  const values = valuesOf(variant, info)
  const broken = rules.filter(({ holds, path }) => !faults.some((fault) => fault.path === path) && !holds(values))
  return broken.map(({ path, says }) => ({ path, constraint: says }))
}

export const valuesOf = ({ fields }: Variant, info: Sent): Values => {
  const values: Record<string, string> = {}
  for (const { name } of fields) {
    const value = sentAs(info, name)
    if (typeof value === "string") values[name] = value
  }
  return values
}

const beneficiaryIssues = (
  kind: Kind,
  variant: Variant,
  beneficiary: unknown,
  mode: Mode,
  options: { readonly today?: string }
): ReadonlyArray<Issue> => {
  if (kind.selfCustody === true && beneficiary === undefined) return []
  const issues = under("beneficiary", checkBeneficiary(kind.destination, beneficiary, { ...options, mode }))
  const type = variant.beneficiaryType
  const isOther =
    isObject(beneficiary) &&
    beneficiaryTypes.some((other) => other !== type && other === sentAs(beneficiary, "beneficiaryType"))
  return type !== undefined && isOther
    ? [...issues, { path: "beneficiary.beneficiaryType", constraint: `${type} for ${variant.label}` }]
    : issues
}

/**
 * Returns everything wrong with `currency` and `accountInfo` of an object, and ignores its other fields. The kind is
 * `accountInfo.accountType`, and the currency must be one of its own. Never throws on JSON.
 */
export const checkAccount = (
  account: unknown,
  mode: Mode,
  options: { readonly today?: string } = {}
): ReadonlyArray<Issue> => {
  if (!isObject(account)) return [{ path: "", constraint: "an object" }]
  const info = sentAs(account, "accountInfo")
  const currency = sentAs(account, "currency")
  const named = isObject(info) ? kindNamed(sentAs(info, "accountType")) : undefined
  if (named === undefined) {
    const path = isObject(info) ? "accountInfo.accountType" : "accountInfo"
    return [...checkCurrency(currency, undefined), { path, constraint: isObject(info) ? NAMES : "an object" }]
  }
  return [...checkCurrency(currency, named), ...under("accountInfo", check(named, info, mode, options))]
}

const checkCurrency = (currency: unknown, kind: Kind | undefined): ReadonlyArray<Issue> => {
  if (typeof currency !== "string") {
    return [{ path: "currency", constraint: currency === undefined ? "present" : "a string" }]
  }
  if (kind === undefined || kind.currencies.includes(currency)) return []
  return [{ path: "currency", constraint: `${kind.currencies.join(" or ")} for ${kind.accountType}` }]
}

const NAMES = `one of ${[...accountTypes.keys()].join(", ")}`
