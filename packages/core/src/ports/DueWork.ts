import { Context, type Effect } from "effect"
import type { Declaration } from "./Collection.ts"
import type { StoreUnavailable } from "./Store.ts"

/** One round of a background worker, over the collections whose due records it claims. */
export interface DueRound {
  readonly of: ReadonlyArray<Declaration>
  /** Returns how many records it claimed. `over` replaces ports of the wired services for this round. */
  readonly run: (over: Context.Context<never>) => Effect.Effect<number, StoreUnavailable>
}

/** The rounds of the background workers, for a clock that is moved: what comes due on the way is done by these. */
export const DueWork = Context.Reference<ReadonlyArray<DueRound>>("@countersign/core/ports/DueWork", {
  defaultValue: () => []
})
