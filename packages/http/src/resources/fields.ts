import { Millis, type Page } from "@countersign/core"
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "@countersign/core/effect"
import {
  CredentialType,
  Currency,
  type CurrencyOf,
  compiledDecoder,
  type Money,
  type PageRequest
} from "@countersign/core/internal"
import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "@countersign/wire"

/** A field that may be absent, with its description. */
export const optional = <Field extends Schema.Top>(field: Field, description: string) =>
  Schema.optionalKey(field.annotate({ description }))

/** ISO 8601 in UTC on the wire, milliseconds since the epoch in the code. */
export const Timestamp = Schema.String.annotate({
  description: "ISO 8601, UTC",
  format: "date-time",
  send: "an instant in ISO 8601, such as 2026-01-31T12:00:00Z"
}).pipe(
  Schema.decodeTo(
    Millis,
    SchemaTransformation.transform({
      decode: (text) => Date.parse(text),
      encode: (millis) => new Date(millis).toISOString()
    })
  )
)

/** When a record was written first, and last. */
export const dated = { createdAt: Timestamp, updatedAt: Timestamp }

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

const limit = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,2}$/u))
  .pipe(Schema.decodeTo(Schema.FiniteFromString))
  .check(Schema.isBetween({ minimum: 1, maximum: 100 }))
  .annotate({ description: "1 to 100; 20 when absent", send: "a whole number from 1 to 100" })

const Position = Schema.Struct({ createdAt: Millis, id: Schema.String })
const PositionText = Schema.fromJsonString(Position)
const readPosition = Schema.decodeUnknownEffect(PositionText)
const writePosition = Schema.encodeSync(PositionText)

/** The last record of a page, in base64url; opaque to callers. A cursor that this service did not issue is rejected. */
const cursor = Schema.String.annotate({
  description: "nextCursor of the previous page",
  send: "the nextCursor of the previous page, unchanged"
})
  .check(Schema.isMaxLength(512), Schema.isPattern(/^[A-Za-z0-9_-]+$/u))
  .pipe(
    Schema.decodeTo(
      Position,
      SchemaTransformation.transformEffect({
        decode: (text: string) =>
          Effect.try({ try: () => decodeUtf8(decodeBase64Url(text)), catch: () => notOurs }).pipe(
            Effect.flatMap((json) => Effect.mapError(readPosition(json), () => notOurs))
          ),
        encode: (position: typeof Position.Type) => Effect.succeed(cursorOf(position))
      })
    )
  )

/** The query parameters of every paginated list. */
export const paging = { limit: Schema.optionalKey(limit), cursor: Schema.optionalKey(cursor) }

const instant = Schema.optionalKey(Timestamp)

/** Those of a list that filters by the creation of its records. Both instants are inclusive. */
export const created = { createdAfter: instant, createdBefore: instant, ...paging }

/** The response schema of a paginated list. `nextCursor` is present only when another page follows. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    hasMore: Schema.Boolean,
    nextCursor: Schema.optionalKey(Schema.String),
    totalCount: optional(Schema.Int, "The number of all items, if one page has them all")
  })

/** Lists the page that a query requests, with each item as its response body. */
export const paged = <A, B, E, R>(
  { createdAfter: since, createdBefore: until, cursor: after, limit = 20 }: Schema.Struct.Type<typeof created>,
  list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
  present: (item: A) => B
) =>
  Effect.map(list({ limit, after, since, until }), ({ items, next }) => ({
    data: items.map(present),
    hasMore: next !== undefined,
    ...(next === undefined ? {} : { nextCursor: cursorOf(next) }),
    ...(next === undefined && after === undefined ? { totalCount: items.length } : {})
  }))

const cursorOf = (position: typeof Position.Type) => encodeBase64Url(encodeUtf8(writePosition(position)))

const notOurs = new SchemaIssue.InvalidValue({
  message: "The text is not a cursor. Send the nextCursor of the previous page."
})

export const CurrencyAmount = Schema.Struct({ amount: Schema.Int, currency: Currency }).annotate({
  identifier: "CurrencyAmount",
  description: "An amount of money. `amount` is in the smallest unit of the currency"
})

/** Returns a currency as its response body. A currency that the host has removed is shown by its code alone. */
export const currencyBody = (known: CurrencyOf, code: string): typeof Currency.Type =>
  known(code) ?? { code, name: code, symbol: "", decimals: 2 }

export const currencyAmount = (known: CurrencyOf, { amount, currency }: Money): typeof CurrencyAmount.Type => ({
  amount,
  currency: currencyBody(known, currency)
})

/** The refusals of a payment by the platform's configured limits. */
export const ofLimits = [
  "AmountBeyondLimits",
  "CounterpartyIncomplete",
  "CurrencyUnsupported",
  "TransactionTypeDisabled"
] as const

/** The refusals of a change to the balance of an account. */
export const ofBalance = ["AmountOutOfRange", "InsufficientBalance"] as const

/** The refusals that all payment operations share. */
export const ofPayment = [
  ...ofBalance,
  "AccountNotFound",
  "CurrencyRefused",
  "CustomerDeleted",
  "ExternalAccountNotActive",
  "ExternalAccountNotFound",
  "OriginatorUnregistered"
] as const

/** The refusals that all operations on quotes share. */
export const ofQuoted = [...ofPayment, "AccountHeld", "AccountSuspended", "CustomerNotFound", "UmaNotFound"] as const

/** The refusals of a deposit for a quote. */
export const ofDeposit = [
  ...ofQuoted,
  "DepositLate",
  "QuoteConsumed",
  "QuoteNotFound",
  "ReportDiffers",
  "TransactionNotFound"
] as const
