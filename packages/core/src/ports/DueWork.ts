import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "./Store.ts"

/**
 * What workers do beside requests, each a round that answers how much it took on. Who moves a clock runs it, so that what
 * came due happens in order and at once.
 */
export const DueWork = Context.Reference<ReadonlyArray<Effect.Effect<number, StoreUnavailable>>>(
  "@countersign/core/ports/DueWork",
  { defaultValue: () => [] }
)
