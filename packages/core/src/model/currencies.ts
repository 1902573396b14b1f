import { Effect, Schema } from "effect"
import { Policy, type PolicyCurrency, type PolicyValues } from "./Policy.ts"

const of = (code: string, name: string, symbol: string, decimals: number): PolicyCurrency => ({
  code,
  name,
  symbol,
  decimals
})

/** The built-in currencies by code. Decimals are those of ISO 4217, or of the coin's own unit. */
export const currencies: ReadonlyMap<string, PolicyCurrency> = new Map(
  [
    of("AED", "United Arab Emirates dirham", "د.إ", 2),
    of("BDT", "Bangladeshi taka", "৳", 2),
    of("BRL", "Brazilian real", "R$", 2),
    of("BTC", "Bitcoin", "₿", 8),
    of("BWP", "Botswana pula", "P", 2),
    of("CAD", "Canadian dollar", "$", 2),
    of("CNY", "Chinese yuan", "¥", 2),
    of("COP", "Colombian peso", "$", 2),
    of("DKK", "Danish krone", "kr", 2),
    of("EGP", "Egyptian pound", "E£", 2),
    of("EUR", "Euro", "€", 2),
    of("GBP", "Pound sterling", "£", 2),
    of("GHS", "Ghanaian cedi", "₵", 2),
    of("GTQ", "Guatemalan quetzal", "Q", 2),
    of("HKD", "Hong Kong dollar", "$", 2),
    of("HTG", "Haitian gourde", "G", 2),
    of("IDR", "Indonesian rupiah", "Rp", 2),
    of("INR", "Indian rupee", "₹", 2),
    of("JMD", "Jamaican dollar", "$", 2),
    of("KES", "Kenyan shilling", "KSh", 2),
    of("MWK", "Malawian kwacha", "MK", 2),
    of("MXN", "Mexican peso", "$", 2),
    of("MYR", "Malaysian ringgit", "RM", 2),
    of("NGN", "Nigerian naira", "₦", 2),
    of("PHP", "Philippine peso", "₱", 2),
    of("PKR", "Pakistani rupee", "₨", 2),
    of("RWF", "Rwandan franc", "FRw", 0),
    of("SGD", "Singapore dollar", "$", 2),
    of("THB", "Thai baht", "฿", 2),
    of("TZS", "Tanzanian shilling", "TSh", 2),
    of("UGX", "Ugandan shilling", "USh", 0),
    of("USD", "United States dollar", "$", 2),
    of("USDC", "USD Coin", "", 6),
    of("USDT", "Tether", "", 6),
    of("VND", "Vietnamese đồng", "₫", 0),
    of("XAF", "Central African CFA franc", "F", 0),
    of("XOF", "West African CFA franc", "F", 0),
    of("ZAR", "South African rand", "R", 2),
    of("ZMW", "Zambian kwacha", "K", 2)
  ].map((currency) => [currency.code, currency])
)

/** Finds a currency by its code. Returns `undefined` if neither this table nor the host's policy has the code. */
export type CurrencyOf = (code: string) => PolicyCurrency | undefined

/** The currencies of one host: the built-in table plus the currencies of its policy. */
export const currenciesOf = ({ accountCurrencies, walletCurrency }: PolicyValues): ReadonlyArray<PolicyCurrency> => [
  ...currencies.values(),
  ...[...accountCurrencies, walletCurrency].filter(({ code }) => !currencies.has(code))
]

export const currencyOf: Effect.Effect<CurrencyOf> = Effect.map(
  Policy,
  (policy) => (code) => currencies.get(code) ?? currenciesOf(policy).find((currency) => currency.code === code)
)

/**
 * An amount in the smallest unit of a currency: a whole number from 1 to 2^53 - 1, the largest that all JSON parsers
 * read exactly.
 */
export const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).annotate({
  description: "In the smallest unit of the currency"
})

/** An amount in the smallest unit of a currency. */
export const Money = Schema.Struct({ amount: Schema.Int, currency: Schema.String })
export type Money = typeof Money.Type

/** How much one whole unit of the sending currency buys, as an exact fraction. */
export interface Rate {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A fee: basis points of the sent amount, plus a fixed amount in the smallest unit. */
export interface Fee {
  readonly basisPoints: number
  readonly fixed: number
}
