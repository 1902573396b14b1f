import { Schema } from "effect"

/** Sandbox moves no money and knows magic values; production knows neither. */
export const Mode = Schema.Literals(["sandbox", "production"])
export type Mode = typeof Mode.Type

/**
 * Whose data, and which kind: the platform and the mode its API token names. Part of every key of every record,
 * so another environment's object does not exist (I9).
 */
export const Environment = Schema.Struct({
  platformId: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._-]{1,64}$/u)),
  mode: Mode
})
export type Environment = typeof Environment.Type

/** The environment as the one string that stores prefix every key with. */
export type EnvironmentKey = `${Mode}/${string}`

export const environmentKey = (environment: Environment): EnvironmentKey =>
  `${environment.mode}/${environment.platformId}`

/** The type of a credential as records contain it: the name of its kind. `credentials/kinds` has the list of kinds. */
export const KindName = Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]*$/u))

/** An instant as whole milliseconds since 1970-01-01T00:00:00Z. */
export const Millis = Schema.Int
export type Millis = typeof Millis.Type

/** Expiry is exclusive: at the very millisecond of `expiresAt` it is over (I10). */
export const isOver = (expiresAt: Millis, at: Millis): boolean => at >= expiresAt

/** Whole seconds from `at` until `until`, never less than one: what Retry-After promises and keeps. */
export const secondsUntil = (until: Millis, at: Millis): number => Math.max(1, Math.ceil((until - at) / 1000))
