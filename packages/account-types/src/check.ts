import { checkBeneficiary } from "./beneficiary/checkBeneficiary.ts"
import { checkFields, isObject, type Mode, type Sent, sentAs } from "./fields.ts"
import { type Issue, under } from "./Issue.ts"
import type { Kind, Values, Variant } from "./Kind.ts"

/**
 * Everything wrong with an `accountInfo` of one kind, its `accountType`, `beneficiary` and `paymentRails` included. Nothing
 * wrong is an empty list. With `today` (YYYY-MM-DD) a beneficiary is not born later than that. Never throws on JSON.
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
  const isBroken = (path: string) => issues.some((issue) => issue.path === path)
  const values = valuesOf(variant, info)
  return [
    ...(sentAs(info, "accountType") === kind.accountType
      ? []
      : [{ path: "accountType", constraint: kind.accountType }]),
    ...issues,
    ...railIssues(variant, sentAs(info, "paymentRails")),
    ...(kind.rules ?? []).filter((rule) => !isBroken(rule.path) && !rule.holds(values)).map(toIssue),
    ...beneficiaryIssues(kind, variant, sentAs(info, "beneficiary"), mode, options)
  ]
}

/** The way in which an account of a kind is named: by the first identifier that was sent, or else the first. */
export const variantOf = (kind: Kind, info: Sent): Variant =>
  kind.variants.find(({ identifier }) => sentAs(info, identifier) !== undefined) ?? kind.variants[0]

/** The rails that an account may be paid by: those that were sent, or else all of its variant. Call `check` first. */
export const railsOf = (variant: Variant, info: Sent): ReadonlyArray<string> => {
  const sent = sentAs(info, "paymentRails")
  return Array.isArray(sent) ? variant.rails.filter((rail) => sent.includes(rail)) : variant.rails
}

/** An answer names the rails of an account, so a request may: all of them, or those that the platform wants to use. */
const railIssues = ({ rails }: Variant, sent: unknown): ReadonlyArray<Issue> => {
  const path = "paymentRails"
  if (sent === undefined) return []
  if (!Array.isArray(sent)) return [{ path, constraint: "a list of rails" }]
  if (rails.length === 0)
    return sent.length === 0 ? [] : [{ path, constraint: "absent or empty: a wallet has no rails" }]
  // The length comes first: no list is compared that names more than there are.
  const isKnown = sent.length > 0 && sent.length <= rails.length && sent.every((rail) => rails.includes(rail))
  return isKnown ? [] : [{ path, constraint: `absent, or a list of ${rails.join(", ")}` }]
}

/** The texts among the fields of a variant. */
export const valuesOf = (variant: Variant, info: Sent): Values =>
  Object.fromEntries(
    variant.fields.flatMap(({ name }) => {
      const value = sentAs(info, name)
      return typeof value === "string" ? [[name, value] as const] : []
    })
  )

const toIssue = ({ path, says }: { readonly path: string; readonly says: string }): Issue => ({
  path,
  constraint: says
})

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
    BENEFICIARY_TYPES.some((other) => other !== type && other === sentAs(beneficiary, "beneficiaryType"))
  return type !== undefined && isOther
    ? [...issues, { path: "beneficiary.beneficiaryType", constraint: `${type} for ${variant.label}` }]
    : issues
}

const BENEFICIARY_TYPES = ["INDIVIDUAL", "BUSINESS"]
