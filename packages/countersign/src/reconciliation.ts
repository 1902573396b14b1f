import { Schema, String } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { Timestamp } from "@countersign/http"
import { type RunOnStore, reading } from "./run.ts"
import type { BankStatement, StatementDifference } from "./types.ts"

/** Compares a bank's statement with the payments of one environment, whose store `run` provides. Changes nothing. */
export const reconciliation =
  (run: RunOnStore) =>
  async (statement: BankStatement): Promise<ReadonlyArray<StatementDifference>> => {
    const { bookings, from, to } = await run(readStatement(statement))
    const payments = new Map<string, core.Transactions.Transaction>()
    const reported = new Map<string, core.TransactionId>()
    for (let at = 0; at < bookings.length; at += 100) {
      const named = await run(core.loadNamed(bookings.slice(at, at + 100)))
      for (const payment of named.payments) payments.set(payment.transactionId, payment)
      for (const { event, transactionId } of named.reported) reported.set(event, transactionId)
    }
    let next: core.Page<core.Transactions.Transaction>["next"]
    do {
      const page = await run(
        core.listTransactions({ startDate: from - LONGEST, endDate: to }, { limit: 100, after: next })
      )
      for (const payment of page.items) payments.set(payment.transactionId, payment)
      next = page.next
    } while (next !== undefined)
    return core.differencesOf(bookings, { payments: payments.values(), reported }, { from, to }).map(written)
  }

/** Payments that are older are compared if a booking names them by an id: 90 days. */
const LONGEST = 7_776_000_000

const readStatement = reading(
  Schema.Struct({
    from: Timestamp,
    to: Timestamp,
    bookings: Schema.Array(core.Booking).check(Schema.isMaxLength(100_000))
  })
)

/** A difference as the API writes it. */
const written = ({ ledger, statement, ...difference }: core.Difference): StatementDifference => ({
  ...difference,
  ...(ledger && { ledger: { ...ledger, status: String.toUpperCase(ledger.status) } }),
  ...(statement && { statement })
})
