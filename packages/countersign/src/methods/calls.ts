/** A call repeated with the same `idempotencyKey` returns the stored answer of the first and has no further effect. */
export interface Once {
  readonly idempotencyKey?: string
}

/** The two headers of a signed retry, as `Headers.get` returns them. Omit both on the first call. */
export interface Retry extends Once {
  readonly stamp?: string | null
  readonly requestId?: string | null
}

/**
 * The device of the end user, as `Headers.get` returns it, for a call that opens a session. Stored if the policy
 * `sessionClientRetention` is not 0.
 */
export interface Opening extends Retry {
  /** 1 to 1,024 characters. */
  readonly userAgent?: string | null
  /** 1 to 64 characters. */
  readonly address?: string | null
}

/** A duration: milliseconds, or a text such as `6 minutes`. */
export type Span = number | `${number} ${Unit}` | `${number} ${Unit}s`
type Unit = "milli" | "second" | "minute" | "hour" | "day" | "week"

/** The owner of an external account. */
export type Owner = "customer" | "platform"
