import { endpoint, type HookWorld, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"
import { deskWithEndpoint } from "../webhooks/desk.ts"

/** A receiver that answers approval calls with a status, and a customer with an incoming payment. */
const awaited = async (answer: number | (() => Promise<number>), options: Parameters<typeof hookWorld>[0] = {}) => {
  const world: HookWorld = hookWorld(options)
  const there = await receiver(({ event }) => {
    if (event.type !== "INCOMING_PAYMENT.PENDING") return 200
    return typeof answer === "number" ? answer : answer()
  })
  const call = (method: string, path: string, body?: unknown) =>
    world.call(callers.a, method, path, body === undefined ? {} : { body })
  await endpoint(world, there.url)
  const { customerId } = await world.customer(callers.a)
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const accountId = String(accounts.body.data[0].id)
  const payment = await call("POST", "/sandbox/receive", {
    senderUmaAddress: "$bob@elsewhere.example",
    customerId,
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 250
  })
  expect([payment.status, payment.body.status]).toEqual([200, "PENDING"])
  const path = `/transactions/${payment.body.id}`
  const read = async () => {
    const { failureReason, status } = (await call("GET", path)).body
    return failureReason === undefined ? status : `${status} ${failureReason}`
  }
  const balance = async () => (await call("GET", `/internal-accounts/${accountId}`)).body.balance.amount
  const called = () => there.events().filter(({ event }) => event.type === "INCOMING_PAYMENT.PENDING")
  return { call, path, read, balance, called, there, customerId }
}

describe("the approval call of INCOMING_PAYMENT.PENDING", () => {
  it.each([
    [200, "COMPLETED", 250],
    [204, "COMPLETED", 250],
    [403, "FAILED COMPLIANCE_REJECTED", 0],
    [422, "FAILED MISSING_MANDATORY_PAYEE_DATA", 0],
    [500, "FAILED PAYMENT_APPROVAL_WEBHOOK_ERROR", 0],
    [302, "FAILED PAYMENT_APPROVAL_WEBHOOK_ERROR", 0],
    [409, "FAILED PAYMENT_APPROVAL_WEBHOOK_ERROR", 0]
  ])("answered with %i: the payment is %s (FC13, W6)", async (answer, outcome, amount) => {
    const { balance, called, read, there } = await awaited(answer)
    await until(async () => (await read()) !== "PENDING")
    expect([await read(), await balance()]).toEqual([outcome, amount])
    const last = outcome.startsWith("COMPLETED") ? "INCOMING_PAYMENT.COMPLETED" : "INCOMING_PAYMENT.FAILED"
    await until(() => there.events().some(({ event }) => event.type === last))
    // There is one attempt, whatever its result.
    expect(called()).toHaveLength(1)
  })

  it("times out after 5 seconds, and other events after 15 (FC13, W6)", async () => {
    const desk = await deskWithEndpoint(() => 200)
    for (const type of ["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.COMPLETED"] as const) {
      await desk.happens(type)
      await desk.round()
    }
    expect(desk.sent.map(({ timeout }) => timeout)).toEqual([5000, 15_000])
  })

  it("fails the payment without a response in time (FC13, W6)", async () => {
    const never = () => new Promise<number>(() => {})
    const { balance, read } = await awaited(never, { policy: { webhookTimeout: 100 } })
    await until(async () => (await read()) !== "PENDING")
    expect([await read(), await balance()]).toEqual(["FAILED PAYMENT_APPROVAL_TIMED_OUT", 0])
  })

  it("answered with 202 lets the platform decide later, once (FC13, W6)", async () => {
    const { balance, call, called, path, read } = await awaited(202)
    await until(() => called().length === 1)
    expect(await read()).toBe("PENDING")
    const approved = await call("POST", `${path}/approve`)
    expect([approved.status, approved.body.status, await balance()]).toEqual([200, "COMPLETED", 250])
    for (const decision of ["approve", "reject"]) {
      const repeated = await call("POST", `${path}/${decision}`)
      expect([repeated.status, repeated.body.code]).toEqual([409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"])
    }
    expect((await world404(call, path)).map(({ status }) => status)).toEqual([404, 404])
  })

  it("answered with 202 allows a rejection, and fails after a day without a decision (FC13, W6)", async () => {
    const first = await awaited(202)
    await until(() => first.called().length === 1)
    const rejected = (await first.call("POST", `${first.path}/reject`)).body
    expect(rejected).toMatchObject({ status: "FAILED", failureReason: "COMPLIANCE_REJECTED" })
    expect(rejected).not.toHaveProperty("rejectionReason")
    const second = await awaited(202)
    await until(() => second.called().length === 1)
    await second.call("POST", "/sandbox/clock/advance", { seconds: 86_399 })
    expect(await second.read()).toBe("PENDING")
    await second.call("POST", "/sandbox/clock/advance", { seconds: 2 })
    expect([await second.read(), await second.balance()]).toEqual(["FAILED PAYMENT_APPROVAL_TIMED_OUT", 0])
  })

  it("a rejection has the reason that the platform gives, in the answer, in its event and when it is read", async () => {
    const { call, called, path, there } = await awaited(202)
    await until(() => called().length === 1)
    const isFailure = ({ event }: ReturnType<typeof there.events>[number]) => event.type === "INCOMING_PAYMENT.FAILED"
    for (const reason of ["a\nb", "", "x".repeat(256), 7]) {
      const refused = await call("POST", `${path}/reject`, { reason })
      expect([refused.status, refused.body.details.errors[0].field]).toEqual([400, "reason"])
    }
    expect((await call("GET", path)).body).toMatchObject({ status: "PENDING", pendingReason: "AWAITING_APPROVAL" })
    const expected = { status: "FAILED", failureReason: "COMPLIANCE_REJECTED", rejectionReason: "Sender is not known." }
    const rejected = (await call("POST", `${path}/reject`, { reason: "  Sender is not known. " })).body
    expect(rejected).toMatchObject(expected)
    expect(rejected).not.toHaveProperty("pendingReason")
    expect((await call("GET", path)).body).toEqual(rejected)
    await until(() => there.events().some(isFailure))
    expect(there.events().filter(isFailure)).toMatchObject([{ event: { data: expected } }])
  })
})

const world404 = (call: (method: string, path: string) => Promise<{ readonly status: number }>, path: string) => {
  const other = `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`
  return Promise.all(["approve", "reject"].map((decision) => call("POST", `${other}/${decision}`)))
}

it("events about internal accounts and payments contain masked account numbers (FC13, I8, W11)", async () => {
  const { call, customerId, there } = await awaited(200)
  const accounts = (await call("GET", `/internal-accounts?customerId=${customerId}`)).body.data
  for (const { id } of accounts) await call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: 5000 })
  const [bank] = accounts.filter(({ type }: { readonly type: string }) => type === "INTERNAL_FIAT")
  const quote = await call("POST", "/quotes", {
    source: { sourceType: "REALTIME_FUNDING", customerId, currency: "GBP" },
    destination: { destinationType: "ACCOUNT", accountId: bank.id },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 5000
  })
  await call("POST", "/sandbox/send", { quoteId: quote.body.id, currencyCode: "GBP" })
  await until(() => there.events().some(({ event }) => event.type === "OUTGOING_PAYMENT"))
  const isTold = ({ id }: { readonly id: string }) => there.events().some(({ event }) => event.data.id === id)
  await until(() => accounts.every(isTold))
  const reported = there.received.map(({ body }) => body.toString("utf8")).join()
  const numbers = [...accounts.flatMap(fundingOf), ...quote.body.paymentInstructions].flatMap(
    ({ accountOrWalletInfo: { accountNumber, address } }: Instructed) =>
      [accountNumber, address].filter((number) => number !== undefined)
  )
  expect(numbers.length).toBeGreaterThan(3)
  for (const number of numbers) expect(reported).not.toContain(number)
  const account = there.events().find(({ event }) => event.data.id === bank.id)?.event.data
  expect(account.fundingPaymentInstructions[0].accountOrWalletInfo).toMatchObject({
    accountType: "USD_ACCOUNT",
    paymentRails: ["ACH", "WIRE", "RTP", "FEDNOW"],
    reference: bank.fundingPaymentInstructions[0].accountOrWalletInfo.reference
  })
})

interface Instructed {
  readonly accountOrWalletInfo: Readonly<Record<string, string | undefined>>
}
const fundingOf = (account: { readonly fundingPaymentInstructions: ReadonlyArray<Instructed> }) =>
  account.fundingPaymentInstructions
