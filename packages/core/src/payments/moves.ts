import type { Step } from "../model/Step.ts"
import type { Move } from "../ports/PaymentRails.ts"
import type { Transaction } from "./Transaction.ts"

type Where = Transaction["money"]

/** What a step does with the money of a payment, and where that leaves it. */
export const movesOf = (money: Where, step: Step): { readonly moves: ReadonlyArray<Move>; readonly money: Where } => {
  switch (step.to) {
    case "PENDING":
    case "PROCESSING":
      return money === "untouched" ? { moves: ["take"], money: "transit" } : { moves: [], money }
    case "COMPLETED":
      return money === "untouched"
        ? { moves: ["take", "deliver"], money: "arrived" }
        : { moves: ["deliver"], money: "arrived" }
    case "FAILED":
      return backFrom(money, step)
    case "EXPIRED":
      return { moves: [], money }
  }
}

/** Money that was taken goes back, unless the refund fails too: then it stays in transit, and is accounted for there. */
const backFrom = (money: Where, { refund }: Step): { readonly moves: ReadonlyArray<Move>; readonly money: Where } => {
  if (money === "untouched") {
    return refund?.status === "FAILED" ? { moves: ["take"], money: "transit" } : { moves: [], money }
  }
  if (refund?.status === "FAILED") return { moves: [], money }
  return money === "arrived" ? { moves: ["return"], money: "back" } : { moves: ["giveBack"], money: "back" }
}
