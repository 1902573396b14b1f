/** Any JSON value. */
export type JsonValue = null | boolean | number | string | ReadonlyArray<JsonValue> | JsonFields

/** A JSON object. */
export interface JsonFields {
  readonly [name: string]: JsonValue
}

/** An instant in ISO 8601, in UTC. */
export type Instant = string
