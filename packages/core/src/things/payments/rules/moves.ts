import { Result } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import type { Move, Step } from "../../../model/Step.ts"

/** The location of a payment's money. Each event is a movement that the rails book. */
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

export const movesOf = (from: Where, step: Step) => {
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

/** Money that was taken is returned. If the refund fails as well, it stays in transit and is accounted for there. */
const movesBack = (money: Where, isRefundFailed: boolean): ReadonlyArray<Move> => {
  if (money === "untouched") return isRefundFailed ? ["take"] : []
  if (isRefundFailed) return []
  return money === "arrived" ? ["return"] : ["giveBack"]
}
