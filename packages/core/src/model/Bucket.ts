import type { EnvironmentKey, Millis } from "./Environment.ts"

/** A token bucket of `capacity` tokens. It regains one token every `refillEvery` milliseconds. */
export interface Bucket {
  readonly environment: EnvironmentKey
  /** Identifies the bucket within the environment. */
  readonly key: string
  readonly capacity: number
  readonly refillEvery: Millis
  /**
   * When other nodes see a consumed token. "strong": the token is written before the call is
   * answered, so all nodes together never exceed the bucket. "eventual": calls do not wait for the
   * store, and each node may exceed the bucket by up to a quarter of its capacity.
   */
  readonly consistency: "strong" | "eventual"
}

/** A name that is unique across all environments. */
export const nameOf = ({ environment, key }: Bucket): string => `${environment} ${key}`
