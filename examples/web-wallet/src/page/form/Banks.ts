import type { Kind, Variant } from "@countersign/account-types"
import type { Call } from "../calls.ts"
import { isObject } from "../isObject.ts"
import type { Option } from "./Control.ts"

/** What is known of the banks of a country. Their list is the service's. */
export type Banks =
  | { readonly type: "reading" }
  | { readonly type: "read"; readonly banks: ReadonlyArray<Option> }
  | { readonly type: "unknown" }

/** The names of the fields that want a bank as the service spells it. */
export const bankFieldsOf = ({ fields }: Variant): ReadonlyArray<string> =>
  fields.filter((field) => field.type === "text" && field.fromDiscoveries === true).map(({ name }) => name)

/** True for a kind with such a field. */
export const asksForBanks = ({ variants }: Kind): boolean =>
  variants.some((variant) => bankFieldsOf(variant).length > 0)

/** The banks for a kind, from the page's own backend. Without an answer they are unknown. */
export const readBanks = async (call: Call, { currencies: [currency] }: Kind): Promise<Banks> => {
  // ISO 4217: the first two letters of a currency are the country whose money it is.
  const query = new URLSearchParams({ country: currency.slice(0, 2), currency })
  try {
    const { body, status } = await call("GET", `/discoveries?${query}`)
    return status === 200 ? banksOf(body) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

/** The banks that an answer lists, in its order. */
export const banksOf = (answer: unknown): Banks => {
  const listed = isObject(answer) && Array.isArray(answer.data) ? answer.data : []
  const banks = listed.flatMap((bank: unknown) => {
    if (!isObject(bank) || typeof bank.bankName !== "string") return []
    const { bankName, displayName } = bank
    return [{ value: bankName, label: typeof displayName === "string" ? displayName : bankName }]
  })
  return banks.length === 0 ? UNKNOWN : { type: "read", banks }
}

/** What to choose from; undefined where a name has to be typed. */
export const bankOptions = (banks: Banks): ReadonlyArray<Option> | undefined => {
  switch (banks.type) {
    case "reading":
      return [{ value: "", label: "The list is being read" }]
    case "read":
      return [{ value: "", label: "Choose" }, ...banks.banks]
    case "unknown":
      return undefined
  }
}

/** No list, and none to come. */
export const UNKNOWN: Banks = { type: "unknown" }
