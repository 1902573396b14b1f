import { countries, isCalendarDate, withoutPostalCodes } from "@countersign/account-types"
import { Schema } from "effect"
import { visible } from "./text.ts"

/** An ISO 3166-1 alpha-2 country code. */
export const country = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}$/u),
  Schema.makeFilter((code) => CODES.has(code))
).annotate({
  description: "ISO 3166-1 alpha-2",
  send: "a country code of two capital letters (ISO 3166-1 alpha-2), such as US"
})

export const countryList = Schema.Array(country).check(Schema.isMaxLength(countries.length))

const CODES: ReadonlySet<string> = new Set(countries)

/** A calendar date, `YYYY-MM-DD`. */
export const date = Schema.String.check(
  Schema.isPattern(/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/u),
  Schema.makeFilter(isCalendarDate)
).annotate({
  description: "YYYY-MM-DD",
  send: "a date that exists, of the form YYYY-MM-DD"
})

export const Address = Schema.Struct({
  line1: visible(255),
  line2: Schema.optionalKey(visible(255)),
  city: Schema.optionalKey(visible(255)),
  state: Schema.optionalKey(visible(255)),
  postalCode: Schema.optionalKey(
    visible(32).annotate({ description: "Absent only in a country without postal codes" })
  ),
  country
})
  .check(
    Schema.makeFilter(({ country, postalCode }) => postalCode !== undefined || withoutPostalCodes.has(country), {
      at: "postalCode",
      fault: "This field is missing",
      send: "the postal code; only countries that have none may omit it"
    })
  )
  .annotate({ description: "A postal address" })
