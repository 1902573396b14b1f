import { Schema } from "effect"

/** An instant as whole milliseconds since 1970-01-01T00:00:00Z. */
export const Millis = Schema.Int
export type Millis = typeof Millis.Type

/** Expiry is exclusive: at the very millisecond of `expiresAt` it is over (I10). */
export const isOver = (expiresAt: Millis, at: Millis): boolean => at >= expiresAt

/** Whole seconds from `at` until `until`, never less than one: what Retry-After promises and keeps. */
export const secondsUntil = (until: Millis, at: Millis): number => Math.max(1, Math.ceil((until - at) / 1000))
