import { accountTypes } from "./accountTypes.ts"
import { check } from "./check.ts"
import { isObject, type Mode, sentAs } from "./fields.ts"
import { type Issue, under } from "./Issue.ts"
import type { Kind } from "./Kind.ts"

/**
 * Everything wrong with `currency` and `accountInfo` of an object, whose other fields are not looked at: the kind is named
 * by `accountInfo.accountType`, and the currency must be one of its own. Never throws on JSON.
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

const kindNamed = (accountType: unknown): Kind | undefined =>
  typeof accountType === "string" ? accountTypes.get(accountType) : undefined

const checkCurrency = (currency: unknown, kind: Kind | undefined): ReadonlyArray<Issue> => {
  if (typeof currency !== "string") {
    return [{ path: "currency", constraint: currency === undefined ? "present" : "a string" }]
  }
  if (kind === undefined || kind.currencies.includes(currency)) return []
  return [{ path: "currency", constraint: `${kind.currencies.join(" or ")} for ${kind.accountType}` }]
}

const NAMES = `one of ${[...accountTypes.keys()].join(", ")}`
