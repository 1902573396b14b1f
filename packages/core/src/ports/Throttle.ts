import { Context, type Effect, Schema } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import { entry } from "../model/entries.ts"
import { Millis } from "../model/time.ts"
import type { StoreUnavailable } from "./Store.ts"

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

/** Too often. The same call succeeds at `until`, if nobody else spends meanwhile. */
export class Throttled extends Schema.TaggedError<Throttled>()("Throttled", { until: Millis, at: Millis }) {
  static readonly entry = {
    ...entry(
      "limited",
      "RATE_LIMITED",
      "Too many calls",
      "Too many calls of this kind. Try again after Retry-After seconds."
    ),
    check: "RATE"
  }
}

/** Limits how often a thing is done. */
export class Throttle extends Context.Service<
  Throttle,
  {
    /** Takes one from each bucket, or none from any: a call that one of them refuses costs nothing in the others. */
    readonly spend: (buckets: ReadonlyArray<Bucket>) => Effect.Effect<void, Throttled | StoreUnavailable>
  }
>()("@countersign/core/ports/Throttle") {}
