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
      return movesBack(money, refund?.status ?? "COMPLETED")
    case "REFUNDED":
      return money === "transit" && refund?.status === "COMPLETED" ? ["giveBack"] : []
    case "EXPIRED":
      return []
  }
}

/** Money that was taken is returned. While the refund has not succeeded, it stays in transit and is accounted for there. */
const movesBack = (money: Where, refund: NonNullable<Step["refund"]>["status"]): ReadonlyArray<Move> => {
  const isBack = refund === "COMPLETED"
  if (money === "untouched") return isBack ? [] : ["take"]
  if (!isBack) return []
  return money === "arrived" ? ["return"] : ["giveBack"]
}
