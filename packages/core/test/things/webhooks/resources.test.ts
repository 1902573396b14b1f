import { createServer } from "node:http"
import { CUSTOMERS, created, usd } from "@countersign/harness/externalAccounts"
import { bankOf, transferOf } from "@countersign/harness/payments"
import { sandboxTokens } from "@countersign/harness/webhooks/receiver"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, expect, it } from "vitest"

interface EventBody {
  readonly id: string
  readonly type: string
  readonly eventType?: string
  readonly timestamp: string
  readonly sequence?: number
  readonly data: { readonly id: string }
  readonly transaction?: object
}

const reported: Array<EventBody> = []
const bodies: Array<string> = []
const receiver = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8")
    bodies.push(text)
    reported.push(JSON.parse(text))
    response.end()
  })
})
const world = makeWorld({ tokens: sandboxTokens, webhooks: { allowPrivate: true } })
afterAll(async () => {
  await world.countersign.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
const call = (method: string, path: string, body?: unknown) =>
  world.call(callers.a, method, path, body === undefined ? {} : { body })

it("I12 W11 C10: every event contains the resource as its endpoint returns it, with masked numbers", async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve)
  })
  const address = receiver.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  await call("PATCH", "/config", { webhookEndpoint: `http://127.0.0.1:${port}/` })

  const customer = await call("POST", "/customers", {
    customerType: "BUSINESS",
    email: "acme@example.com",
    businessInfo: { legalName: "Acme Ltd", taxId: "99-1234567890", registrationNumber: "RC-1999", country: "US" }
  })
  const customerId = String(customer.body.id)
  expect((await call("POST", "/verifications", { customerId })).status).toBe(200)
  const accountId = await bankOf(world, customerId, 5000)
  const bank = await created(world, usd({ accountNumber: "4929123499991" }, { customerId }), callers.a, CUSTOMERS)
  const sent = await call("POST", "/transfer-out", transferOf(accountId, bank.id, 700))
  await call("POST", "/sandbox/clock/advance", { seconds: 1 })

  const kinds = reported.map(({ eventType, type }) => eventType ?? type)
  expect([...new Set(kinds)].toSorted()).toEqual([
    "CUSTOMER.KYB_APPROVED",
    "EXTERNAL_ACCOUNT.STATUS_UPDATED",
    "INTERNAL_ACCOUNT.BALANCE_UPDATED",
    "OUTGOING_PAYMENT.COMPLETED",
    "TEST",
    "VERIFICATION.APPROVED"
  ])
  const of = (kind: string) => reported.find(({ eventType, type }) => (eventType ?? type) === kind)
  const payment = of("OUTGOING_PAYMENT.COMPLETED")
  expect(payment?.type).toBe("OUTGOING_PAYMENT")
  expect(payment?.data).toEqual((await call("GET", `/transactions/${sent.body.id}`)).body)
  expect(payment?.transaction).toEqual(payment?.data)
  // W7: the sequence gives the order of two events, and not their arrival.
  const balances = reported
    .filter(({ type }) => type === "INTERNAL_ACCOUNT.BALANCE_UPDATED")
    .toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0))
  // Events contain the last four characters of account numbers to pay to: test/money/approval.test.ts.
  const fundingPaymentInstructions = expect.any(Array)
  const account = (await call("GET", `/internal-accounts/${accountId}`)).body
  expect(balances.at(-1)?.data).toEqual({ ...account, fundingPaymentInstructions })
  expect(of("CUSTOMER.KYB_APPROVED")?.data.id).toBe(customerId)
  expect(of("EXTERNAL_ACCOUNT.STATUS_UPDATED")?.data.id).toBe(bank.id)
  for (const body of bodies) expect(body).not.toMatch(/4929123499991|99-1234567890|Lovelace/u)
})
