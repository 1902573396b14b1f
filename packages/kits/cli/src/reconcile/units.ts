/** The decimals of currencies by their codes. */
export type Decimals = ReadonlyMap<string, number>

/**
 * Converts a decimal of a statement, such as -12.3, to the smallest unit of its currency. Throws if the currency has no
 * known decimals, or fewer than the amount. The decimals of ISO 4217 are known.
 */
export const smallestUnits = (decimal: string, currency: string, known: Decimals): number => {
  const decimals = known.get(currency) ?? isoDecimals(currency)
  if (decimals === undefined) {
    throw new Error(`${currency} is not in ISO 4217. Say how many decimals it has: --decimals ${currency}=6`)
  }
  const [, sign, whole = "", fraction = ""] = /^([+-]?)(\d{1,15})(?:\.(\d{1,18}))?$/u.exec(decimal.trim()) ?? []
  if (whole === "") throw new Error(`"${decimal}" is no amount. Write -12.34, without separators of thousands`)
  if (/[1-9]/u.test(fraction.slice(decimals)))
    throw new Error(`${decimal} ${currency} has more than ${decimals} decimals`)
  const amount = Number(`${sign}${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`)
  if (!Number.isSafeInteger(amount)) throw new Error(`${decimal} ${currency} is too large to compare`)
  return amount
}

const ISO = new Set(Intl.supportedValuesOf("currency"))

const isoDecimals = (currency: string): number | undefined =>
  ISO.has(currency)
    ? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits
    : undefined
