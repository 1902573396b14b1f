import { Clock, Context, Effect } from "effect"
import { makeTurns } from "../../rules/limits/turns.ts"
import type { Transaction } from "../../rules/payments/Transaction.ts"
import { type FoundOf, type Reads, type Stored, withRetry } from "../../store/records.ts"
import type { Conflict, StoreUnavailable } from "../../store/Store.ts"
import {
  begun,
  concluded,
  type Decision,
  decided,
  type Memory,
  newMemory,
  type SomeSteps,
  whole
} from "../operation.ts"

/**
 * Serializes the payments of one account on this node. Concurrent payments on different nodes conflict in the store.
 */
export const AccountTurns = Context.Reference<ReturnType<typeof makeTurns>>(
  "@countersign/core/operations/AccountTurns",
  { defaultValue: makeTurns }
)

export const inTurnOf = <A, E, R>(
  accounts: ReadonlyArray<string>,
  work: Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, R> => Effect.flatMap(AccountTurns, (inTurn) => inTurn(accounts, work))

/** The accounts at both ends of a payment. */
export const turnsOf = ({ transaction }: { readonly transaction: Stored<Transaction> | undefined }) =>
  [transaction?.value.source.accountId, transaction?.value.destination.accountId].filter((id) => id !== undefined)

/**
 * An operation that waits for its turn on the accounts named by its first reads, and then loads them in `moreReads`. If
 * the first reads are outdated by then, the commit conflicts and the operation decides again.
 */
export const operationInTurn = <
  Command,
  R extends Reads,
  A extends Decision<unknown>,
  DecideE,
  More = unknown,
  Q extends object = object,
  P = void,
  CheckE = never,
  PrepareE = never,
  PrepareR = never,
  TakenE = never
>(
  operation: SomeSteps<Command, R, More, Q, P, A, CheckE, PrepareE, PrepareR, DecideE> & {
    readonly turns: (found: FoundOf<R>) => ReadonlyArray<string>
    /** Returns the refusal for a conflict that a retry would meet again. `undefined` retries. */
    readonly lost?: (conflict: Conflict) => TakenE | undefined
  }
) => {
  const steps = whole<Command, R, More, Q, P, A, CheckE, PrepareE, PrepareR, DecideE>(operation)
  const round = Effect.fnUntraced(function* (command: Command, memory: Memory<P, PrepareE>) {
    const first = yield* begun(steps.reads, command, memory)
    const inTurn = Effect.gen(function* () {
      const leg = { ...first, at: yield* Clock.currentTimeMillis }
      const decision = yield* decided(steps, leg, memory)
      yield* concluded(decision, leg, memory)
      const reply: A["reply"] = decision.reply
      return reply
    })
    return yield* inTurnOf(operation.turns(first.found), inTurn)
  })
  return (command: Command) =>
    Effect.suspend(() => withRetry(round(command, newMemory()), (conflict) => operation.lost?.(conflict)))
}
