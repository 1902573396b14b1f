import type { Step } from "@countersign/core"

const now = (to: Step["to"], more: Partial<Step> = {}): Step => ({ after: 0, to, ...more })
const SHORT = 30_000
const LONG = 360_000

const COMPLETES: ReadonlyArray<Step> = [now("COMPLETED")]
const refunded = (
  reason: "TRANSACTION_FAILED" | "USER_CANCELLATION",
  status: "COMPLETED" | "FAILED" = "COMPLETED"
) => ({
  refund: { status, reason }
})

/** Transfers in and out, by the last three characters of the external account. */
export const transferOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "002": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "003": [now("FAILED", { failureReason: "ACCOUNT_INVALID" })],
  "004": [now("FAILED", { failureReason: "ACCOUNT_CANNOT_RECEIVE" })],
  "005": [
    now("PENDING"),
    { after: SHORT, to: "FAILED", failureReason: "ACCOUNT_CANNOT_RECEIVE", ...refunded("TRANSACTION_FAILED") }
  ]
}

/** Quotes to an external account, by its last three characters. */
export const quoteOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "002": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "003": [now("PROCESSING"), { after: LONG, to: "COMPLETED" }],
  "004": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COUNTERPARTY_POST_TX_FAILED", ...refunded("TRANSACTION_FAILED") })
  ],
  "005": [
    now("COMPLETED"),
    { after: SHORT, to: "FAILED", failureReason: "PAYOUT_RETURNED", ...refunded("TRANSACTION_FAILED") }
  ],
  "006": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED", ...refunded("USER_CANCELLATION") })
  ],
  "007": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COUNTERPARTY_POST_TX_FAILED", ...refunded("TRANSACTION_FAILED", "FAILED") })
  ]
}

/** Quotes to a Spark wallet: another table, in place of the one above. */
export const sparkOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "003": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "005": [
    now("PENDING"),
    { after: SHORT, to: "FAILED", failureReason: "LIGHTNING_PAYMENT_FAILED", ...refunded("TRANSACTION_FAILED") }
  ]
}

/** Payment addresses, `$scenario.currency@domain`. */
export const umaOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "success.usd": COMPLETES,
  "success.eur": COMPLETES,
  "success.mxn": COMPLETES,
  "pending.long.usd": [now("PROCESSING"), { after: LONG, to: "COMPLETED" }],
  "fail.compliance.usd": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COMPLIANCE_REJECTED", ...refunded("TRANSACTION_FAILED") })
  ]
}

/** What a table says of a suffix: success, where it says nothing. */
export const outcomeIn = (table: Readonly<Record<string, ReadonlyArray<Step>>>, suffix: string): ReadonlyArray<Step> =>
  (Object.hasOwn(table, suffix) ? table[suffix] : undefined) ?? COMPLETES
