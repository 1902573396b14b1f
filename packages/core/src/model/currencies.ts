import type { Currency } from "./Policy.ts"

const of = (code: string, name: string, symbol: string, decimals: number): Currency => ({
  code,
  name,
  symbol,
  decimals
})

/** The currencies of money here, by code. Decimals are those of ISO 4217, and of each coin's own unit. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  [
    of("AED", "United Arab Emirates dirham", "د.إ", 2),
    of("BRL", "Brazilian real", "R$", 2),
    of("BTC", "Bitcoin", "₿", 8),
    of("BWP", "Botswana pula", "P", 2),
    of("CAD", "Canadian dollar", "$", 2),
    of("COP", "Colombian peso", "$", 2),
    of("DKK", "Danish krone", "kr", 2),
    of("EUR", "Euro", "€", 2),
    of("GBP", "Pound sterling", "£", 2),
    of("HKD", "Hong Kong dollar", "$", 2),
    of("IDR", "Indonesian rupiah", "Rp", 2),
    of("INR", "Indian rupee", "₹", 2),
    of("KES", "Kenyan shilling", "KSh", 2),
    of("MWK", "Malawian kwacha", "MK", 2),
    of("MXN", "Mexican peso", "$", 2),
    of("MYR", "Malaysian ringgit", "RM", 2),
    of("NGN", "Nigerian naira", "₦", 2),
    of("PHP", "Philippine peso", "₱", 2),
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
