import { Schema } from "effect"
import { type EnvironmentKey, Millis } from "./Environment.ts"

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

/** The number of tokens in a bucket at an instant. Negative if several nodes consumed more than it contained. */
export const Level = Schema.Struct({ tokens: Schema.Int, at: Millis })
export type Level = typeof Level.Type

export type Rate = Pick<Bucket, "capacity" | "refillEvery">

/**
 * The level of a bucket at `at`; a bucket without a stored level is full. The `at` of a level is the instant of its
 * last whole token, so that fractions of a token are neither lost nor gained.
 */
export const refilled = ({ capacity, refillEvery }: Rate, level: Level | undefined, at: Millis): Level => {
  // A level that lies further in the future than a full refill takes is ignored: the clock of the node that wrote it was
  // wrong. Nodes whose clocks differ by less share the level.
  if (level === undefined || level.at - at > capacity * refillEvery) return { tokens: capacity, at }
  const gained = Math.max(0, Math.floor((at - level.at) / refillEvery))
  // The debt may come from a policy with a larger capacity, so it is limited to the current one.
  const tokens = Math.max(level.tokens, -capacity) + gained
  return tokens >= capacity ? { tokens: capacity, at } : { tokens, at: level.at + gained * refillEvery }
}

/** From this many buckets on, full ones are forgotten: a full bucket and an unknown one are equivalent. */
const CLOSE_FROM = 10_000

/** The levels of buckets in the memory of a node, as of the time of each use. `made` returns the other fields of each. */
export const makeLevels = <A extends object>(made: (bucket: Bucket) => A) => {
  const accounts = new Map<string, A & { bucket: Bucket; level: Level }>()
  let closeAt = CLOSE_FROM
  const close = (at: Millis): void => {
    for (const [key, { bucket, level }] of accounts) {
      if (refilled(bucket, level, at).tokens === bucket.capacity) accounts.delete(key)
    }
    // Twice the remaining size, so that the amortised cost of an eviction is constant per call.
    closeAt = Math.max(CLOSE_FROM, accounts.size * 2)
  }
  return (bucket: Bucket, at: Millis) => {
    const key = nameOf(bucket)
    const known = accounts.get(key)
    if (known !== undefined) {
      // The bucket may be of another policy than before.
      known.bucket = bucket
      known.level = refilled(bucket, known.level, at)
      return known
    }
    if (accounts.size >= closeAt) close(at)
    const account = { ...made(bucket), bucket, level: refilled(bucket, undefined, at) }
    accounts.set(key, account)
    return account
  }
}

/** Returns when the next token is available. */
export const readyAt = ({ refillEvery }: Rate, level: Level): Millis =>
  level.tokens > 0 ? 0 : level.at + refillEvery * (1 - level.tokens)

/** Returns when the bucket is full. From then on its level need not be stored. */
export const fullAt = ({ capacity, refillEvery }: Bucket, level: Level): Millis =>
  level.at + refillEvery * (capacity - level.tokens)

/** A debt is paid back by waiting, at most for the time that an empty bucket takes to fill. */
export const take = ({ capacity }: Rate, level: Level, count: number): Level => ({
  ...level,
  tokens: Math.max(level.tokens - count, -capacity)
})
