import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, TransactionId } from "../../model/ids.ts"
import type { FailureReason } from "../../model/Step.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { inTurnOf, turnsOf } from "../../steps/turns.ts"
import { combined, insert, remove } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import type { Change } from "../../store/Store.ts"
import { internalReads, requireInternal } from "./ends.ts"
import { paymentPlan, replied } from "./paymentPlan.ts"
import { readTransaction } from "./readTransactions.ts"
import { CurrencyRefused, TransactionNotFound } from "./rules/Quote.ts"
import {
  type AlreadyReported,
  type Outcome,
  PaymentNotSent,
  reportDigest,
  reports,
  requireNew,
  type StoredReport,
  stepOf
} from "./rules/Report.ts"
import { type Booking, idsIn } from "./rules/reconciliation.ts"
import { initial, type Transaction, transactions } from "./rules/Transaction.ts"
import { endReads, loadAccounts, payingOf } from "./send.ts"

/** A report of the host's bank about one payment. */
export interface PaymentReport {
  readonly transactionId: TransactionId
  /** The bank's own id of the report. A second report with it changes nothing. */
  readonly event: string
  readonly outcome: Outcome
  /** Why the payment failed. */
  readonly failureReason?: FailureReason | undefined
}

/**
 * Records what the bank says about a payment, once. Reports may come again, days later and in any order, before the answer
 * to the order of the payment too.
 */
export const reportPayment = (report: PaymentReport) => Effect.catchTag(recordReport(report), "AlreadyReported", asItIs)

/** A repeated report is answered with the payment as it is. */
export const asItIs = ({ transactionId }: AlreadyReported) => readTransaction(transactionId)

const reportReads = (command: PaymentReport, environment: EnvironmentKey) => ({
  ...endReads(command.transactionId, environment),
  report: byId(reports, environment, command.event)
})

export const recordReport = operation(reportReads)
  .inTurn(turnsOf)
  .more(function loadEnds({ environment, found }) {
    return loadAccounts(found, environment)
  })
  .decide(function record(leg) {
    return Result.gen(function* () {
      const { command, found } = leg
      const { failureReason, outcome, transactionId } = command
      const digest = reportDigest({ transactionId, outcome, failureReason: failureReason ?? null })
      yield* requireNew(found.report, digest)
      const { instruction, order, transaction } = found
      if (transaction === undefined) return yield* Result.fail(new TransactionNotFound())
      // Its steps are known: it waits for the platform's decision, or the rails are a simulation.
      if (order !== undefined) return yield* Result.fail(new PaymentNotSent())
      const step = yield* stepOf(transaction.value, outcome, failureReason)
      const own = {
        changes: [
          reported({ event: command.event, transactionId, digest }, leg),
          ...(instruction === undefined ? [] : [remove(instruction)])
        ]
      }
      const unchanged: Decision<Transaction> = { ...own, reply: transaction.value }
      if (step === undefined) return unchanged
      const paid = yield* paymentPlan(payingOf(transaction, found.accounts), [step], leg)
      return { ...combined(paid.plan, own), reply: paid.transaction }
    })
  })

/** The record of a report, in the commit of what it changes. */
export const reported = (
  report: Omit<StoredReport, "expiresAt">,
  { at, environment, policy }: Pick<Call<unknown>, "at" | "environment" | "policy">
): Change => insert(reports, environment, { ...report, expiresAt: at + policy.receiptLifetime }, at)

/** Money that arrived at the host's bank for an internal account. */
export interface AccountDeposit {
  readonly event: string
  readonly accountId: AccountId
  readonly currency: string
  /** In the smallest unit of the currency. */
  readonly amount: number
}

/** Credits an account with money that arrived at the host's bank, once. */
export const depositToAccount = (deposit: AccountDeposit) =>
  Effect.catchTag(inTurnOf([deposit.accountId], recordDeposit(deposit)), "AlreadyReported", asItIs)

export const recordDeposit = operation(({ accountId, event }: AccountDeposit, environment: EnvironmentKey) => ({
  inside: internalReads(environment, accountId),
  report: byId(reports, environment, event)
}))
  .prepare(function drawId() {
    return Effect.gen(() => freshId("Transaction"))
  })
  .decide(function credit(leg) {
    return Result.gen(function* () {
      const { at, command, found, prepared: transactionId } = leg
      const { accountId, amount, currency, event } = command
      const digest = reportDigest({ accountId, amount, currency })
      yield* requireNew(found.report, digest)
      const { account, owner } = yield* requireInternal(found.inside)
      if (currency !== account.value.currency.code) return yield* Result.fail(new CurrencyRefused())
      const money = { amount, currency }
      const transaction = initial({
        transactionId,
        type: "INCOMING",
        customerId: owner?.value.customerId ?? null,
        platformCustomerId: owner?.value.platformCustomerId ?? null,
        source: { type: "REALTIME_FUNDING", currency },
        destination: { type: "ACCOUNT", accountId, currency },
        sent: money,
        received: money,
        fees: 0,
        createdAt: at,
        updatedAt: at
      })
      const paid = yield* paymentPlan({ transaction, accounts: [account] }, [{ after: 0, to: "COMPLETED" }], leg)
      const own = { changes: [reported({ event, transactionId, digest }, leg)] }
      return replied({ transaction: paid.transaction, plan: combined(paid.plan, own) })
    })
  })

/** The payments that bookings name by an id, their own or that of a report. For at most 100 bookings. */
export const loadNamed = Effect.fnUntraced(function* (bookings: ReadonlyArray<Booking>) {
  const environment = yield* currentKey
  const ofReports = yield* load(bookings.map(({ id }) => byId(reports, environment, id)))
  const reported = ofReports.flatMap((found) => (found === undefined ? [] : [found.value]))
  const ids = new Set([...bookings.flatMap(idsIn), ...reported.map(({ transactionId }) => transactionId)])
  const found = yield* load([...ids].map((id) => byId(transactions, environment, id)))
  return { reported, payments: found.flatMap((payment) => (payment === undefined ? [] : [payment.value])) }
})
