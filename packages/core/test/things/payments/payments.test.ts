import { currencies } from "@countersign/core/internal"
import { clientKey } from "@countersign/harness/fixtures"
import { payloadOf } from "@countersign/harness/payments"
import { callers, type Keys, keyPair, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { signStamp } from "@countersign/wire"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { quotes } from "../../../src/things/payments/rules/Quote.ts"

const store = await Effect.runPromise(makeMemoryStore)
const world = makeWorld({ store: Layer.succeed(Store, store) })
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(callers.a, method, path, { ...(body === undefined ? {} : { body }), headers })

/** A customer with money in the wallet and in the bank account, a session that may sign, and a payee. */
const payer = async () => {
  const { accountId: wallet, credentialId, customerId } = await world.customer(callers.a)
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const bank = String(accounts.body.data[0].id)
  for (const id of [wallet, bank]) await call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: 1_000_000 })
  const payee = await call("POST", "/customers/external-accounts", {
    currency: "USD",
    customerId,
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
    }
  })
  const { keys } = await session(world, callers.a, credentialId)
  return { customerId, wallet, bank, payee: String(payee.body.id), keys }
}
const quoteFrom = (accountId: string, payee: string, more: object = {}) =>
  call("POST", "/quotes", {
    source: { sourceType: "ACCOUNT", accountId },
    destination: { destinationType: "ACCOUNT", accountId: payee },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 500_000,
    ...more
  })

const stampOf = (payload: string, { privateKey }: Keys) => signStamp(payload, privateKey)

let here: Awaited<ReturnType<typeof payer>>
beforeEach(async () => {
  here = await payer()
})

describe("a quote from an embedded wallet", () => {
  it("is paid by its owner's stamp over its terms, which the signed payload contains", async () => {
    const quote = await quoteFrom(here.wallet, here.payee)
    const payload = payloadOf(quote.body)
    const { generateAppProofs, parameters, type } = JSON.parse(payload)
    expect([type, generateAppProofs, parameters.signWith]).toEqual([
      "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
      true,
      here.wallet
    ])
    expect(parameters.context).toMatchObject({
      amount: "500000",
      currency: "USDC",
      fee: "2500",
      payee: "Ada",
      path: `/quotes/${quote.body.id}/execute`,
      mode: "sandbox"
    })
    const paid = await call("POST", `/quotes/${quote.body.id}/execute`, undefined, {
      "service-wallet-signature": stampOf(payload, here.keys)
    })
    expect([paid.status, paid.body.status]).toEqual([200, "COMPLETED"])
  })

  it("is not paid without a stamp, by an unrelated key, over another text, or by an expired session", async () => {
    const quote = await quoteFrom(here.wallet, here.payee)
    const path = `/quotes/${quote.body.id}/execute`
    const payload = payloadOf(quote.body)
    const stamped = (stamp: string) => call("POST", path, undefined, { "service-wallet-signature": stamp })
    const unrelated = await payer()
    const other = await quoteFrom(here.wallet, here.payee)
    for (const [answer, check] of [
      [await call("POST", path), "WALLET_SIGNATURE_MISSING"],
      [await stamped("no stamp"), "WALLET_SIGNATURE_MALFORMED"],
      [await stamped(stampOf(payload, unrelated.keys)), "WALLET_SIGNATURE_KEY"],
      [await stamped(stampOf(payload, keyPair())), "WALLET_SIGNATURE_KEY"],
      [await stamped(stampOf(payloadOf(other.body), here.keys)), "WALLET_SIGNATURE_INVALID"]
    ] as const) {
      expect([answer.status, answer.body.details.check]).toEqual([401, check])
    }
    expect((await call("GET", `/quotes/${quote.body.id}`)).body.status).toBe("PENDING")
    expect((await stamped("sandbox-valid-signature")).status).toBe(200)
  })

  it("X11: is not paid when a term differs from the signed one", async () => {
    for (const change of [
      { sent: { amount: 1, currency: "USDC" } },
      { received: { amount: 999_999_999, currency: "USD" } },
      { fees: 0 },
      { exchangeRate: 2 },
      {
        destination: {
          type: "ACCOUNT",
          accountId: "ExternalAccount:019ca945-0a00-7e7e-9254-70baa2fd4251",
          currency: "USD"
        }
      },
      { source: { type: "ACCOUNT", accountId: here.bank, currency: "USD" } }
    ] as const) {
      const quote = await quoteFrom(here.wallet, here.payee)
      const place = { collection: quotes, environment: "sandbox/alpha", id: quote.body.id } as const
      const [[row] = []] = await Effect.runPromise(store.load([{ ...place, by: "id" }]))
      const body = quotes.encode({ ...quotes.decode(row?.body ?? null), ...change })
      await Effect.runPromise(store.commit([{ ...place, op: "replace", version: 1, body, at: world.at() }], []))
      const paid = await call("POST", `/quotes/${quote.body.id}/execute`, undefined, {
        "service-wallet-signature": stampOf(payloadOf(quote.body), here.keys)
      })
      expect([change, paid.status]).toEqual([change, 401])
    }
  })

  it("is paid once by 32 concurrent calls", async () => {
    const quote = await quoteFrom(here.bank, here.payee)
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => call("POST", `/quotes/${quote.body.id}/execute`))
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31)
  })

  it("is neither executed at once nor replaced by a transfer", async () => {
    const atOnce = await quoteFrom(here.wallet, here.payee, { immediatelyExecute: true })
    expect([atOnce.status, atOnce.body.reason]).toEqual([400, "Signature required"])
    const transfer = { source: { accountId: here.wallet }, destination: { accountId: here.payee }, amount: 5 }
    expect((await call("POST", "/transfer-out", transfer)).body.reason).toBe("Account requires a signed quote")
  })

  it("X9: answers a repeated call as the first, although the quote is consumed", async () => {
    const owner = await payer()
    const quote = await quoteFrom(owner.wallet, owner.payee)
    const headers = {
      "service-wallet-signature": stampOf(payloadOf(quote.body), owner.keys),
      "idempotency-key": `pay ${quote.body.id}`
    }
    const first = await call("POST", `/quotes/${quote.body.id}/execute`, undefined, headers)
    const repeated = await call("POST", `/quotes/${quote.body.id}/execute`, undefined, headers)
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    expect(repeated.headers.get("idempotency-replayed")).toBe("true")
    const { "idempotency-key": _, ...bare } = headers
    expect((await call("POST", `/quotes/${quote.body.id}/execute`, undefined, bare)).status).toBe(409)
  })
})

it("X7: no caller can pay an account that is not active, or another customer's", async () => {
  const other = await payer()
  expect((await quoteFrom(here.bank, other.payee)).status).toBe(404)
  const { body } = await call("PATCH", `/customers/external-accounts/${other.payee}`, { status: "INACTIVE" })
  expect(body.status).toBe("INACTIVE")
  const quote = await quoteFrom(other.bank, other.payee)
  expect([quote.status, quote.body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
  for (const [path, source, destination] of [
    ["/transfer-out", other.bank, other.payee],
    ["/transfer-in", other.payee, other.bank]
  ] as const) {
    const answer = await call("POST", path, {
      source: { accountId: source },
      destination: { accountId: destination },
      amount: 1
    })
    expect([path, answer.status, answer.body.code]).toEqual([path, 400, "INVALID_BANK_ACCOUNT"])
  }
})

describe("X10: an amount", () => {
  const amounts = ["1.5", '"100"', "-1", "0", "9007199254740992", "1e21", "-0", "null", "[]", "true", "1e400", "NaN"]

  it.each(amounts)("of %s is refused by its field everywhere", async (amount) => {
    const transfer = (path: string, source: string, destination: string) =>
      [
        path,
        `{"source":{"accountId":"${source}"},"destination":{"accountId":"${destination}"},"amount":${amount}}`
      ] as const
    const calls = [
      transfer("/transfer-out", here.bank, here.payee),
      transfer("/transfer-in", here.payee, here.bank),
      [`/sandbox/internal-accounts/${here.bank}/fund`, `{"amount":${amount}}`] as const,
      [
        "/quotes",
        `{"source":{"sourceType":"ACCOUNT","accountId":"${here.bank}"},"destination":{"destinationType":"ACCOUNT","accountId":"${here.payee}"},"lockedCurrencySide":"SENDING","lockedCurrencyAmount":${amount}}`
      ] as const
    ]
    for (const [path, raw] of calls) {
      const { body, status } = await world.call(callers.a, "POST", path, { raw })
      expect([path, status]).toEqual([path, 400])
      // S1: the sandbox funding endpoint has its own code for zero and negative amounts.
      expect(["INVALID_INPUT", "INVALID_REQUEST_FORMAT", "INVALID_AMOUNT"]).toContain(body.code)
    }
  })
})

it("X12: a wallet is exported only by its owner's stamp, once, to the key in the call", async () => {
  const path = `/internal-accounts/${here.wallet}/export`
  const body = { clientPublicKey: clientKey().hex }
  const first = await call("POST", path, body)
  expect(first.status).toBe(202)
  // The owner sees the key that the wallet is encrypted to, and not only a digest of it (FS21).
  expect(JSON.parse(first.body.payloadToSign).parameters).toMatchObject({
    targetPublicKey: body.clientPublicKey,
    walletId: here.wallet
  })
  const headers = retryHeaders(first.body, here.keys)
  expect((await call("POST", path, { clientPublicKey: clientKey().hex }, headers)).status).toBe(401)
  expect((await call("POST", path, body, headers)).status).toBe(200)
  expect((await call("POST", path, body, headers)).status).toBe(401)
  expect((await call("POST", path, body)).status).toBe(202)
})

it("B3: a production token without payment rails has neither payments nor the sandbox endpoints", async () => {
  const calls = [
    ["POST", "/quotes"],
    ["GET", "/quotes/Quote:019ca945-0a00-7e7e-9254-70baa2fd4251"],
    ["POST", "/quotes/Quote:019ca945-0a00-7e7e-9254-70baa2fd4251/execute"],
    ["POST", "/transfer-in"],
    ["POST", "/transfer-out"],
    ["GET", "/transactions"],
    ["GET", "/transactions/Transaction:019ca945-0a00-7e7e-9254-70baa2fd4251"],
    ["POST", `/sandbox/internal-accounts/${here.bank}/fund`],
    ["POST", "/sandbox/send"],
    ["POST", "/sandbox/receive"],
    ["POST", "/sandbox/uma/receive"],
    ["GET", "/sandbox/clock"],
    ["POST", "/sandbox/clock/advance"]
  ] as const
  for (const [method, path] of calls) {
    const { body, status } = await world.call(callers.live, method, path, method === "GET" ? {} : { body: {} })
    expect([path, status, body.message]).toEqual([
      path,
      404,
      "No endpoint exists at this path. Check the path and its version segment against /docs."
    ])
  }
})

it("returns the time of the sandbox, which changes when it is moved", async () => {
  const now = async () => Date.parse((await call("GET", "/sandbox/clock")).body.now)
  const before = await now()
  const moved = await call("POST", "/sandbox/clock/advance", { seconds: 3600 })
  expect(await now()).toBeGreaterThanOrEqual(Date.parse(moved.body.now))
  expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000)
})

it("returns the value of a currency, as a quote calculates it", async () => {
  const all = await call("GET", "/exchange-rates?sendingCurrency=USD")
  expect(new Set(all.body.data.map((row: Rate) => row.receivingCurrency.code)).size).toBe(currencies.size)
  const { body } = await call("GET", "/exchange-rates?sendingCurrency=USD&receivingCurrency=MXN")
  expect(body.data).toMatchObject([
    { sendingCurrency: { code: "USD" }, receivingCurrency: { code: "MXN" }, feeBasisPoints: 50 }
  ])
  expect(body.data[0].exchangeRate).toBeCloseTo(1 / 17.25, 10)
  expect((await call("GET", "/exchange-rates?sendingCurrency=XYZ")).body.data).toEqual([])
  expect((await call("GET", "/exchange-rates")).status).toBe(200)
})

describe("the platform's own accounts", () => {
  const own = async (caller = callers.a) => (await world.call(caller, "GET", "/platform/internal-accounts")).body.data

  it("exist from the first read on, are the same for every reader, and belong to one platform", async () => {
    const readings = await Promise.all(Array.from({ length: 8 }, () => own()))
    expect(new Set(readings.map((data) => data[0].id)).size).toBe(1)
    expect(readings[0]).toMatchObject([{ type: "INTERNAL_FIAT", balance: { amount: 0, currency: { code: "USD" } } }])
    expect(readings[0][0]).not.toHaveProperty("customerId")
    const [other] = await own(callers.b)
    expect(other.id).not.toBe(readings[0][0].id)
    expect((await call("GET", `/internal-accounts/${other.id}`)).status).toBe(404)
    expect((await call("GET", "/platform/internal-accounts?currency=EUR")).body).toEqual({ data: [] })
  })

  it("pay accounts of the platform, and none of a customer", async () => {
    const [{ id }] = await own()
    await call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: 5000 })
    const payee = await call("POST", "/platform/external-accounts", {
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456789",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
      }
    })
    const paid = await call("POST", "/transfer-out", {
      source: { accountId: id },
      destination: { accountId: payee.body.id },
      amount: 700
    })
    expect([paid.status, paid.body.status, paid.body.customerId]).toEqual([201, "COMPLETED", undefined])
    const foreign = { source: { accountId: id }, destination: { accountId: here.payee }, amount: 1 }
    expect((await call("POST", "/transfer-out", foreign)).status).toBe(404)
    const [{ balance }] = await own()
    expect(balance.amount).toBe(4300)
  })
})

it("a payment is found by its statement reference", async () => {
  const transfer = { source: { accountId: here.bank }, destination: { accountId: here.payee }, amount: 11 }
  const { body } = await call("POST", "/transfer-out", transfer)
  const { reference } = body.reconciliationInstructions
  const list = await call("GET", `/transactions?customerId=${here.customerId}&reference=${reference}`)
  expect(list.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([body.id])
})

it("a list has the number of all its items if one page has them all, and else no number", async () => {
  const counted = async (query: string) => {
    const { body } = await call("GET", `/transactions?customerId=${here.customerId}${query}`)
    return { ...body, length: body.data.length }
  }
  const transfer = { source: { accountId: here.bank }, destination: { accountId: here.payee }, amount: 11 }
  for (let nth = 0; nth < 2; nth += 1) await call("POST", "/transfer-out", transfer)
  const all = await counted("&limit=100")
  expect([all.hasMore, all.totalCount]).toEqual([false, 2])
  const first = await counted("&limit=1")
  expect([first.hasMore, first.totalCount]).toEqual([true, undefined])
  const rest = await counted(`&limit=100&cursor=${first.nextCursor}`)
  expect([rest.hasMore, rest.totalCount, rest.length]).toEqual([false, undefined, 1])
  expect(await counted("&reference=none")).toMatchObject({ length: 0, totalCount: 0 })
})

it("payments are listed oldest first on request, page by page", async () => {
  const ids: Array<string> = []
  for (const amount of [21, 22, 23]) {
    const transfer = { source: { accountId: here.bank }, destination: { accountId: here.payee }, amount }
    await call("POST", "/sandbox/clock/advance", { seconds: 1 })
    ids.push((await call("POST", "/transfer-out", transfer)).body.id)
  }
  const idsOf = async (query: string) => {
    const { body } = await call("GET", `/transactions?customerId=${here.customerId}&limit=2${query}`)
    return { ...body, ids: body.data.map(({ id }: { readonly id: string }) => id) }
  }
  const seen: Array<string> = []
  let more = await idsOf("&sortOrder=asc")
  for (; more.hasMore; more = await idsOf(`&sortOrder=asc&cursor=${more.nextCursor}`)) seen.push(...more.ids)
  seen.push(...more.ids)
  expect(seen.slice(-3)).toEqual(ids)
  expect(new Set(seen).size).toBe(seen.length)
  expect((await idsOf("&sortOrder=desc")).ids).toEqual([ids[2], ids[1]])
  expect((await idsOf("")).ids).toEqual([ids[2], ids[1]])
  const { status } = await call("GET", "/transactions?sortOrder=up")
  expect(status).toBe(400)
})

interface Rate {
  readonly receivingCurrency: { readonly code: string }
}
