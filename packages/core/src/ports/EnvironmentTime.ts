import { Context, Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import type { StoreUnavailable } from "./Store.ts"

/** How far the time of an environment runs ahead. Nobody has to provide it: time is everywhere the same. */
export const EnvironmentTime = Context.Reference<(environment: Environment) => Effect.Effect<Millis, StoreUnavailable>>(
  "@countersign/core/ports/EnvironmentTime",
  { defaultValue: () => () => Effect.succeed(0) }
)
