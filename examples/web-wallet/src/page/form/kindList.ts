import { accountTypes, type Kind } from "@countersign/account-types"

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
