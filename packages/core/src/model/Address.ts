import { Schema } from "effect"

/** Text of at least one character. */
export const text = (max: number) => Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(max))

/** A country, by its code. */
export const country = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).annotate({
  description: "ISO 3166-1 alpha-2",
  send: "a country code of two capital letters (ISO 3166-1 alpha-2), such as US"
})
/** A day. */
export const date = Schema.String.check(
  Schema.isPattern(/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/u)
).annotate({
  description: "YYYY-MM-DD",
  send: "a date of the form YYYY-MM-DD"
})

/** Where somebody lives, or a business is. */
export const Address = Schema.Struct({
  line1: text(255),
  line2: Schema.optionalKey(text(255)),
  city: Schema.optionalKey(text(255)),
  state: Schema.optionalKey(text(255)),
  postalCode: text(32),
  country
})
