import { makeId } from "@countersign/wire"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Step, Transactions } from "../../../src/internal.ts"
import { advance } from "../../../src/things/payments/paymentPlan.ts"
import { movesOf } from "../../../src/things/payments/rules/moves.ts"
import { isRefused, stepped, transactions } from "../../../src/things/payments/rules/Transaction.ts"

const T = 1_800_000_000_000
const money = { amount: 100, currency: "USD" }
const end = { type: "ACCOUNT", currency: "USD" } as const
const terms = {
  transactionId: makeId("Transaction", { timestampMs: 1, random: new Uint8Array(10) }),
  type: "OUTGOING",
  customerId: null,
  platformCustomerId: null,
  source: end,
  destination: end,
  sent: money,
  received: money,
  fees: 0,
  createdAt: T,
  updatedAt: T
} as const
const pending = Transactions.initial(terms)
const stored = (more: Partial<Transactions.Transaction>) => transactions.decode({ ...pending, ...more })

const COMPLETED = { status: "COMPLETED", reason: "TRANSACTION_FAILED" } as const
const FAILED = { status: "FAILED", reason: "TRANSACTION_FAILED" } as const
const step = (to: Step["to"], more: Partial<Step> = {}): Step => ({ after: 0, to, ...more })
const tagOf = <A>(result: Result.Result<A, { readonly _tag: string }>) =>
  Result.match(result, { onSuccess: () => "ok", onFailure: ({ _tag }) => _tag })

describe("the money after a step", () => {
  type Where = Transactions.Transaction["money"]
  const rows: ReadonlyArray<readonly [Where, Step, ReadonlyArray<string>, Where]> = [
    ["untouched", step("PENDING"), ["take"], "transit"],
    ["untouched", step("PROCESSING"), ["take"], "transit"],
    ["transit", step("PENDING"), [], "transit"],
    ["transit", step("PROCESSING"), [], "transit"],
    ["untouched", step("COMPLETED"), ["take", "deliver"], "arrived"],
    ["transit", step("COMPLETED"), ["deliver"], "arrived"],
    ["untouched", step("EXPIRED"), [], "untouched"],
    ["transit", step("EXPIRED"), [], "transit"],
    ["untouched", step("FAILED"), [], "untouched"],
    ["untouched", step("FAILED", { refund: COMPLETED }), [], "untouched"],
    ["untouched", step("FAILED", { refund: FAILED }), ["take"], "transit"],
    ["transit", step("FAILED"), ["giveBack"], "back"],
    ["transit", step("FAILED", { refund: COMPLETED }), ["giveBack"], "back"],
    ["transit", step("FAILED", { refund: FAILED }), [], "transit"],
    ["arrived", step("FAILED"), ["return"], "back"],
    ["arrived", step("FAILED", { refund: COMPLETED }), ["return"], "back"],
    ["arrived", step("FAILED", { refund: FAILED }), [], "arrived"]
  ]
  it.each(rows)("from %s, by %j: %j, %s", (from, events, moves, to) => {
    expect(Result.getOrThrow(movesOf(from, events))).toEqual({ moves, money: to })
  })
})

describe("a payment after a step", () => {
  it.each([
    ["PENDING", "Pending", "transit"],
    ["PROCESSING", "Processing", "transit"],
    ["COMPLETED", "Completed", "arrived"],
    ["FAILED", "Failed", "untouched"],
    ["EXPIRED", "Expired", "untouched"]
  ] as const)("to %s has the status %s, its money %s, and the time of the step", (to, status, money) => {
    expect(Result.getOrThrow(stepped(pending, step(to), T + 7)).transaction).toStrictEqual({
      ...pending,
      status,
      money,
      updatedAt: T + 7,
      ...(status === "Completed" ? { settledAt: T + 7 } : {}),
      ...(status === "Expired" ? { removeAt: T + 7 + 2_592_000_000 } : {})
    })
  })

  it("has the failure reason of the step, and a refund that starts and ends with it", () => {
    const failed = stepped(pending, step("FAILED", { failureReason: "LIMIT_EXCEEDED", refund: COMPLETED }), T + 7)
    expect(Result.getOrThrow(failed).transaction).toEqual({
      ...pending,
      status: "Failed",
      failureReason: "LIMIT_EXCEEDED",
      refund: { ...COMPLETED, initiatedAt: T + 7, settledAt: T + 7 },
      updatedAt: T + 7
    })
  })

  const statuses = ["Pending", "Processing", "Completed", "Failed", "Expired"] as const
  const legal = new Set([
    ...["Pending PROCESSING", "Pending COMPLETED", "Pending FAILED", "Pending EXPIRED"],
    ...["Processing COMPLETED", "Processing FAILED", "Completed FAILED"]
  ])
  it.each(
    statuses.flatMap((from) =>
      (["PROCESSING", "COMPLETED", "FAILED", "EXPIRED"] as const).map((to) => [from, to] as const)
    )
  )("in %s takes a step to %s iff the table has a cell", (from, to) => {
    const next = stepped(stored({ status: from }), step(to), T)
    expect(tagOf(next)).toBe(legal.has(`${from} ${to}`) ? "ok" : "IllegalTransition")
  })

  it("is refused if the rails did not start it, but not if it was refunded", () => {
    const failureReason = "QUOTE_EXECUTION_FAILED"
    expect(isRefused(stored({ failureReason }))).toBe(true)
    expect(isRefused(stored({ failureReason, refund: { ...COMPLETED, initiatedAt: T } }))).toBe(false)
    expect(isRefused(stored({ failureReason: "LIMIT_EXCEEDED" }))).toBe(false)
    expect(isRefused(pending)).toBe(false)
  })
})

describe("advancing a payment", () => {
  it("changes nothing without steps", () => {
    expect(Result.getOrThrow(advance(pending, [], T))).toEqual({
      transaction: pending,
      passed: [],
      moves: [],
      rest: []
    })
  })

  it("applies one step, and leaves delayed steps for later", () => {
    const later = step("COMPLETED", { after: 1 })
    const { moves, passed, rest, transaction } = Result.getOrThrow(advance(pending, [step("PROCESSING"), later], T))
    expect([transaction.status, transaction.money, moves, rest]).toEqual(["Processing", "transit", ["take"], [later]])
    expect(passed.map(([state]) => state)).toEqual([transaction])
  })

  it("has no steps left after the last one", () => {
    const { moves, rest, transaction } = Result.getOrThrow(advance(pending, [step("EXPIRED")], T))
    expect([transaction.status, moves, rest]).toEqual(["Expired", [], []])
  })

  it("applies steps without a delay immediately, and returns each state and each move in order", () => {
    const later = step("FAILED", { after: 5 })
    const steps = [step("PROCESSING", { after: 9 }), step("COMPLETED"), later]
    const { moves, passed, rest, transaction } = Result.getOrThrow(advance(pending, steps, T))
    expect([transaction.status, transaction.money, moves, rest]).toEqual([
      "Completed",
      "arrived",
      ["take", "deliver"],
      [later]
    ])
    expect(passed.map(([{ status }]) => status)).toEqual(["Processing", "Completed"])
  })

  it("fails at the first step that has no cell", () => {
    expect(tagOf(advance(pending, [step("COMPLETED"), step("PROCESSING")], T))).toBe("IllegalTransition")
  })
})
