import { Context, Effect } from "effect"
import { makeTurns } from "../../limits/turns.ts"
import type { StoreUnavailable } from "../../ports/Store.ts"

/** Lets the payments of one account go one after another on this node: nodes still meet in the store. */
export const AccountTurns = Context.Reference<ReturnType<typeof makeTurns>>(
  "@countersign/core/operations/AccountTurns",
  { defaultValue: makeTurns }
)

export const inTurnOf = <A, E, R>(
  accounts: ReadonlyArray<string>,
  work: Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, R> => Effect.flatMap(AccountTurns, (inTurn) => inTurn(accounts, work))
