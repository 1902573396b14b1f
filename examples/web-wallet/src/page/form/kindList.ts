import { accountTypes, type Kind, type Variant } from "@countersign/account-types"
import type { Call } from "../calls.ts"
import { isObject } from "../element.ts"
import type { Option } from "./Control.ts"

/** The kinds that a query means, in the two groups in which people look for them: those it names first, by currency. */
export const kindGroups = (
  query: string
): ReadonlyArray<{ readonly label: string; readonly kinds: readonly Kind[] }> => {
  const words = wordsIn(query)
  const found = [...accountTypes.values()].filter((kind) => holds([...namesOf(kind), ...moneyOf(kind)], words))
  const isNamed = (kind: Kind) => holds(namesOf(kind), words)
  const sorted = found.toSorted(
    (one, other) => Number(isNamed(other)) - Number(isNamed(one)) || lineOf(one).localeCompare(lineOf(other), "en")
  )
  return [
    { label: "Banks and mobile money", kinds: sorted.filter(({ selfCustody }) => selfCustody !== true) },
    { label: "Wallets that their owner holds", kinds: sorted.filter(({ selfCustody }) => selfCustody === true) }
  ].filter(({ kinds }) => kinds.length > 0)
}

/** A kind in one line. */
export const lineOf = ({ aliasOf, currencies, label }: Kind): string =>
  `${currencies.join(", ")} · ${label}${aliasOf === undefined ? "" : ", older name"}`

/** True where each word of a query begins one of the words known. */
const holds = (known: ReadonlyArray<string>, words: ReadonlyArray<string>): boolean =>
  words.every((word) => known.some((each) => each.startsWith(word)))

const namesOf = ({ accountType, label }: Kind): ReadonlyArray<string> =>
  wordsIn([accountType, accountType.replaceAll("_", " "), label].join(" "))

const moneyOf = ({ currencies }: Kind): ReadonlyArray<string> =>
  wordsIn(
    currencies
      .flatMap((currency) =>
        isCoin(currency) ? [currency] : [currency, moneys.of(currency) ?? "", countries.of(currency.slice(0, 2)) ?? ""]
      )
      .join(" ")
  )

// A coin is no country's, and is known by its code alone.
const isCoin = (currency: string): boolean => currency.length !== 3 || currency === "BTC"

const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,·]+/u)
    .filter((word) => word !== "")

const moneys = new Intl.DisplayNames("en", { type: "currency" })
const countries = new Intl.DisplayNames("en", { type: "region" })

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
