import { accountTypes, type Kind } from "@countersign/account-types"

/** Every kind, in the two groups in which people look for them, by currency. */
export const kindGroups = (
  query: string
): ReadonlyArray<{ readonly label: string; readonly kinds: readonly Kind[] }> => {
  const found = [...accountTypes.values()].filter((kind) => isMeant(kind, query)).toSorted(byCurrency)
  return [
    { label: "Banks and mobile money", kinds: found.filter(({ selfCustody }) => selfCustody !== true) },
    { label: "Wallets that their owner holds", kinds: found.filter(({ selfCustody }) => selfCustody === true) }
  ].filter(({ kinds }) => kinds.length > 0)
}

/** A kind in one line. */
export const lineOf = ({ aliasOf, currencies, label }: Kind): string =>
  `${currencies.join(", ")} · ${label}${aliasOf === undefined ? "" : ", older name"}`

const byCurrency = (one: Kind, other: Kind): number => lineOf(one).localeCompare(lineOf(other), "en")

/** True where each word of a query begins a word of what is known of the kind: its currency, country, label or type. */
const isMeant = (kind: Kind, query: string): boolean => {
  const known = wordsOf(kind)
  return wordsIn(query).every((word) => known.some((each) => each.startsWith(word)))
}

const wordsOf = ({ accountType, currencies, label }: Kind): ReadonlyArray<string> =>
  wordsIn([accountType, accountType.replaceAll("_", " "), label, ...currencies.flatMap(namesOf)].join(" "))

const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,·]+/u)
    .filter((word) => word !== "")

// Coins have four letters or no country, and are known by their code alone.
const namesOf = (currency: string): ReadonlyArray<string> => {
  if (currency.length !== 3 || currency === "BTC") return [currency]
  return [currency, moneys.of(currency) ?? "", countries.of(currency.slice(0, 2)) ?? ""]
}

const moneys = new Intl.DisplayNames("en", { type: "currency" })
const countries = new Intl.DisplayNames("en", { type: "region" })
