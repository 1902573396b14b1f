import { describe } from "vitest"
import type { Sent } from "../../src/ports/PaymentRails.ts"
import { recordDeposit, recordReport } from "../../src/things/payments/report.ts"
import { instructionOrders } from "../../src/things/payments/rules/Instruction.ts"
import { type Outcome, reportDigest, reports } from "../../src/things/payments/rules/Report.ts"
import { outcomeOrders } from "../../src/things/payments/rules/Transaction.ts"
import { recordAnswer, SENT } from "../../src/things/payments/send.ts"
import { accountOf, customerOf, here, idOf, leg, paymentOf, recordOf, T } from "../given.ts"
import { decides } from "./shown.ts"

const transactionId = idOf("Transaction")
const fiat = (nth: number, balance = 0) => accountOf({ type: "INTERNAL_FIAT", currency: "USD", nth, balance })
const accounts = [fiat(2), fiat(3)]
const instruction = recordOf(instructionOrders, {
  transactionId,
  environment: here,
  sealed: "sealed",
  dueAt: T,
  attempts: 0
})
const sent = paymentOf(SENT)
const later = (...steps: ReadonlyArray<"COMPLETED">) => paymentOf([...SENT, ...steps.map((to) => ({ after: 0, to }))])

const reportOf = (event: string, digest: string) =>
  recordOf(reports, { event, transactionId, digest, expiresAt: T + 1 })

describe("a report of the bank", () => {
  const reported = (outcome: Outcome, more: object = {}) =>
    recordReport.decide({
      ...leg,
      command: { transactionId, event: "1", outcome },
      found: { transaction: sent, order: undefined, instruction, report: undefined, accounts, ...more }
    })
  const same = reportDigest({ transactionId, outcome: "SETTLED", failureReason: null })
  const order = recordOf(outcomeOrders, { transactionId, environment: here, steps: [], dueAt: T, attempts: 0 })
  decides(() => [
    [
      "completes a payment that was sent, and ends its order",
      reported("SETTLED"),
      "~transactions Completed arrived; ~internal_accounts ACTIVE 100; +payment_reports; -instruction_orders; =internal_accounts; event OUTGOING_PAYMENT.COMPLETED 1; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RECEIVED; book deliver"
    ],
    [
      "gives the money back",
      reported("FAILED", { instruction: undefined }),
      "~transactions Failed back; ~internal_accounts ACTIVE 100; +payment_reports; =internal_accounts; event OUTGOING_PAYMENT.FAILED 1; event OUTGOING_PAYMENT.REFUND_COMPLETED 2; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RETURNED; book giveBack"
    ],
    [
      "of what is known is recorded, and changes no payment",
      reported("SETTLED", { transaction: later("COMPLETED") }),
      "+payment_reports; -instruction_orders"
    ],
    [
      "that contradicts an earlier one is refused",
      reported("FAILED", { transaction: later("COMPLETED") }),
      "ReportContradicts"
    ],
    ["about an unknown payment is refused", reported("SETTLED", { transaction: undefined }), "TransactionNotFound"],
    ["about a payment of the simulation is refused", reported("SETTLED", { order }), "PaymentNotSent"],
    [
      "about a payment that was not sent is refused",
      reported("SETTLED", { transaction: paymentOf([]) }),
      "PaymentNotSent"
    ],
    ["counts once", reported("SETTLED", { report: reportOf("1", same) }), "AlreadyReported"],
    ["has its own event", reported("FAILED", { report: reportOf("1", same) }), "ReportDiffers"]
  ])
})

describe("a report of a deposit", () => {
  const command = { accountId: idOf("InternalAccount", 3), event: "1", amount: 100, currency: "USD" }
  const deposited = (more: object = {}, changed: object = {}) =>
    recordDeposit.decide({
      ...leg,
      command: { ...command, ...changed },
      found: { inside: { account: fiat(3), customer: customerOf() }, report: undefined, ...more },
      prepared: transactionId
    })
  const { event: _, ...content } = command
  decides(() => [
    [
      "credits the account",
      deposited(),
      "+transactions Completed arrived; ~internal_accounts ACTIVE 100; +payment_reports; event INCOMING_PAYMENT.COMPLETED 1; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RECEIVED; book take, deliver"
    ],
    ["in another currency is refused", deposited({}, { currency: "EUR" }), "CurrencyRefused"],
    [
      "for no account is refused",
      deposited({ inside: { account: undefined, customer: undefined } }),
      "AccountNotFound"
    ],
    ["counts once", deposited({ report: reportOf("1", reportDigest(content)) }), "AlreadyReported"],
    ["has its own event", deposited({ report: reportOf("1", "other") }), "ReportDiffers"]
  ])
})

describe("the answer of the provider to an order", () => {
  const answered = (answer: Sent, more: object = {}, isAsked = false) =>
    recordAnswer.decide({
      ...leg,
      command: { order: instruction.value, sent: answer, isAsked },
      found: { transaction: sent, order: undefined, instruction, accounts, ...more }
    })
  const accepted: Sent = { outcome: "accepted", reference: "bank-1" }
  const known = recordOf(instructionOrders, { ...instruction.value, reference: "bank-1" })
  const named = { ...sent, value: { ...sent.value, carrierReference: "bank-1" } }
  decides(() => [
    [
      "records its reference, and ends the order",
      answered(accepted),
      "~transactions Processing transit; -instruction_orders"
    ],
    [
      "leaves the order, if the provider can be asked",
      answered(accepted, {}, true),
      "~transactions Processing transit; ~instruction_orders"
    ],
    [
      "that is known changes the order alone",
      answered(accepted, { transaction: named, instruction: known }, true),
      "~instruction_orders"
    ],
    [
      "settles the payment",
      answered({ outcome: "settled" }),
      "~transactions Completed arrived; ~internal_accounts ACTIVE 100; -instruction_orders; =internal_accounts; event OUTGOING_PAYMENT.COMPLETED 1; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RECEIVED; book deliver"
    ],
    [
      "rejects the payment, and gives its money back",
      answered({ outcome: "rejected", reason: "ACCOUNT_INVALID" }),
      "~transactions Failed back; ~internal_accounts ACTIVE 100; -instruction_orders; =internal_accounts; event OUTGOING_PAYMENT.FAILED 1; event OUTGOING_PAYMENT.REFUND_COMPLETED 2; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RETURNED; book giveBack"
    ],
    ["after a report changes nothing", answered(accepted, { instruction: undefined }), "nothing"]
  ])
})
