import type { Kind } from "./Kind.ts"
import * as kinds from "./kinds/index.ts"

/** The name of a kind, aliases included. */
export type AccountType = keyof typeof kinds

/** Every kind, by `accountType` in alphabetical order. A new kind is a file in `kinds` and a line in its index. */
export const accountTypes: ReadonlyMap<string, Kind> = new Map(
  Object.values(kinds).map((kind) => [kind.accountType, kind])
)

/** True for a text that names a kind. */
export const isAccountType = (text: unknown): text is AccountType => typeof text === "string" && accountTypes.has(text)

/** The kinds that a currency can be paid to, without aliases, in alphabetical order. */
export const kindsFor = (currency: string): ReadonlyArray<Kind> =>
  [...accountTypes.values()].filter(({ aliasOf, currencies }) => aliasOf === undefined && currencies.includes(currency))

/**
 * The payment rails that a currency is paid out by. A wallet has the name of its network as its rail, and a coin that no
 * account type is made for is on Spark.
 */
export const railsFor = (currency: string): ReadonlyArray<string> => {
  const rails = kindsFor(currency).flatMap(({ accountType, selfCustody, variants }) =>
    selfCustody === true ? [accountType.replace("_WALLET", "")] : variants.flatMap((variant) => variant.rails)
  )
  return rails.length === 0 ? ["SPARK"] : [...new Set(rails)]
}
