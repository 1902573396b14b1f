import { Context, type Effect, Schema } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import { Millis } from "../model/Environment.ts"
import { entry } from "../model/faults.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** The rate limit is exceeded. The same call succeeds at `until`, unless other calls consume the tokens first. */
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

/** Rate limits, as token buckets. */
export class Throttle extends Context.Service<
  Throttle,
  {
    /** Consumes one token from each bucket, or none if any bucket is empty. */
    readonly spend: (buckets: ReadonlyArray<Bucket>) => Effect.Effect<void, Throttled | StoreUnavailable>
  }
>()("@countersign/core/ports/Throttle") {}
