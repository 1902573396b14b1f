import { Context, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import type { StoreUnavailable } from "./Store.ts"

/** Moves the time of an environment that has a clock of its own: of a sandbox, and of nothing else. */
export class ClockControl extends Context.Service<
  ClockControl,
  {
    /** Moves it on; what comes due on the way has happened when this answers with the time it then is. */
    readonly advance: (environment: Environment, by: Millis) => Effect.Effect<Millis, StoreUnavailable>
  }
>()("@countersign/core/ports/ClockControl") {}
