import { Context, type Effect } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import { Millis } from "../model/Environment.ts"
import { Refusal, withCode } from "../model/Refusal.ts"
import type { Change, Conflict, Guard, StoreUnavailable } from "../store/Store.ts"

/** The rate limit is exceeded. The same call succeeds at `until`, unless other calls consume the tokens first. */
export class Throttled extends Refusal("Throttled", { until: Millis, at: Millis })(
  withCode("limited", "RATE_LIMITED"),
  {
    check: "RATE",
    reason: "Too many calls",
    message: "The rate limit for this kind of call is exceeded. Retry after Retry-After seconds.",
    cause:
      "The token bucket for this credential, address, account, caller or API token is empty. The limits are set by the option `policy`.",
    remedy:
      "Wait for Retry-After seconds and send calls at a lower rate. If legitimate traffic is limited, raise the limit in `policy`."
  }
) {}

/** Rate limits, as token buckets. */
export class Throttle extends Context.Service<
  Throttle,
  {
    /** Consumes one token from each bucket, or none if any bucket is empty. */
    readonly spend: (buckets: ReadonlyArray<Bucket>) => Effect.Effect<void, Throttled | StoreUnavailable>
    /**
     * Optional, for a throttle that stores tokens in the `Store`: consumes them in the commit of the call, which saves
     * statements. Runs `commit` with the changes and guards of the buckets, and again with others if these conflict.
     */
    readonly spendIn?: (
      buckets: ReadonlyArray<Bucket>,
      commit: (
        changes: ReadonlyArray<Change>,
        guards: ReadonlyArray<Guard>
      ) => Effect.Effect<void, Conflict | StoreUnavailable>
    ) => Effect.Effect<void, Conflict | StoreUnavailable | Throttled>
  }
>()("@countersign/core/ports/Throttle") {}
