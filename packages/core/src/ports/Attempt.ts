import { Context } from "effect"
import type { Change } from "./Store.ts"

/**
 * A call that its caller may make again under one key. Its first commit carries `companion`, so that the store knows of
 * the call if, and only if, it did something.
 */
export interface Attempt {
  readonly companion: Change
  /** The companion is committed. */
  isKept: boolean
  /** Another call under the same key was there first: whatever this one answers is of no use. */
  isLost: boolean
}

/** The attempt that the calls of this fiber belong to, if they belong to any. */
export const CurrentAttempt = Context.Reference<Attempt | undefined>("@countersign/core/ports/CurrentAttempt", {
  defaultValue: () => undefined
})
