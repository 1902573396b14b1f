import { Result } from "effect"
import * as Machine from "../../machine/Machine.ts"
import type { Move, Step } from "../../model/Step.ts"

/** Where the money of a payment is. Each event is a movement that the rails book. */
export const { machine } = Machine.words({
  name: "PaymentMoney",
  begins: "untouched",
  table: {
    untouched: { take: "transit" },
    transit: { deliver: "arrived", giveBack: "back" },
    arrived: { return: "back" },
    back: {}
  }
})

type Where = (typeof machine.states)[number]

interface Moved {
  readonly moves: ReadonlyArray<Move>
  readonly money: Where
}

/** What a step does with the money of a payment, and where that leaves it. */
export const movesOf = (from: Where, step: Step): Result.Result<Moved, Machine.IllegalTransition> => {
  const moves = movesFrom(from, step)
  return Result.map(machine.after(from, moves), (money) => ({ moves, money }))
}

const movesFrom = (money: Where, { refund, to }: Step): ReadonlyArray<Move> => {
  switch (to) {
    case "PENDING":
    case "PROCESSING":
      return money === "untouched" ? ["take"] : []
    case "COMPLETED":
      return money === "untouched" ? ["take", "deliver"] : ["deliver"]
    case "FAILED":
      return movesBack(money, refund?.status === "FAILED")
    case "EXPIRED":
      return []
  }
}

/** Money that was taken goes back, unless the refund fails too: then it stays in transit, and is accounted for there. */
const movesBack = (money: Where, isRefundFailed: boolean): ReadonlyArray<Move> => {
  if (money === "untouched") return isRefundFailed ? ["take"] : []
  if (isRefundFailed) return []
  return money === "arrived" ? ["return"] : ["giveBack"]
}
