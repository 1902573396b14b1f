import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Step } from "../../../src/model/Step.ts"
import { type Outcome, stepOf } from "../../../src/things/payments/rules/Report.ts"
import { pending } from "../../../src/things/payments/rules/Transaction.ts"
import { SENT } from "../../../src/things/payments/send.ts"
import { idOf, paymentOf, T } from "../../given.ts"

const failing = (status: "COMPLETED" | "FAILED" | "PENDING", more: Partial<Step> = {}): Step => ({
  after: 0,
  to: "FAILED",
  failureReason: "COUNTERPARTY_POST_TX_FAILED",
  refund: { status, reason: "TRANSACTION_FAILED" },
  ...more
})
const COMPLETED: Step = { after: 0, to: "COMPLETED" }
const after = (...steps: ReadonlyArray<Step>) => paymentOf([...SENT, ...steps]).value

const PAYMENTS = {
  "not sent": paymentOf().value,
  sent: after(),
  settled: after(COMPLETED),
  "on its way back": after(failing("PENDING")),
  stuck: after(failing("FAILED")),
  back: after(failing("COMPLETED")),
  returned: after(COMPLETED, failing("COMPLETED", { failureReason: "PAYOUT_RETURNED" }))
}

/** The step of each outcome for each payment, in words; `-` where the payment stays as it is, `no` for a refusal. */
const TABLE: { readonly [Of in keyof typeof PAYMENTS]: { readonly [On in Outcome]: string } } = {
  "not sent": {
    SETTLED: "PaymentNotSent",
    FAILED: "PaymentNotSent",
    REFUND_PENDING: "PaymentNotSent",
    REFUNDED: "PaymentNotSent",
    REFUND_FAILED: "PaymentNotSent",
    RETURNED: "PaymentNotSent"
  },
  sent: {
    SETTLED: "COMPLETED",
    FAILED: "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED",
    REFUND_PENDING: "FAILED COUNTERPARTY_POST_TX_FAILED PENDING",
    REFUNDED: "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED",
    REFUND_FAILED: "FAILED COUNTERPARTY_POST_TX_FAILED FAILED",
    RETURNED: "FAILED PAYOUT_RETURNED COMPLETED"
  },
  settled: {
    SETTLED: "-",
    FAILED: "no",
    REFUND_PENDING: "no",
    REFUNDED: "no",
    REFUND_FAILED: "no",
    RETURNED: "FAILED PAYOUT_RETURNED COMPLETED"
  },
  "on its way back": {
    SETTLED: "no",
    FAILED: "REFUNDED COMPLETED",
    REFUND_PENDING: "-",
    REFUNDED: "REFUNDED COMPLETED",
    REFUND_FAILED: "REFUNDED FAILED",
    RETURNED: "no"
  },
  stuck: {
    SETTLED: "no",
    FAILED: "REFUNDED COMPLETED",
    REFUND_PENDING: "-",
    REFUNDED: "REFUNDED COMPLETED",
    REFUND_FAILED: "-",
    RETURNED: "no"
  },
  back: { SETTLED: "no", FAILED: "-", REFUND_PENDING: "-", REFUNDED: "-", REFUND_FAILED: "no", RETURNED: "-" },
  returned: { SETTLED: "-", FAILED: "-", REFUND_PENDING: "-", REFUNDED: "-", REFUND_FAILED: "no", RETURNED: "-" }
}

const outcomes = ["SETTLED", "FAILED", "REFUND_PENDING", "REFUNDED", "REFUND_FAILED", "RETURNED"] as const
type Payment = Parameters<typeof stepOf>[0]

const worded = (payment: Payment, outcome: Outcome, reason?: NonNullable<Step["failureReason"]>) =>
  Result.match(stepOf(payment, outcome, reason), {
    onFailure: ({ _tag }) => (_tag === "ReportContradicts" ? "no" : _tag),
    onSuccess: (step) =>
      step === undefined ? "-" : [step.to, step.failureReason, step.refund?.status].filter(Boolean).join(" ")
  })

describe.each(Object.entries(PAYMENTS))("GU1: a report about a payment that is %s", (name, payment) => {
  it.each(outcomes)("%s", (outcome) => {
    expect(worded(payment, outcome)).toBe(Object.entries(TABLE).find(([of]) => of === name)?.[1][outcome])
  })
})

it("GU1: a report has the reason of the bank, and a return its own", () => {
  const by = (outcome: Outcome) => worded(PAYMENTS.sent, outcome, "COMPLIANCE_REJECTED")
  expect(outcomes.map(by)).toEqual([
    "COMPLETED",
    "FAILED COMPLIANCE_REJECTED COMPLETED",
    "FAILED COMPLIANCE_REJECTED PENDING",
    "FAILED COMPLIANCE_REJECTED COMPLETED",
    "FAILED COMPLIANCE_REJECTED FAILED",
    "FAILED PAYOUT_RETURNED COMPLETED"
  ])
})

it("GU1: a failed payment without a refund may be reported as returned by no bank", () => {
  const { refund: _, ...plain } = failing("COMPLETED")
  expect(worded(after(plain), "RETURNED")).toBe("no")
})

it("GU1: a refund has the time of its begin, and of its end once it has ended", () => {
  const refundOf = (status: "COMPLETED" | "FAILED" | "PENDING") => {
    const { refund } = after(failing(status))
    return [refund?.initiatedAt, refund?.settledAt]
  }
  expect((["PENDING", "FAILED", "COMPLETED"] as const).map(refundOf)).toEqual([
    [T, undefined],
    [T, T],
    [T, T]
  ])
})

it("a pending payment names whom it waits for: its customer, its deposit, its approval or its provider", () => {
  const quoteId = idOf("Quote")
  const end = { type: "ACCOUNT", currency: "USD" } as const
  const waits = [
    paymentOf([], { quoteId }),
    paymentOf([], { quoteId, source: { ...end, type: "REALTIME_FUNDING" } }),
    paymentOf([], { source: { ...end, type: "UMA_ADDRESS" } }),
    paymentOf(),
    paymentOf([{ after: 0, to: "PENDING" }], { quoteId }),
    paymentOf(SENT, { quoteId })
  ].map(({ value }) => Object.values(pending(value))[0])
  expect(waits).toEqual([
    "AWAITING_EXECUTION",
    "AWAITING_FUNDS",
    "AWAITING_APPROVAL",
    "AWAITING_PROVIDER",
    "AWAITING_PROVIDER",
    undefined
  ])
})
