import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown) =>
  world.call(callers.a, method, path, body === undefined ? {} : { body })

/** A customer with 100,000 cents on an account in dollars. */
const payer = async () => {
  const { customerId } = await world.customer(callers.a)
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const accountId = String(accounts.body.data[0].id)
  await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000 })
  return { customerId, accountId }
}
const balance = async (accountId: string) => (await call("GET", `/internal-accounts/${accountId}`)).body.balance.amount
const advance = async (seconds: number) => {
  expect((await call("POST", "/sandbox/clock/advance", { seconds })).status).toBe(200)
}

const external = async (customerId: string, currency: string, accountInfo: object) => {
  const created = await call("POST", "/customers/external-accounts", { currency, customerId, accountInfo })
  expect([created.status, created.body.status]).toEqual([201, "ACTIVE"])
  return String(created.body.id)
}
const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
const dollars = (customerId: string, suffix: string) =>
  external(customerId, "USD", {
    accountType: "USD_ACCOUNT",
    accountNumber: `123456789${suffix}`,
    routingNumber: "021000021",
    beneficiary
  })

/** The state of a payment: its status, its reason, and its refund. */
const standing = async (id: string) => {
  const { failureReason, refund, status } = (await call("GET", `/transactions/${id}`)).body
  return [status, failureReason ?? "", refund?.status ?? "", refund?.reason ?? ""].filter(Boolean).join(" ")
}

const transfers: ReadonlyArray<
  readonly [suffix: string, at: string, later: string, moved: boolean, inBetween: boolean]
> = [
  ["002", "FAILED QUOTE_EXECUTION_FAILED", "FAILED QUOTE_EXECUTION_FAILED", false, false],
  ["003", "FAILED ACCOUNT_INVALID", "FAILED ACCOUNT_INVALID", false, false],
  ["004", "FAILED ACCOUNT_CANNOT_RECEIVE", "FAILED ACCOUNT_CANNOT_RECEIVE", false, false],
  ["005", "PENDING", "FAILED ACCOUNT_CANNOT_RECEIVE COMPLETED TRANSACTION_FAILED", false, true],
  ["006", "COMPLETED", "COMPLETED", true, true],
  ["999", "COMPLETED", "COMPLETED", true, true]
]

describe("a transfer out, by the last three digits", () => {
  it.each(transfers)("%s is %s, and after 30 seconds %s", async (suffix, at, later, moved, inBetween) => {
    const { accountId, customerId } = await payer()
    const body = { source: { accountId }, destination: { accountId: await dollars(customerId, suffix) }, amount: 700 }
    const transfer = await call("POST", "/transfer-out", body)
    expect([transfer.status, transfer.body.type, transfer.body.direction]).toEqual([201, "OUTGOING", "DEBIT"])
    expect(await standing(transfer.body.id)).toBe(at)
    expect(await balance(accountId)).toBe(inBetween ? 99_300 : 100_000)
    await advance(29)
    expect(await standing(transfer.body.id)).toBe(at)
    await advance(1)
    expect(await standing(transfer.body.id)).toBe(later)
    expect(await balance(accountId)).toBe(moved ? 99_300 : 100_000)
  })
})

describe("a transfer in, by the last three digits", () => {
  it.each(transfers)("%s is %s, and after 30 seconds %s", async (suffix, at, later, moved) => {
    const { accountId, customerId } = await payer()
    const body = { source: { accountId: await dollars(customerId, suffix) }, destination: { accountId }, amount: 700 }
    const transfer = await call("POST", "/transfer-in", body)
    expect([transfer.status, transfer.body.type, transfer.body.direction]).toEqual([201, "INCOMING", "CREDIT"])
    expect(await standing(transfer.body.id)).toBe(at)
    await advance(30)
    expect(await standing(transfer.body.id)).toBe(later)
    expect(await balance(accountId)).toBe(moved ? 100_700 : 100_000)
  })
})

/** A quote for 1,000 cents, executed; the seconds until its outcome, and the outcome. */
const quotes: ReadonlyArray<
  readonly [suffix: string, execute: number, at: string, seconds: number, later: string, spent: number]
> = [
  ["002", 400, "FAILED QUOTE_EXECUTION_FAILED", 360, "FAILED QUOTE_EXECUTION_FAILED", 0],
  ["003", 200, "PROCESSING", 360, "COMPLETED", 1000],
  [
    "004",
    200,
    "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED TRANSACTION_FAILED",
    360,
    "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED TRANSACTION_FAILED",
    0
  ],
  ["005", 200, "COMPLETED", 30, "FAILED PAYOUT_RETURNED COMPLETED TRANSACTION_FAILED", 0],
  [
    "006",
    200,
    "FAILED QUOTE_EXECUTION_FAILED COMPLETED USER_CANCELLATION",
    360,
    "FAILED QUOTE_EXECUTION_FAILED COMPLETED USER_CANCELLATION",
    0
  ],
  [
    "007",
    200,
    "FAILED COUNTERPARTY_POST_TX_FAILED FAILED TRANSACTION_FAILED",
    360,
    "FAILED COUNTERPARTY_POST_TX_FAILED FAILED TRANSACTION_FAILED",
    1000
  ],
  ["999", 200, "COMPLETED", 360, "COMPLETED", 1000]
]

const quoteTo = async (accountId: string, destination: object, amount = 1000) =>
  call("POST", "/quotes", {
    source: { sourceType: "ACCOUNT", accountId },
    destination,
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount
  })

describe("a quote to an external account, by the last three digits", () => {
  it.each(quotes)(
    "%s answers %d, is %s, and after %d seconds %s",
    async (suffix, execute, at, seconds, later, consumed) => {
      const { accountId, customerId } = await payer()
      const to = { destinationType: "ACCOUNT", accountId: await dollars(customerId, suffix) }
      const quote = await quoteTo(accountId, to)
      expect([quote.status, quote.body.status, quote.body.totalSendingAmount]).toEqual([201, "PENDING", 1000])
      const executed = await call("POST", `/quotes/${quote.body.id}/execute`)
      expect(executed.status).toBe(execute)
      if (execute === 400) expect(executed.body.code).toBe("QUOTE_EXECUTION_FAILED")
      expect(await standing(quote.body.transactionId)).toBe(at)
      await advance(seconds - 1)
      expect(await standing(quote.body.transactionId)).toBe(at)
      await advance(1)
      expect(await standing(quote.body.transactionId)).toBe(later)
      const read = await call("GET", `/quotes/${quote.body.id}`)
      expect(read.body.status).toBe(later.split(" ")[0])
      expect(await balance(accountId)).toBe(100_000 - consumed)
    }
  )
})

describe("a quote to a Spark wallet, by the last three characters", () => {
  it.each([
    ["003", 400, "FAILED QUOTE_EXECUTION_FAILED", "FAILED QUOTE_EXECUTION_FAILED", 0],
    ["005", 200, "PENDING", "FAILED LIGHTNING_PAYMENT_FAILED COMPLETED TRANSACTION_FAILED", 0],
    ["002", 200, "COMPLETED", "COMPLETED", 1000],
    ["999", 200, "COMPLETED", "COMPLETED", 1000]
  ] as const)("%s answers %d, is %s, and after 30 seconds %s", async (suffix, execute, at, later, consumed) => {
    const { accountId, customerId } = await payer()
    const address = `spark1pgssy7d7vel0nh9m4326qc54e${suffix}`
    const wallet = await external(customerId, "BTC", { accountType: "SPARK_WALLET", address })
    const quote = await quoteTo(accountId, { destinationType: "ACCOUNT", accountId: wallet })
    expect([quote.status, quote.body.receivingCurrency.code]).toEqual([201, "BTC"])
    expect((await call("POST", `/quotes/${quote.body.id}/execute`)).status).toBe(execute)
    expect(await standing(quote.body.transactionId)).toBe(at)
    await advance(30)
    expect(await standing(quote.body.transactionId)).toBe(later)
    expect(await balance(accountId)).toBe(100_000 - consumed)
  })
})

describe("a quote to a payment address", () => {
  it.each([
    ["$success.usd@uma.sandbox.invalid", "USD", "COMPLETED", "COMPLETED"],
    ["$success.eur@uma.sandbox.invalid", "EUR", "COMPLETED", "COMPLETED"],
    ["$success.mxn@uma.sandbox.invalid", "MXN", "COMPLETED", "COMPLETED"],
    ["$pending.long.usd@uma.sandbox.invalid", "USD", "PROCESSING", "COMPLETED"],
    [
      "$fail.compliance.usd@uma.sandbox.invalid",
      "USD",
      "FAILED COMPLIANCE_REJECTED COMPLETED TRANSACTION_FAILED",
      "FAILED COMPLIANCE_REJECTED COMPLETED TRANSACTION_FAILED"
    ]
  ])("%s in %s is %s, and after 6 minutes %s", async (umaAddress, currency, at, later) => {
    const { accountId } = await payer()
    const quote = await quoteTo(accountId, { destinationType: "UMA_ADDRESS", umaAddress, currency })
    expect((await call("POST", `/quotes/${quote.body.id}/execute`)).status).toBe(200)
    expect(await standing(quote.body.transactionId)).toBe(at)
    await advance(360)
    expect(await standing(quote.body.transactionId)).toBe(later)
  })

  it.each(["$unknown.usd@uma.sandbox.invalid", "$success.usd@elsewhere.example", "success.usd@uma.sandbox.invalid"])(
    "%s is answered with 404",
    async (umaAddress) => {
      const { accountId } = await payer()
      const { body, status } = await quoteTo(accountId, { destinationType: "UMA_ADDRESS", umaAddress, currency: "USD" })
      expect([status, body.code]).toEqual([404, "UMA_NOT_FOUND"])
    }
  )
})

describe("a quote with an external deposit", () => {
  const requested = async (lockedCurrencyAmount = 5000) => {
    const { accountId, customerId } = await payer()
    const quote = await call("POST", "/quotes", {
      source: { sourceType: "REALTIME_FUNDING", customerId, currency: "EUR" },
      destination: { destinationType: "ACCOUNT", accountId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount
    })
    expect([quote.status, quote.body.paymentInstructions.length]).toEqual([201, 1])
    return { accountId, quote: quote.body }
  }

  it("is executed by its deposit, and by nothing else", async () => {
    const { accountId, quote } = await requested()
    const executed = await call("POST", `/quotes/${quote.id}/execute`)
    expect([executed.status, executed.body.reason]).toEqual([400, "Quote awaits its deposit"])
    const sent = await call("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "EUR" })
    expect([sent.status, sent.body.status]).toEqual([200, "COMPLETED"])
    // 5,000 cents less half a percent, at 0.92 euros per dollar, rounded down.
    expect(quote.totalReceivingAmount).toBe(Math.floor((5000 - 25) / 0.92))
    expect(await balance(accountId)).toBe(100_000 + quote.totalReceivingAmount)
    expect((await call("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "EUR" })).status).toBe(409)
  })

  it("refuses another currency, and fails on another amount", async () => {
    const { accountId, quote } = await requested()
    const other = await call("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "USD" })
    expect([other.status, other.body.code]).toEqual([400, "INVALID_CURRENCY"])
    const short = { quoteId: quote.id, currencyCode: "EUR", currencyAmount: 4999 }
    expect((await call("POST", "/sandbox/send", short)).body.failureReason).toBe("FUNDING_AMOUNT_MISMATCH")
    expect(await balance(accountId)).toBe(100_000)
  })

  it("expires at the exact second, and its payment reports that", async () => {
    const { quote } = await requested()
    await advance(299)
    expect((await call("GET", `/quotes/${quote.id}`)).body.status).toBe("PENDING")
    await advance(1)
    expect((await call("GET", `/quotes/${quote.id}`)).body.status).toBe("EXPIRED")
    expect(await standing(quote.transactionId)).toBe("EXPIRED QUOTE_EXPIRED")
    const late = await call("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "EUR" })
    expect([late.status, late.body.code]).toEqual([400, "QUOTE_EXPIRED"])
  })
})

it.each(["/sandbox/receive", "/sandbox/uma/receive"])(
  "a payment from a payment address arrives by %s",
  async (path) => {
    const { accountId, customerId } = await payer()
    const customer = await call("GET", `/customers/${customerId}`)
    const more = {
      senderUmaAddress: "$bob@elsewhere.example",
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 250
    }
    for (const receiver of [{ customerId }, { receiverUmaAddress: customer.body.umaAddress }]) {
      const received = await call("POST", path, { ...more, ...receiver })
      expect([received.status, received.body.type, received.body.status]).toEqual([200, "INCOMING", "COMPLETED"])
    }
    expect(await balance(accountId)).toBe(100_500)
    const unrelated = await call("POST", path, { ...more, receiverUmaAddress: "$nobody@countersign.invalid" })
    expect([unrelated.status, unrelated.body.code]).toEqual([404, "USER_NOT_FOUND"])
  }
)

describe("the name verification of a beneficiary, by the last three digits", () => {
  it.each([
    ["102", "NOT_MATCHED"],
    ["103", "PARTIAL_MATCH"],
    ["104", "PENDING"],
    ["106", "UNSUPPORTED"],
    ["107", "CHECKED_BY_RECEIVING_FI"],
    ["999", "MATCHED"]
  ])("%s is %s", async (suffix, found) => {
    const { customerId } = await payer()
    const id = await dollars(customerId, suffix)
    const { body } = await call("GET", `/customers/external-accounts/${id}`)
    expect(body.beneficiaryVerificationStatus).toBe(found)
  })

  it("105 is answered with 400", async () => {
    const info = { accountType: "USD_ACCOUNT", accountNumber: "123456105", routingNumber: "021000021", beneficiary }
    const { body, status } = await call("POST", "/platform/external-accounts", { currency: "USD", accountInfo: info })
    expect([status, body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
  })
})

describe("the verification of a business, by the last three digits of its registration number", () => {
  it.each([
    ["RC-001", "PENDING", "IN_PROGRESS"],
    ["RC-002", "REJECTED", "REJECTED"],
    ["RC-999", "APPROVED", "APPROVED"]
  ])("%s is %s", async (registrationNumber, kybStatus, verificationStatus) => {
    const businessInfo = { legalName: "Acme Ltd", taxId: "12-3456789", registrationNumber }
    const customer = await call("POST", "/customers", { customerType: "BUSINESS", businessInfo })
    const { body, status } = await call("POST", "/verifications", { customerId: customer.body.id })
    expect([status, body.kybStatus, body.verificationStatus]).toEqual([200, kybStatus, verificationStatus])
  })

  it("its beneficial owners have the status of the last three characters of their last names", async () => {
    const businessInfo = { legalName: "Acme Ltd", taxId: "12-3456789", registrationNumber: "RC-999" }
    const customer = await call("POST", "/customers", { customerType: "BUSINESS", businessInfo })
    for (const [lastName, kycStatus] of [
      ["Lovelace001", "PENDING"],
      ["Lovelace002", "REJECTED"],
      ["Lovelace", "APPROVED"]
    ] as const) {
      const owner = { customerId: customer.body.id, roles: ["UBO"], personalInfo: { firstName: "Ada", lastName } }
      const { body, status } = await call("POST", "/beneficial-owners", owner)
      expect([status, lastName, body.kycStatus]).toEqual([201, lastName, kycStatus])
    }
  })

  it("an individual customer is approved at once", async () => {
    expect((await call("POST", "/customers", { customerType: "INDIVIDUAL" })).body.kycStatus).toBe("APPROVED")
  })
})
