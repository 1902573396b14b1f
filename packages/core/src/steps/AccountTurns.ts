import { Context, Effect } from "effect"
import type { Stored } from "../store/records.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Transaction } from "../things/payments/rules/Transaction.ts"
import { makeTurns, type Turns } from "./turns.ts"

/**
 * Serializes the payments of one account on this node, and the commits that write one record. Those on different nodes
 * conflict in the store. The wiring gives each service its own.
 */
export const AccountTurns = Context.Reference<Turns>("@countersign/core/operations/AccountTurns", {
  defaultValue: makeTurns
})

export const inTurnOf = <A, E, R>(
  accounts: ReadonlyArray<string>,
  work: Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, R> => Effect.flatMap(AccountTurns, ({ inTurn }) => inTurn(accounts, work))

/** The accounts at both ends of a payment. */
export const turnsOf = ({ transaction }: { readonly transaction: Stored<Transaction> | undefined }) =>
  [transaction?.value.source.accountId, transaction?.value.destination.accountId].filter((id) => id !== undefined)
