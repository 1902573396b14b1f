import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { AccountId } from "../../../model/ids.ts"
import * as Collection from "../../../store/Collection.ts"

/**
 * Describes what a wallet has paid on its newest day, for the limit per day. One record per wallet, so that its address does not
 * depend on the time. Written only by payments in a currency with such a limit.
 */
export const PaidDay = Schema.Struct({
  accountId: AccountId,
  /** Days since 1970-01-01 in UTC. */
  day: Schema.Int,
  /** The debits of the day, in the smallest unit of the wallet's currency. */
  amount: Schema.Int,
  expiresAt: Millis
})
export type PaidDay = typeof PaidDay.Type

export const paidDays = Collection.make({
  name: "paid_days",
  schema: PaidDay,
  id: "accountId",
  expiry: "expiresAt"
})

const DAY = 86_400_000

/** The day in UTC. A node whose clock is behind continues the day that another node began. */
const dayAt = (known: PaidDay | undefined, at: Millis): number => Math.max(Math.floor(at / DAY), known?.day ?? 0)

export const paidAt = (known: PaidDay | undefined, at: Millis): number =>
  known?.day === dayAt(known, at) ? known.amount : 0

/** The record after one more payment. It expires a day after its own, because the clocks of nodes differ. */
export const withPayment = (
  known: PaidDay | undefined,
  { accountId, amount }: Pick<PaidDay, "accountId" | "amount">,
  at: Millis
): PaidDay => {
  const day = dayAt(known, at)
  return { accountId, day, amount: paidAt(known, at) + amount, expiresAt: (day + 2) * DAY }
}
