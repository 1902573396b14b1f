import { fieldsOf, numberOf, textOf } from "./element.ts"

/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly amount: number
  readonly code: string
  readonly decimals: number
}

/** An amount as the service writes it, its currency beside it. */
export const moneyOf = (value: unknown): Money => {
  const { amount, currency } = fieldsOf(value)
  return inCurrency(numberOf(amount), currency)
}

/** An amount of a currency as the service describes it. */
export const inCurrency = (amount: number, currency: unknown): Money => {
  const { code, decimals } = fieldsOf(currency)
  return { amount, code: textOf(code), decimals: numberOf(decimals) }
}

/** As people read it: at least two digits after the point, and no noughts beyond them. */
export const figures = ({ amount, decimals }: Money): string =>
  new Intl.NumberFormat("en", {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals
  }).format(amount / 10 ** decimals)

/** With its currency. */
export const inWords = (money: Money): string => `${figures(money)} ${money.code}`

/** What was typed, in the smallest unit; `undefined` where it is no such amount. */
export const unitsOf = (text: string, decimals: number): number | undefined => {
  const match = /^(\d{1,9})(?:\.(\d+))?$/u.exec(text.trim())
  const fraction = match?.[2] ?? ""
  if (match === null || fraction.length > decimals) return undefined
  const units = Number(`${match[1]}${fraction.padEnd(decimals, "0")}`)
  return Number.isSafeInteger(units) && units > 0 ? units : undefined
}
