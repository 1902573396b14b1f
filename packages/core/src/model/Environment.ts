import { Schema } from "effect"

/** The sandbox moves no money and recognises magic values. Production moves money and ignores magic values. */
export const Mode = Schema.Literals(["sandbox", "production"]).annotate({
  description:
    "`production`, or `sandbox` for the behaviour of production with simulated payments, codes and identities"
})
export type Mode = typeof Mode.Type

/**
 * The platform and the mode that an API token identifies. It is part of every key of every record, so an object of
 * another environment does not exist (I9).
 */
export const Environment = Schema.Struct({
  platformId: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._-]{1,64}$/u)).annotate({
    description: "1 to 64 letters, digits, `.`, `_` or `-`"
  }),
  mode: Mode
}).annotate({
  description: "The platform and the mode that an API token identifies. Each environment has its own data"
})
export type Environment = typeof Environment.Type

/** The environment as one string. Stores prefix every key with it. */
export type EnvironmentKey = `${Mode}/${string}`

export const environmentKey = (environment: Environment): EnvironmentKey =>
  `${environment.mode}/${environment.platformId}`

/** The environment of the records of no platform. */
export const SERVICE: EnvironmentKey = "sandbox/countersign"

/** The type of a credential as stored in records: the name of its kind. `credentials/kinds` lists the kinds. */
export const KindName = Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]*$/u))

/** An instant as whole milliseconds since 1970-01-01T00:00:00Z. */
export const Millis = Schema.Int
export type Millis = typeof Millis.Type

/**
 * Returns whether `expiresAt` has been reached. Expiry is exclusive: at the millisecond of `expiresAt` it has expired
 * (I10).
 */
export const hasExpired = (expiresAt: Millis, at: Millis): boolean => at >= expiresAt

/** Returns the whole seconds from `at` until `until`, rounded up and at least 1, as sent in Retry-After. */
export const secondsUntil = (until: Millis, at: Millis): number => Math.max(1, Math.ceil((until - at) / 1000))
