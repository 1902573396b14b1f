import type { EnvironmentKey, Millis } from "./Environment.ts"

/** A token bucket: `capacity` at once, one more every `refillEvery`. */
export interface Bucket {
  readonly environment: EnvironmentKey
  /** Names whose bucket it is. */
  readonly key: string
  readonly capacity: number
  readonly refillEvery: Millis
  /**
   * When the other nodes hear of it. "now": before the answer, so that all of them together never exceed the bucket.
   * "soon": now and then, so that a call waits for nothing; each node may be up to a quarter of the capacity ahead.
   */
  readonly told: "now" | "soon"
}

/** One name for each bucket of all environments. */
export const nameOf = ({ environment, key }: Bucket): string => `${environment} ${key}`
