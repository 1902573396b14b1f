import type { Bucket } from "../../model/Bucket.ts"
import type { Millis } from "../../model/Environment.ts"

/** How full a bucket was at an instant. Below nothing, where several nodes spent at once what only one could. */
export interface Level {
  readonly tokens: number
  readonly at: Millis
}

/**
 * The level of a bucket by now; one that nobody spent from is full. `at` of a level is the instant of its last whole
 * token, so that no fraction of one is ever lost or won.
 */
export const refilled = (bucket: Bucket, level: Level | undefined, at: Millis): Level => {
  const { capacity, refillEvery } = bucket
  if (level === undefined || isBeyond(bucket, level, at)) return { tokens: capacity, at }
  const gained = Math.max(0, Math.floor((at - level.at) / refillEvery))
  // What is owed may be owed to a bucket that was larger then.
  const tokens = Math.max(level.tokens, -capacity) + gained
  return tokens >= capacity ? { tokens: capacity, at } : { tokens, at: level.at + gained * refillEvery }
}

/**
 * Noted so far ahead that whoever noted it would find it full by now: a clock was wrong, and nobody is to wait until it
 * is right. Clocks that differ by less share the level.
 */
const isBeyond = ({ capacity, refillEvery }: Bucket, level: Level, at: Millis): boolean =>
  level.at - at > capacity * refillEvery

/** From when on there is one to take. */
export const readyAt = ({ refillEvery }: Bucket, level: Level): Millis =>
  level.tokens > 0 ? 0 : level.at + refillEvery * (1 - level.tokens)

/** From when on it is full, and so as good as forgotten. */
export const fullAt = ({ capacity, refillEvery }: Bucket, level: Level): Millis =>
  level.at + refillEvery * (capacity - level.tokens)

/** A debt is paid back by waiting, but nobody waits longer than for an empty bucket to fill. */
export const taken = ({ capacity }: Bucket, level: Level, count: number): Level => ({
  ...level,
  tokens: Math.max(level.tokens - count, -capacity)
})
