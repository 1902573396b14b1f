import { Schema } from "effect"

export const currencyCode = Schema.String.check(Schema.isPattern(/^[A-Z0-9]{2,10}$/u)).annotate({
  description: "A currency code in upper case",
  send: "a currency code in upper case, such as USD"
})

export const countryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).annotate({
  description: "ISO 3166-1 alpha-2, in upper case",
  send: "a country code of two capital letters (ISO 3166-1 alpha-2), such as US"
})
