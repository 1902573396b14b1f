import { Context, type Effect, Schema } from "effect"
import { Millis } from "../model/time.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A token bucket: `capacity` at once, one more every `refillEvery`. */
export interface Bucket {
  /** Names whose bucket it is; of an environment. */
  readonly key: string
  readonly capacity: number
  readonly refillEvery: Millis
}

/** Too often. The same call succeeds at `until`, if nobody else spends meanwhile. */
export class Throttled extends Schema.TaggedError<Throttled>()("Throttled", { until: Millis, at: Millis }) {}

/** Limits how often a thing is done. */
export class Throttle extends Context.Service<
  Throttle,
  {
    /** Takes one from each bucket, or none from any: a call that one of them refuses costs nothing in the others. */
    readonly spend: (buckets: ReadonlyArray<Bucket>) => Effect.Effect<void, Throttled | StoreUnavailable>
  }
>()("@countersign/core/ports/Throttle") {}
