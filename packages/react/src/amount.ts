import type { TermsAmount } from "@countersign/client"

/** Formats an amount with at least two decimals and its currency: "12.50 USDC". `locale` is a BCP 47 tag. */
export const formatAmount = ({ amount, currency, decimals }: TermsAmount, locale = "en"): string =>
  `${(amount / 10 ** decimals).toLocaleString(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals
  })} ${currency}`

/**
 * Formats an exchange rate with six significant digits, after "≈" where the rate has more: "≈ 0.0512346". `locale` is
 * a BCP 47 tag.
 */
export const formatRate = (rate: string, locale = "en"): string =>
  (/[1-9](?:\.?\d){5,}\.?[1-9]/u.test(rate) ? "≈ " : "") +
  Number(rate).toLocaleString(locale, { maximumSignificantDigits: 6 })

/** Formats an instant in ISO 8601 as a date and a time of day. */
export const formatDate = (instant: string, locale: string): string =>
  new Date(instant).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" })
