import type { TermsAmount } from "@countersign/client"

/** Formats an amount with at least two decimals and its currency: "12.50 USDC". */
export const formatAmount = ({ amount, currency, decimals }: TermsAmount, locale = "en"): string => {
  const figures = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals
  }).format(amount / 10 ** decimals)
  return `${figures} ${currency}`
}
