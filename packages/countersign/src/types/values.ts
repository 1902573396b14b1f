/** Any JSON value. */
export type JsonValue = null | boolean | number | string | ReadonlyArray<JsonValue> | JsonFields
export interface JsonFields {
  readonly [name: string]: JsonValue
}

/** An instant in ISO 8601, in UTC. */
export type Instant = string

export type Standing = "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED"

export interface PostalAddress {
  readonly line1: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** `amount` is in the smallest unit of the currency. */
export interface CurrencyAmount {
  readonly amount: number
  readonly currency: Currency
}
