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
