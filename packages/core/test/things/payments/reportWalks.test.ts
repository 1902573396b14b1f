import { usd } from "@countersign/harness/externalAccounts"
import { rounds } from "@countersign/harness/rounds"
import { seed } from "@countersign/harness/seed"
import { makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { CountersignError, type PaymentAnswer } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { expect, it, onTestFinished } from "vitest"

const WALKS = rounds(1000, 150)
const DEPOSIT = 10_000_000

/** The reports of a bank about a payment in their own order, with the end of the payment, and whether its money is back. */
const COURSES = [
  { reports: ["SETTLED"], end: "COMPLETED", isBack: false },
  { reports: ["FAILED"], end: "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", isBack: true },
  { reports: ["SETTLED", "RETURNED"], end: "FAILED PAYOUT_RETURNED COMPLETED", isBack: true },
  { reports: ["REFUND_PENDING"], end: "FAILED COUNTERPARTY_POST_TX_FAILED PENDING", isBack: false },
  { reports: ["REFUND_PENDING", "REFUNDED"], end: "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", isBack: true },
  { reports: ["REFUND_PENDING", "REFUND_FAILED"], end: "FAILED COUNTERPARTY_POST_TX_FAILED FAILED", isBack: false },
  {
    reports: ["REFUND_PENDING", "REFUND_FAILED", "REFUNDED"],
    end: "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED",
    isBack: true
  }
] as const

/** A payment: its course, the answer of the bank to its order, and the reports as they arrive, each of them twice. */
const walks = fc.constantFrom(...COURSES).chain((course) =>
  fc.record({
    course: fc.constant(course),
    answer: fc.constantFrom("accepted" as const, "lost" as const),
    arrivals: fc.shuffledSubarray([...course.reports.keys(), ...course.reports.keys()], {
      minLength: 2 * course.reports.length
    })
  })
)

it(`GU1 I13: ${WALKS} payments end as the bank says, whatever is lost, repeated or late (SEED=${seed})`, {
  timeout: 600_000
}, async () => {
  let answer: "accepted" | "lost" = "accepted"
  const store = await Effect.runPromise(makeMemoryStore)
  const world = makeWorld({
    store: Layer.succeed(Store, store),
    logs: "none",
    paymentRails: {
      price: async () => ({ rate: "1" }),
      send: async (): Promise<PaymentAnswer> => {
        if (answer === "lost") throw new Error("no answer")
        return { outcome: "accepted", reference: "bank" }
      }
    }
  })
  onTestFinished(() => world.countersign.close())
  const acme = world.countersign.api.in({ platformId: "alpha", mode: "production" })
  const customer = await acme.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await acme.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" })
  const from = data[0]?.id ?? ""
  await acme.deposits.report({ event: "deposit", accountId: from, amount: DEPOSIT, currency: "USD" })
  const payee = await acme.externalAccounts.create({ customerId: customer.id, ...usd() })
  await acme.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })

  /** A report that was overtaken changes nothing: that of a failed refund contradicts the refund, the others are implied. */
  const report = async (id: string, outcome: (typeof COURSES)[number]["reports"][number]): Promise<number> =>
    acme.transactions.report(id, { event: `${id} ${outcome}`, outcome }).then(
      () => 200,
      (error) => (error instanceof CountersignError ? error.status : 500)
    )
  let gone = 0
  await fc.assert(
    fc.asyncProperty(walks, async ({ arrivals, course, ...walk }) => {
      answer = walk.answer
      const { id } = await acme.transfers.out({ from, to: payee.id, amount: 100 })
      for (const nth of arrivals) {
        const outcome = course.reports[nth] ?? course.reports[0]
        expect(outcome === "REFUND_FAILED" ? [200, 409] : [200]).toContain(await report(id, outcome))
      }
      const { failureReason = "", refund, status } = await acme.transactions.read(id)
      expect([status, failureReason, refund?.status ?? ""].join(" ").trim()).toBe(course.end)
      gone += course.isBack ? 0 : 100
      expect((await acme.internalAccounts.read(from)).balance.amount).toBe(DEPOSIT - gone)
    }),
    { numRuns: WALKS, endOnFailure: true }
  )
})
