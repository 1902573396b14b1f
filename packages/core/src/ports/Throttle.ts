import { Context, type Effect, Schema } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import { Millis } from "../model/Environment.ts"
import { entry } from "../model/faults.ts"
import type { StoreUnavailable } from "../store/Store.ts"

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
