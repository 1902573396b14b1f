import type { Fee, Rate } from "@countersign/core"

/** What one US dollar buys in the sandbox, in whole units: round figures near those of early 2026, and never moved. */
export const SANDBOX_RATES: Readonly<Record<string, string>> = {
  AED: "3.67",
  BDT: "122",
  BRL: "5.40",
  BTC: "0.00001",
  BWP: "13.50",
  CAD: "1.38",
  CNY: "7.20",
  COP: "4000",
  DKK: "6.90",
  EGP: "49",
  EUR: "0.92",
  GBP: "0.79",
  GHS: "12",
  GTQ: "7.70",
  HKD: "7.80",
  HTG: "131",
  IDR: "16200",
  INR: "86",
  JMD: "158",
  KES: "129",
  MWK: "1735",
  MXN: "17.25",
  MYR: "4.40",
  NGN: "1550",
  PHP: "58",
  PKR: "280",
  RWF: "1400",
  SGD: "1.34",
  THB: "34",
  TZS: "2600",
  UGX: "3700",
  USD: "1",
  USDC: "1",
  USDT: "1",
  VND: "25400",
  XAF: "605",
  XOF: "605",
  ZAR: "18.20",
  ZMW: "27"
}

/** Half a percent of what is sent, where currencies differ. */
export const SANDBOX_FEE: Fee = { basisPoints: 50, fixed: 0 }
const NONE: Fee = { basisPoints: 0, fixed: 0 }

/** What it costs to turn one currency into another, by a table of what a dollar buys. */
export const termsOf =
  (rates: Readonly<Record<string, string>>, fee: Fee) =>
  (from: string, to: string): { readonly rate: Rate; readonly fee: Fee } | undefined => {
    const [sold, bought] = [decimal(rates, from), decimal(rates, to)]
    if (sold === undefined || bought === undefined) return undefined
    const rate = { numerator: bought.units * sold.scale, denominator: bought.scale * sold.units }
    return { rate, fee: from === to ? NONE : fee }
  }

const decimal = (rates: Readonly<Record<string, string>>, code: string) => {
  const text = Object.hasOwn(rates, code) ? rates[code] : undefined
  if (text === undefined) return undefined
  const [whole = "0", fraction = ""] = text.split(".")
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
