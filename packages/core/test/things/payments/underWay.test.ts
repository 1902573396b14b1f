import { bankOf, payee, quoteOf, transferOf } from "@countersign/harness/payments"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())
const call = (method: string, path: string, body?: unknown) =>
  world.call(callers.a, method, path, body === undefined ? {} : { body })

let customerId: string
let accountId: string
beforeAll(async () => {
  customerId = (await world.customer(callers.a)).customerId
  accountId = await bankOf(world, customerId, 1_000_000)
})

const farOf = (suffix: string) => payee(world, customerId, suffix)
const removed = (id: string) => call("DELETE", `/customers/external-accounts/${id}`)
const quoteTo = (id: string) => call("POST", "/quotes", quoteOf(accountId, id, 1000))

it("a pending payment says whom it waits for, until it waits no more", async () => {
  const waits = async (id: string) => {
    const { body } = await call("GET", `/transactions/${id}`)
    return [body.status, body.pendingReason]
  }
  const far = await farOf("005")
  const { body: transfer } = await call("POST", "/transfer-out", transferOf(accountId, far, 100))
  expect([transfer.status, transfer.pendingReason]).toEqual(["PENDING", "AWAITING_PROVIDER"])
  const { body: unpaid } = await quoteTo(far)
  expect(await waits(unpaid.transactionId)).toEqual(["PENDING", "AWAITING_EXECUTION"])
  const source = { sourceType: "REALTIME_FUNDING", customerId, currency: "GBP" }
  const { body: unfunded } = await call("POST", "/quotes", { ...quoteOf(accountId, far), source })
  expect(await waits(unfunded.transactionId)).toEqual(["PENDING", "AWAITING_FUNDS"])
  await call("POST", "/sandbox/clock/advance", { seconds: 400 })
  expect(await waits(transfer.id)).toEqual(["FAILED", undefined])
  for (const { transactionId } of [unpaid, unfunded]) expect(await waits(transactionId)).toEqual(["EXPIRED", undefined])
})

describe("DELETE of an external account", () => {
  it.each([
    ["a transfer out", "/transfer-out"],
    ["a transfer in", "/transfer-in"]
  ])("is refused with 409 while %s of it is pending, and not after (FC13, E5)", async (_, path) => {
    const far = await farOf("005")
    const transfer = path === "/transfer-out" ? transferOf(accountId, far, 100) : transferOf(far, accountId, 100)
    expect((await call("POST", path, transfer)).body.status).toBe("PENDING")
    const early = await removed(far)
    expect([early.status, early.body.code]).toEqual([409, "CONFLICT"])
    expect((await call("GET", `/customers/external-accounts/${far}`)).status).toBe(200)
    await call("POST", "/sandbox/clock/advance", { seconds: 31 })
    expect((await removed(far)).status).toBe(204)
  })

  it("is refused with 409 while a paid quote to it is pending, and not after (FC13, E5)", async () => {
    const far = await farOf("003")
    const quote = await quoteTo(far)
    expect((await call("POST", `/quotes/${quote.body.id}/execute`)).body.status).toBe("PROCESSING")
    const early = await removed(far)
    expect([early.status, early.body.code]).toEqual([409, "CONFLICT"])
    await call("POST", "/sandbox/clock/advance", { seconds: 361 })
    expect((await removed(far)).status).toBe(204)
  })

  it("is allowed while there are unpaid quotes to it, which then can no longer be paid (FC13, E5)", async () => {
    const far = await farOf("999")
    const quote = await quoteTo(far)
    expect((await removed(far)).status).toBe(204)
    expect((await call("POST", `/quotes/${quote.body.id}/execute`)).status).toBe(404)
  })

  it("succeeds or lets a concurrent payment succeed, and never both (FC13, E5)", async () => {
    for (let round = 0; round < 10; round += 1) {
      const far = await farOf("005")
      const [sent, deleted] = await Promise.all([
        call("POST", "/transfer-out", transferOf(accountId, far, 1)),
        removed(far)
      ])
      expect([
        [201, 409],
        [404, 204]
      ]).toContainEqual([sent.status, deleted.status])
    }
  })
})

describe("a transaction", () => {
  it("has an exchangeRate when it is OUTGOING, and none when it is INCOMING (FC13, Q14)", async () => {
    const quote = await call("POST", "/quotes", {
      source: { sourceType: "REALTIME_FUNDING", customerId, currency: "EUR" },
      destination: { destinationType: "ACCOUNT", accountId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 100_000
    })
    const { body } = await call("GET", `/transactions/${quote.body.transactionId}`)
    expect(body).toMatchObject({
      type: "OUTGOING",
      quoteId: quote.body.id,
      exchangeRate: quote.body.exchangeRate,
      paymentInstructions: quote.body.paymentInstructions
    })
    const far = await farOf("999")
    expect((await call("POST", "/transfer-out", transferOf(accountId, far, 100))).body.exchangeRate).toBe(1)
    expect((await call("POST", "/transfer-in", transferOf(far, accountId, 100))).body).not.toHaveProperty(
      "exchangeRate"
    )
  })
})
