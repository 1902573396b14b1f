import { accountTypes, type Kind, type Variant } from "@countersign/account-types"
import { t, tag } from "../../words/translate.ts"
import type { Call } from "../calls.ts"
import { isObject } from "../json.ts"
import { kindName } from "../kindName.ts"
import type { Option } from "./Control.ts"

/** The kinds that match a query, in two groups. Kinds whose currency or country matches come first, by currency. */
export const kindGroups = (
  query: string
): ReadonlyArray<{ readonly label: string; readonly kinds: readonly Kind[] }> => {
  const words = wordsIn(query)
  const found = [...accountTypes.values()].filter((kind) => matches([...namesOf(kind), ...moneyOf(kind)], words))
  const isNamed = (kind: Kind) => matches(namesOf(kind), words)
  const sorted = found.toSorted(
    (one, other) => Number(isNamed(other)) - Number(isNamed(one)) || lineOf(one).localeCompare(lineOf(other), tag)
  )
  return [
    { label: t("Banks and mobile money"), kinds: sorted.filter(({ selfCustody }) => selfCustody !== true) },
    { label: t("Self-custody wallets"), kinds: sorted.filter(({ selfCustody }) => selfCustody === true) }
  ].filter(({ kinds }) => kinds.length > 0)
}

/** A kind as one line of the list. */
export const lineOf = ({ accountType, aliasOf, currencies }: Kind): string => {
  const line = `${currencies.join(", ")} · ${kindName(accountType)}`
  return aliasOf === undefined ? line : t("{0}, older name", line)
}

/** True if every word of the query is a prefix of a known word. */
const matches = (known: ReadonlyArray<string>, words: ReadonlyArray<string>): boolean =>
  words.every((word) => known.some((each) => each.startsWith(word)))

const namesOf = ({ accountType, label }: Kind): ReadonlyArray<string> =>
  wordsIn([accountType, accountType.replaceAll("_", " "), label, kindName(accountType)].join(" "))

const moneyOf = ({ currencies }: Kind): ReadonlyArray<string> =>
  wordsIn(
    currencies
      .flatMap((currency) =>
        isCoin(currency)
          ? [currency]
          : [currency, moneys.of(currency) ?? "", ...regionsOf(currency).map((code) => countries.of(code) ?? "")]
      )
      .join(" ")
  )

/** The countries whose money it is. ISO 4217: a currency code begins with the code of its country, or of a union. */
const regionsOf = (currency: string): ReadonlyArray<string> =>
  Object.hasOwn(UNIONS, currency) ? (UNIONS[currency]?.split(" ") ?? []) : [currency.slice(0, 2)]

const UNIONS: Readonly<Record<string, string>> = {
  EUR: "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK",
  XAF: "CF CG CM GA GQ TD",
  XOF: "BF BJ CI GW ML NE SN TG"
}

// A cryptocurrency belongs to no country and is found by its code only.
const isCoin = (currency: string): boolean => currency.length !== 3 || currency === "BTC"

const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,·]+/u)
    .filter((word) => word !== "")

const moneys = new Intl.DisplayNames(tag, { type: "currency" })
const countries = new Intl.DisplayNames(tag, { type: "region" })

/** The banks of a country, as the API lists them. */
export type Banks =
  | { readonly type: "reading" }
  | { readonly type: "read"; readonly banks: ReadonlyArray<Option> }
  | { readonly type: "unknown" }

/** The names of the fields whose value must be a bank name from the list of the API. */
export const bankFieldsOf = ({ fields }: Variant): ReadonlyArray<string> =>
  fields.filter((field) => field.type === "text" && field.fromDiscoveries === true).map(({ name }) => name)

/** True for a kind with a bank field. */
export const needsBanks = ({ variants }: Kind): boolean => variants.some((variant) => bankFieldsOf(variant).length > 0)

/** Reads the banks of a kind from the page's own backend. Returns `unknown` when the call fails. */
export const readBanks = async (call: Call, { currencies: [currency] }: Kind): Promise<Banks> => {
  // ISO 4217: the first two letters of a currency code are the ISO 3166 country code.
  const query = new URLSearchParams({ country: currency.slice(0, 2), currency })
  try {
    const { body, status } = await call("GET", `/discoveries?${query}`)
    return status === 200 ? banksOf(body) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

/** The banks of a response, in its order. */
export const banksOf = (answer: unknown): Banks => {
  const listed = isObject(answer) && Array.isArray(answer.data) ? answer.data : []
  const banks = listed.flatMap((bank: unknown) => {
    if (!isObject(bank) || typeof bank.bankName !== "string") return []
    const { bankName, displayName } = bank
    return [{ value: bankName, label: typeof displayName === "string" ? displayName : bankName }]
  })
  return banks.length === 0 ? UNKNOWN : { type: "read", banks }
}

/** The options of a bank list, or `undefined` when the name has to be typed. */
export const bankOptions = (banks: Banks): ReadonlyArray<Option> | undefined => {
  switch (banks.type) {
    case "reading":
      return [{ value: "", label: t("Loading the list of banks") }]
    case "read":
      return [{ value: "", label: t("Choose") }, ...banks.banks]
    case "unknown":
      return undefined
  }
}

/** No list of banks is available. */
export const UNKNOWN: Banks = { type: "unknown" }
