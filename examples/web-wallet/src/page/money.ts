import { tag } from "../words/translate.ts"
import { fieldsOf, numberOf, textOf } from "./json.ts"

/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly amount: number
  readonly code: string
  readonly decimals: number
}

/** Reads an amount with its currency from a response. */
export const moneyOf = (value: unknown): Money => {
  const { amount, currency } = fieldsOf(value)
  return inCurrency(numberOf(amount), currency)
}

/** An amount in a currency object of the API. */
export const inCurrency = (amount: number, currency: unknown): Money => {
  const { code, decimals } = fieldsOf(currency)
  return { amount, code: textOf(code), decimals: numberOf(decimals) }
}

/** Formats an amount with at least two decimals and no further trailing zeros. */
export const figures = ({ amount, decimals }: Money): string =>
  new Intl.NumberFormat(tag, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals
  }).format(amount / 10 ** decimals)

/** Formats an amount with its currency code. */
export const inWords = (money: Money): string => `${figures(money)} ${money.code}`

/** The decimal point of the reader's language. */
const POINT = new Intl.NumberFormat(tag).format(0.5).charAt(1)

/** Parses an amount into the smallest unit. Returns `undefined` for any other text. */
export const unitsOf = (text: string, decimals: number): number | undefined => {
  const match = /^(\d{1,9})(?:\.(\d+))?$/u.exec(text.trim().replace(POINT, "."))
  const fraction = match?.[2] ?? ""
  if (match === null || fraction.length > decimals) return undefined
  const units = Number(`${match[1]}${fraction.padEnd(decimals, "0")}`)
  return Number.isSafeInteger(units) && units > 0 ? units : undefined
}
