import { Result } from "effect"
import type { IllegalTransition } from "../machine/Machine.ts"
import type { Step } from "../model/Step.ts"
import type { Millis } from "../model/time.ts"
import type { Move } from "../ports/PaymentRails.ts"
import { stepped, type Transaction } from "./Transaction.ts"

/** How far a payment came at an instant, and what is still to happen to it. */
export interface Advanced {
  readonly transaction: Transaction
  /** Every state it passed, in order: each is an event of its own. */
  readonly passed: ReadonlyArray<Transaction>
  readonly moves: ReadonlyArray<Move>
  readonly rest: ReadonlyArray<Step>
}

/** Takes the first step, and those that follow it after no time at all. */
export const advance = (
  transaction: Transaction,
  [first, ...others]: ReadonlyArray<Step>,
  at: Millis
): Result.Result<Advanced, IllegalTransition> => {
  if (first === undefined) return Result.succeed({ transaction, passed: [], moves: [], rest: [] })
  return Result.flatMap(stepped(transaction, first, at), ({ moves, transaction: next }) => {
    const here: Advanced = { transaction: next, passed: [next], moves, rest: others }
    if (others[0]?.after !== 0) return Result.succeed(here)
    return Result.map(advance(next, others, at), (further) => ({
      ...further,
      passed: [next, ...further.passed],
      moves: [...moves, ...further.moves]
    }))
  })
}
