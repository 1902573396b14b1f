import { Millis } from "@countersign/core"
import { Schema, SchemaTransformation } from "@countersign/core/effect"
import { CredentialType, compiledDecoder } from "@countersign/core/internal"

/** A field that may be absent, with its description. */
export const optional = <Field extends Schema.Top>(field: Field, description: string) =>
  Schema.optionalKey(field.annotate({ description }))

/**
 * Returns `new Date(millis).toISOString()`. Caches the date part, because most instants of a response are on the same
 * day.
 */
export const isoText = (millis: number): string => {
  const day = Math.floor(millis / DAY)
  // `Date` formats years with a sign and throws for values that are not instants.
  if (!Number.isInteger(millis) || millis < 0 || day > LAST_DAY) return new Date(millis).toISOString()
  if (day !== last.day) last = { day, date: new Date(day * DAY).toISOString().slice(0, "2025-10-13T".length) }
  const rest = millis - day * DAY
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  // The digits hhmmssmmm after a 1, which preserves their leading zeros.
  const digits = String(1e9 + hours * 1e7 + (minutes % 60) * 1e5 + (seconds % 60) * 1e3 + (rest % 1000))
  return `${last.date}${digits.slice(1, 3)}:${digits.slice(3, 5)}:${digits.slice(5, 7)}.${digits.slice(7)}Z`
}

const DAY = 86_400_000

/** 9999-12-31. */
const LAST_DAY = 2_932_896

let last = { day: 0, date: "1970-01-01T" }

/** ISO 8601 in UTC on the wire, milliseconds since the epoch in the code. */
export const Timestamp = Schema.String.annotate({
  description: "ISO 8601, UTC",
  format: "date-time",
  send: "an instant in ISO 8601, such as 2026-01-31T12:00:00Z"
}).pipe(
  Schema.decodeTo(Millis, SchemaTransformation.transform({ decode: (text) => Date.parse(text), encode: isoText }))
)

export const currencyCode = Schema.String.check(Schema.isPattern(/^[A-Z0-9]{2,10}$/u)).annotate({
  description: "A currency code in upper case",
  send: "an upper-case currency code, such as USD"
})

export const countryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).annotate({
  description: "ISO 3166-1 alpha-2, in upper case",
  send: "a country code of two capital letters (ISO 3166-1 alpha-2), such as US"
})

/** A boolean query parameter. */
export const flag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text: "true" | "false") => text === "true",
      encode: (is: boolean) => (is ? ("true" as const) : ("false" as const))
    })
  )
)

/**
 * A closed list as replies show it. Its type and its document name the known values; one that a newer version stored is
 * shown as it is, because an enum of a reply may get values.
 */
export const listed = <const L extends ReadonlyArray<string>>({ literals }: { readonly literals: L }) =>
  Schema.make<Schema.Codec<L[number]>>(
    Schema.String.check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ enum: literals }) })).ast
  )

/** The type of a credential, and the type of a stored one in a reply. */
export const ListedType = listed(CredentialType)
export const shownType = compiledDecoder(ListedType)
