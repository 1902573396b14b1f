import { collections } from "@countersign/core"
import { type Entry, journal } from "@countersign/core/internal"
import { type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type PaymentAnswer, type PaymentInstruction, type PaymentOffer, secretDigest } from "countersign"
import { ALL, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

const settling: Caller = { token: "settling", secret: "settling-secret" }
const settlingToken = (platformId: string, id: string) =>
  ({ id, secretSha256: secretDigest(`${id}-secret`), platformId, mode: "production", scopes: ["SETTLE"] }) as const
const foreign: Caller = { token: "foreign", secret: "foreign-secret" }

/** A bank whose answers the test gives. An order that was not answered is lost. */
const bank = () => {
  const orders: Array<PaymentInstruction> = []
  const asked: Array<string> = []
  const state = {
    orders,
    asked,
    offer: { rate: "1" } as PaymentOffer | undefined,
    isUp: true,
    answer: async (_: PaymentInstruction): Promise<PaymentAnswer> => ({ outcome: "accepted", reference: "bank-1" }),
    status: async (): Promise<PaymentAnswer> => ({ outcome: "accepted", reference: "bank-1" })
  }
  const up = async <A>(value: () => A | Promise<A>): Promise<A> => {
    if (!state.isUp) throw new Error("the bank is down")
    return value()
  }
  const rails = {
    price: () => up(() => state.offer),
    instructions: ({ reference }: { readonly reference: string }) => up(() => [{ iban: "DE00", reference }]),
    send: (instruction: PaymentInstruction) => {
      orders.push(instruction)
      return up(() => state.answer(instruction))
    }
  }
  return { ...state, state, rails }
}

/** A production platform with a bank, and a customer whose fiat account has 100,000. */
const platform = async ({ isAsked = false } = {}) => {
  const ofBank = bank()
  const { orders, rails, state } = ofBank
  const asks = {
    ...rails,
    status: ({ reference }: { readonly reference: string }) => {
      state.asked.push(reference)
      return state.status()
    }
  }
  const store = await Effect.runPromise(makeMemoryStore)
  const world = makeWorld({
    store: Layer.succeed(Store, store),
    logs: "none",
    tokens: [...tokenOptions, settlingToken("alpha", "settling"), settlingToken("beta", "foreign")],
    paymentRails: isAsked ? asks : rails
  })
  onTestFinished(() => world.countersign.close())
  const call = (method: string, path: string, body?: unknown, caller: Caller = callers.live) =>
    world.call(caller, method, path, body === undefined ? {} : { body })
  const { customerId } = await world.customer(callers.live)
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const account = String(accounts.body.data[0].id)
  const deposit = (more: object = {}, caller = settling) =>
    call(
      "POST",
      "/deposits",
      { event: "deposit-1", accountId: account, amount: 100_000, currency: "USD", ...more },
      caller
    )
  expect((await deposit()).status).toBe(201)
  const api = world.countersign.api.in({ platformId: "alpha", mode: "production" })
  const created = await call("POST", "/customers/external-accounts", {
    currency: "USD",
    customerId,
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
    }
  })
  const payee = String(created.body.id)
  await api.externalAccounts.reportVerification(payee, { standing: "CONFIRMED" })
  const balance = async () => (await call("GET", `/internal-accounts/${account}`)).body.balance.amount
  const quote = async (more: object = {}) =>
    String(
      (
        await call("POST", "/quotes", {
          source: { sourceType: "ACCOUNT", accountId: account },
          destination: { destinationType: "ACCOUNT", accountId: payee },
          lockedCurrencySide: "SENDING",
          lockedCurrencyAmount: 40_000,
          ...more
        })
      ).body.id
    )
  /** A payment of 40,000 that was given to the bank. */
  const sent = async () => {
    const id = await quote()
    expect((await call("POST", `/quotes/${id}/execute`)).body.status).toBe("PROCESSING")
    const transaction = id.replace("Quote:", "Transaction:")
    await expect.poll(() => orders.some((order) => order.id === transaction)).toBe(true)
    return transaction
  }
  let reports = 0
  const report = (id: string, outcome: string, more: object = {}, caller = settling) => {
    reports += 1
    return call("POST", `/transactions/${id}/report`, { event: `report-${reports}`, outcome, ...more }, caller)
  }
  const payment = async (id: string) => {
    const { failureReason = "", refund, status } = (await call("GET", `/transactions/${id}`)).body
    return [status, failureReason, refund?.status ?? ""].join(" ").trim()
  }
  const found = async (name: string) => {
    const collection = collections.find((each) => each.name === name)
    if (collection === undefined) throw new Error(`no collection ${name}`)
    return Effect.runPromise(store.find({ collection, environment: "production/alpha", index: ALL, limit: 100 }))
  }
  const left = async () => (await found("instruction_orders")).length
  /** The bank's own names of the payments that it accepted. */
  const accepted = async () => (await found("transactions")).flatMap(({ body }) => Object(body).carrierReference ?? [])
  const entries = async () => (await found("journal")).map(({ body }): Entry => journal.decode(body))
  const told = async () => (await found("events")).map(({ body }) => String(Object(body).type))
  return {
    ...ofBank,
    world,
    call,
    deposit,
    account,
    payee,
    customerId,
    balance,
    quote,
    sent,
    report,
    payment,
    accepted,
    left,
    entries,
    told
  }
}

/** The balance of a ledger account, over all currencies. */
const sumOf = (entries: ReadonlyArray<Entry>, account?: string): number =>
  entries
    .flatMap(({ postings }) => postings)
    .reduce((sum, posting) => sum + (account === undefined || posting.account === account ? posting.amount : 0), 0)

describe("GU1: a payment of a production platform", () => {
  it("is given to the bank with both ends, and ends when the bank says so", async () => {
    const { accepted, account, balance, customerId, entries, orders, payee, payment, report, sent, told } =
      await platform()
    const id = await sent()
    expect(customerId).toMatch(/^Customer:/u)
    expect(orders).toEqual([
      {
        id,
        platformId: "alpha",
        type: "OUTGOING",
        source: { type: "INTERNAL", accountId: account, currency: "USD" },
        destination: {
          type: "EXTERNAL",
          accountId: payee,
          currency: "USD",
          account: expect.objectContaining({ accountType: "USD_ACCOUNT", accountNumber: "123456789" })
        },
        sent: { amount: 40_000, currency: "USD" },
        fees: 0,
        received: { amount: 40_000, currency: "USD" },
        reference: expect.stringMatching(/^CS-[0-9A-F]{12}$/u),
        quoteId: id.replace("Transaction:", "Quote:")
      }
    ])
    await expect.poll(accepted).toEqual(["bank-1"])
    expect([await payment(id), await balance()]).toEqual(["PROCESSING", 60_000])
    expect((await report(id, "SETTLED")).body.status).toBe("COMPLETED")
    expect([await payment(id), await balance()]).toEqual(["COMPLETED", 60_000])
    const booked = await entries()
    expect([sumOf(booked), sumOf(booked, account), sumOf(booked, "transit")]).toEqual([0, 60_000, 0])
    const types = await told()
    expect(types.filter((type) => type.startsWith("OUTGOING_PAYMENT")).toSorted()).toEqual([
      "OUTGOING_PAYMENT.COMPLETED",
      "OUTGOING_PAYMENT.PROCESSING"
    ])
  })

  it("keeps the ends that its payer agreed to: a later change of the payee reaches no order", async () => {
    const { call, orders, payee, quote, state, world } = await platform()
    const id = await quote()
    state.isUp = false
    await call("POST", `/quotes/${id}/execute`)
    await expect.poll(() => orders.length).toBe(1)
    const body = { accountInfo: { beneficiary: { fullName: "Mallory" } } }
    expect((await call("PATCH", `/customers/external-accounts/${payee}`, body)).status).toBe(200)
    state.isUp = true
    await expect
      .poll(() => {
        world.pass(1000)
        return orders.length
      })
      .toBe(2)
    const [first] = orders
    expect(JSON.stringify(first)).toContain("Ada")
    expect(orders.at(-1)).toEqual(first)
  })

  it("is sent again under the same id until the bank answers", async () => {
    const { left, orders, payment, sent, state, world } = await platform()
    let calls = 0
    state.answer = async () => {
      calls += 1
      if (calls < 3) throw new Error("lost on its way back")
      return { outcome: "settled" }
    }
    const id = await sent()
    // Between two attempts, the next one is due.
    await expect
      .poll(async () => {
        world.pass(2000)
        return payment(id)
      })
      .toBe("COMPLETED")
    expect(orders.map((order) => order.id)).toEqual([id, id, id])
    expect(await left()).toBe(0)
  })

  it("fails with the bank's reason when the bank rejects it, and its money is back", async () => {
    const { balance, entries, payment, sent, state, told } = await platform()
    state.answer = async () => ({ outcome: "rejected", reason: "ACCOUNT_INVALID" })
    const id = await sent()
    await expect.poll(() => payment(id)).toBe("FAILED ACCOUNT_INVALID COMPLETED")
    expect([await balance(), sumOf(await entries())]).toEqual([100_000, 0])
    expect(await told()).toContain("OUTGOING_PAYMENT.REFUND_COMPLETED")
  })

  it.each([
    ["no answer of the bank's own kinds", { outcome: "done" }],
    ["an acceptance without a reference", { outcome: "accepted" }],
    ["a rejection without a known reason", { outcome: "rejected", reason: "BAD_LUCK" }],
    ["nothing", undefined]
  ])("waits when the bank returns %s", async (_, answer) => {
    const { left, payment, sent, state } = await platform()
    state.answer = async () => JSON.parse(JSON.stringify({ answer })).answer
    const id = await sent()
    expect([await payment(id), await left()]).toEqual(["PROCESSING", 1])
  })

  it("a report that comes before the answer prevails over it", async () => {
    const { balance, left, payment, report, sent, state } = await platform()
    let resolve: (answer: PaymentAnswer) => void = () => {}
    const { answer } = state
    state.answer = () => new Promise((answered) => (resolve = answered))
    const id = await sent()
    state.answer = answer
    expect((await report(id, "SETTLED")).body.status).toBe("COMPLETED")
    expect(await left()).toBe(0)
    resolve({ outcome: "rejected", reason: "LIMIT_EXCEEDED" })
    const next = await sent()
    expect(next).not.toBe(id)
    expect([await payment(id), await balance()]).toEqual(["COMPLETED", 20_000])
  })

  it("is asked about while no report arrives, if the bank can be asked", async () => {
    const { left, payment, sent, state, world } = await platform({ isAsked: true })
    const id = await sent()
    await expect.poll(left).toBe(1)
    world.pass(59_999)
    expect(state.asked).toEqual([])
    world.pass(1)
    await expect.poll(() => state.asked).toEqual(["bank-1"])
    state.status = async () => ({ outcome: "settled" })
    await expect
      .poll(async () => {
        world.pass(60_000)
        return payment(id)
      })
      .toBe("COMPLETED")
    expect(await left()).toBe(0)
  })
})

describe("GU1: a report of the bank", () => {
  it("counts once: the same event again changes nothing, and is refused with other content", async () => {
    const { balance, payment, report, sent, told } = await platform()
    const id = await sent()
    const event = { event: "bank/7" }
    expect((await report(id, "FAILED", { ...event, failureReason: "ACCOUNT_CANNOT_RECEIVE" })).status).toBe(200)
    const before = await told()
    const again = await report(id, "FAILED", { ...event, failureReason: "ACCOUNT_CANNOT_RECEIVE" })
    expect([again.status, again.body.status]).toEqual([200, "FAILED"])
    expect(await told()).toEqual(before)
    const other = await report(id, "SETTLED", event)
    expect([other.status, other.body.details.reason]).toEqual([409, "Event has another report"])
    expect([await payment(id), await balance()]).toEqual(["FAILED ACCOUNT_CANNOT_RECEIVE COMPLETED", 100_000])
  })

  it("two at once with one event change the payment once", async () => {
    const { balance, entries, report, sent } = await platform()
    const id = await sent()
    const event = { event: "twice" }
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(id, "FAILED", event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([await balance(), sumOf(await entries(), "transit")]).toEqual([100_000, 0])
  })

  it("is refused for an unknown and for a foreign payment, and for one that was not sent", async () => {
    const { payment, quote, report, sent } = await platform()
    const unknown = await report("Transaction:019ca945-0a00-7004-89aa-eb1635c726a6", "SETTLED")
    expect([unknown.status, unknown.body.code]).toEqual([404, "TRANSACTION_NOT_FOUND"])
    const id = await sent()
    expect((await report(id, "SETTLED", {}, foreign)).status).toBe(404)
    expect(await payment(id)).toBe("PROCESSING")
    const unpaid = (await quote()).replace("Quote:", "Transaction:")
    const early = await report(unpaid, "SETTLED")
    expect([early.status, early.body.details.reason]).toEqual([409, "Payment was not sent"])
  })

  it.each<[ReadonlyArray<string>, string, number, number]>([
    [["SETTLED", "RETURNED"], "FAILED PAYOUT_RETURNED COMPLETED", 100_000, 0],
    [["RETURNED", "SETTLED"], "FAILED PAYOUT_RETURNED COMPLETED", 100_000, 0],
    [["SETTLED", "SETTLED"], "COMPLETED", 60_000, 0],
    [["FAILED", "REFUNDED"], "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", 100_000, 0],
    [["REFUND_PENDING"], "FAILED COUNTERPARTY_POST_TX_FAILED PENDING", 60_000, 40_000],
    [["REFUND_PENDING", "REFUNDED"], "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", 100_000, 0],
    [["REFUNDED", "REFUND_PENDING"], "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", 100_000, 0],
    [["REFUND_PENDING", "REFUND_FAILED"], "FAILED COUNTERPARTY_POST_TX_FAILED FAILED", 60_000, 40_000],
    [["REFUND_FAILED", "REFUND_PENDING"], "FAILED COUNTERPARTY_POST_TX_FAILED FAILED", 60_000, 40_000],
    [["REFUND_FAILED", "REFUNDED"], "FAILED COUNTERPARTY_POST_TX_FAILED COMPLETED", 100_000, 0]
  ])("%j ends as %s", async (outcomes, ends, money, transit) => {
    const { balance, entries, payment, report, sent } = await platform()
    const id = await sent()
    for (const outcome of outcomes) expect((await report(id, outcome)).status).toBe(200)
    const booked = await entries()
    expect([await payment(id), await balance(), sumOf(booked, "transit"), sumOf(booked)]).toEqual([
      ends,
      money,
      transit,
      0
    ])
  })

  it.each([
    ["FAILED", "SETTLED"],
    ["SETTLED", "FAILED"],
    ["SETTLED", "REFUND_PENDING"],
    ["SETTLED", "REFUND_FAILED"],
    ["FAILED", "REFUND_FAILED"]
  ])("%s, then %s: the second contradicts the first, and changes nothing", async (first, second) => {
    const { balance, payment, report, sent } = await platform()
    const id = await sent()
    await report(id, first)
    const before = [await payment(id), await balance()]
    const refused = await report(id, second)
    expect([refused.status, refused.body.details.reason]).toEqual([409, "Report contradicts an earlier one"])
    expect([await payment(id), await balance()]).toEqual(before)
  })

  it("needs a token with SETTLE, which has no other power", async () => {
    const { call, deposit, report, sent } = await platform()
    const id = await sent()
    expect((await report(id, "SETTLED", {}, callers.live)).status).toBe(403)
    expect((await deposit({ event: "other" }, callers.live)).status).toBe(403)
    expect((await call("GET", `/transactions/${id}`, undefined, settling)).status).toBe(403)
  })
})

describe("GU1: a deposit", () => {
  it("credits an account once", async () => {
    const { balance, deposit } = await platform()
    const again = await deposit()
    expect([again.status, again.body.status, again.body.type]).toEqual([201, "COMPLETED", "INCOMING"])
    expect(await balance()).toBe(100_000)
    const other = await deposit({ amount: 1 })
    expect([other.status, other.body.details.reason]).toEqual([409, "Event has another report"])
    expect((await deposit({ event: "deposit-2", currency: "EUR" })).body.code).toBe("INVALID_CURRENCY")
    expect(await balance()).toBe(100_000)
  })

  it("that no balance can contain is refused in its own words, and can be reported again", async () => {
    const { balance, deposit } = await platform()
    const largest = Number.MAX_SAFE_INTEGER
    const refused = await deposit({ event: "deposit-5", amount: largest - 99_999 })
    expect([refused.status, refused.body.code]).toEqual([400, "AMOUNT_OUT_OF_RANGE"])
    expect(await balance()).toBe(100_000)
    expect((await deposit({ event: "deposit-5", amount: largest - 100_000 })).status).toBe(201)
    expect(await balance()).toBe(largest)
  })

  it("starts the payment of a quote that waits for it, which is then given to the bank", async () => {
    const { call, customerId, deposit, orders, payment, quote } = await platform()
    const id = await quote({ source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" } })
    const { paymentInstructions } = (await call("GET", `/quotes/${id}`)).body
    expect(paymentInstructions).toEqual([{ iban: "DE00", reference: expect.stringMatching(/^CS-/u) }])
    const arrived = { accountId: undefined, quoteId: id, amount: 40_000, event: "deposit-3" }
    for (const _ of [1, 2]) expect((await deposit(arrived)).body.status).toBe("PROCESSING")
    await expect.poll(() => orders.map(({ source }) => source)).toEqual([{ type: "DEPOSIT", currency: "USD" }])
    expect(await payment(id.replace("Quote:", "Transaction:"))).toBe("PROCESSING")
  })

  it("of another amount fails the quote", async () => {
    const { customerId, deposit, orders, quote } = await platform()
    const id = await quote({ source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" } })
    const arrived = await deposit({ accountId: undefined, quoteId: id, amount: 39_999, event: "deposit-4" })
    expect(arrived.body).toMatchObject({ status: "FAILED", failureReason: "FUNDING_AMOUNT_MISMATCH" })
    expect(orders).toEqual([])
  })
})

describe("GU1: a price", () => {
  it("is asked for the amount of the quote, and its terms are those of the quote and of the order", async () => {
    const { call, orders, quote, state, world } = await platform()
    const until = world.at() + 30_000
    state.offer = {
      rate: "1",
      fixedFee: 100,
      feeBasisPoints: 50,
      until: new Date(until).toISOString(),
      reference: "offer-9"
    }
    const id = await quote()
    const { body } = await call("GET", `/quotes/${id}`)
    expect([body.feesIncluded, body.totalReceivingAmount, body.expiresAt]).toEqual([
      300,
      39_700,
      new Date(until).toISOString()
    ])
    await call("POST", `/quotes/${id}/execute`)
    await expect
      .poll(() => orders.map(({ fees, offerReference }) => [fees, offerReference]))
      .toEqual([[300, "offer-9"]])
  })

  it.each([
    ["a rate of zero", { rate: "0" }],
    ["a number", { rate: 1 }],
    ["an offer that has ended", { rate: "1", until: "2026-03-01T12:00:00.000Z" }]
  ])("%s is no price: 503, and nothing is written", async (_, offer) => {
    const { call, account, payee, state } = await platform()
    state.offer = JSON.parse(JSON.stringify(offer))
    const refused = await call("POST", "/quotes", {
      source: { sourceType: "ACCOUNT", accountId: account },
      destination: { destinationType: "ACCOUNT", accountId: payee },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 40_000
    })
    expect([refused.status, refused.body.code, refused.headers.has("retry-after")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      true
    ])
  })

  it("a provider that is down refuses quotes, rates and new customers with 503", async () => {
    const { call, state } = await platform()
    state.isUp = false
    expect((await call("GET", "/exchange-rates?sourceCurrency=USD")).status).toBe(503)
    expect((await call("POST", "/customers", { customerType: "INDIVIDUAL", email: "bo@example.com" })).status).toBe(503)
  })
})

describe("GU1: a transfer", () => {
  it("out and in is an order to the bank", async () => {
    const { account, call, orders, payee } = await platform()
    const body = { source: { accountId: account }, destination: { accountId: payee }, amount: 5000 }
    expect((await call("POST", "/transfer-out", body)).body.status).toBe("PROCESSING")
    const back = { source: { accountId: payee }, destination: { accountId: account }, amount: 700 }
    expect((await call("POST", "/transfer-in", back)).body.status).toBe("PROCESSING")
    await expect
      .poll(() => orders.map(({ destination, source, type }) => [type, source.type, destination.type]))
      .toEqual([
        ["OUTGOING", "INTERNAL", "EXTERNAL"],
        ["INCOMING", "EXTERNAL", "INTERNAL"]
      ])
  })
})
