import { decodeStamp, verifyStamp } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import {
  type ExecuteQuoteOptions,
  generateKeyPair,
  type PaymentTerms,
  paymentTermsOf,
  QuoteNotSignedError
} from "../src/index.ts"
import { paymentPayloadOf } from "./payload.ts"
import { clientOf, json, refusal, rejection } from "./service.ts"

const UUID = "0199d000-0000-7000-8000-000000000001"
const ids = {
  quote: `Quote:${UUID}`,
  wallet: `InternalAccount:${UUID}`,
  payee: `ExternalAccount:${UUID}`,
  transaction: `Transaction:${UUID}`
}
const digest = "ab".repeat(32)

const context = {
  amount: "5000000",
  currency: "USDC",
  decimals: "6",
  receivedAmount: "9950",
  receivedCurrency: "MXN",
  receivedDecimals: "2",
  fee: "25000",
  rate: "0.05",
  payee: "Ana Pérez",
  source: { accountId: ids.wallet, accountType: "EMBEDDED_WALLET", digest, identifiers: { accountId: ids.wallet } },
  destination: {
    accountId: ids.payee,
    accountType: "MXN_ACCOUNT",
    digest,
    identifiers: { clabeNumber: "012180001234567897" },
    name: "Ana Pérez"
  },
  quoteId: ids.quote,
  expiresAt: "1760342700000",
  method: "POST",
  mode: "sandbox",
  path: `/quotes/${ids.quote}/execute`,
  platformId: "alpha"
}
const payloadOf = (of: object, terms: Parameters<typeof paymentPayloadOf>[1] = context) => paymentPayloadOf(of, terms)

const quoteOf = (payloadToSign: string) => ({
  id: ids.quote,
  status: "PENDING",
  source: { sourceType: "ACCOUNT", accountId: ids.wallet, currency: "USDC" },
  destination: { destinationType: "ACCOUNT", accountId: ids.payee, currency: "MXN" },
  sendingCurrency: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
  receivingCurrency: { code: "MXN", name: "Mexican peso", symbol: "$", decimals: 2 },
  totalSendingAmount: 5_000_000,
  totalReceivingAmount: 9950,
  exchangeRate: 0.05,
  feesIncluded: 25_000,
  paymentInstructions: [
    { accountOrWalletInfo: { accountType: "SPARK_WALLET", address: "spark1" } },
    { accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign } }
  ]
})
type QuoteAnswer = ReturnType<typeof quoteOf>

const keys = await generateKeyPair()

/** A client of a server that executes every quote, and a signer that records what it signs. */
const setting = (
  answer: () => Response = () => json(200, { id: ids.quote, status: "COMPLETED", transactionId: ids.transaction })
) => {
  const sent: Array<{ readonly url: string; readonly stamp: string | null }> = []
  const serve: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), stamp: new Headers(init?.headers).get("service-wallet-signature") })
    return answer()
  }
  const signed: Array<string> = []
  const sign = (payload: string) => {
    signed.push(payload)
    return keys.sign(payload)
  }
  return {
    client: clientOf({ fetch: serve }),
    sent,
    signed,
    signer: { publicKey: keys.publicKey, sign, forget: () => {} }
  }
}

const attempt = async (quote: QuoteAnswer, confirm: ExecuteQuoteOptions["confirm"] = () => true) => {
  const { client, sent, signed, signer } = setting()
  const [outcome] = await Promise.allSettled([client.executeQuote(quote, { signer, confirm })])
  return { sent, signed, outcome }
}

const expectNotSigned = async (quote: QuoteAnswer, code: string, message: RegExp = /./u) => {
  const shown: Array<PaymentTerms> = []
  const { outcome, sent, signed } = await attempt(quote, (terms) => shown.push(terms) > 0)
  const error = outcome.status === "rejected" ? outcome.reason : undefined
  expect(error).toBeInstanceOf(QuoteNotSignedError)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  // Terms that differ from the quote are not shown to the user either.
  expect([sent, signed, shown]).toEqual([[], [], []])
}

describe("a quote of a wallet (FA1, I17)", () => {
  it("is executed with a stamp over its exact payload, after the caller has confirmed its terms", async () => {
    const payload = payloadOf(context)
    const { client, sent, signed, signer } = setting()
    const order: Array<string> = []
    const confirm = async (terms: PaymentTerms) => {
      order.push(`confirmed ${terms.payee} with ${signed.length} signatures`)
      return true
    }
    expect(await client.executeQuote(quoteOf(payload), { signer, confirm })).toEqual({
      id: ids.quote,
      status: "COMPLETED",
      transactionId: ids.transaction
    })
    expect([order, signed]).toEqual([["confirmed Ana Pérez with 0 signatures"], [payload]])
    expect(sent.map(({ url }) => url.endsWith(`/quotes/${ids.quote}/execute`))).toEqual([true])
    expect(verifyStamp(decodeStamp(sent[0]?.stamp ?? ""), payload)).toBe(true)
  })

  it("passes the terms of the payload to the caller, the same as paymentTermsOf returns", async () => {
    const shown: Array<PaymentTerms> = []
    await attempt(quoteOf(payloadOf(context)), (terms) => shown.push(terms) > 0)
    expect(shown).toMatchObject([
      {
        quoteId: ids.quote,
        sent: { amount: 5_000_000, currency: "USDC", decimals: 6 },
        received: { amount: 9950, currency: "MXN", decimals: 2 },
        fee: { amount: 25_000, currency: "USDC", decimals: 6 },
        rate: "0.05",
        payee: "Ana Pérez",
        source: { accountId: ids.wallet, accountType: "EMBEDDED_WALLET" },
        destination: { accountType: "MXN_ACCOUNT", identifiers: { clabeNumber: "012180001234567897" } },
        expiresAt: 1_760_342_700_000
      }
    ])
    expect(paymentTermsOf(quoteOf(payloadOf(context)))).toEqual(shown[0])
  })

  it.each([
    ["false", () => false],
    ["a promise of false", async () => false]
  ])("is not signed when the caller returns %s", async (_, confirm) => {
    const { outcome, sent, signed } = await attempt(quoteOf(payloadOf(context)), confirm)
    expect(outcome).toMatchObject({ reason: { name: "QuoteNotSignedError", code: "NOT_CONFIRMED" } })
    expect([sent, signed]).toEqual([[], []])
  })

  it("is not signed when the caller throws", async () => {
    const failing = new Error("the dialog was closed")
    const { outcome, signed } = await attempt(quoteOf(payloadOf(context)), () => Promise.reject(failing))
    expect([outcome, signed]).toEqual([{ status: "rejected", reason: failing }, []])
  })

  it.each([
    ["totalSendingAmount", { amount: "5000001" }],
    ["sendingCurrency", { currency: "USD" }],
    ["sendingCurrency", { decimals: "2" }],
    ["totalReceivingAmount", { receivedAmount: "9951" }],
    ["receivingCurrency", { receivedCurrency: "USD" }],
    ["receivingCurrency", { receivedDecimals: "0" }],
    ["feesIncluded", { fee: "0" }],
    ["exchangeRate", { rate: "0.06" }],
    ["source", { source: { ...context.source, accountId: ids.payee } }],
    ["destination", { destination: { ...context.destination, accountId: ids.wallet } }],
    ["destination", { destination: { accountType: "UMA_ADDRESS", digest, identifiers: { umaAddress: "$a@b.c" } } }],
    ["totalSendingAmount, destination", { amount: "1", destination: { ...context.destination, accountId: "x" } }]
  ])("is not signed when its payload has another %s: %j", async (what, swapped) => {
    await expectNotSigned(
      quoteOf(payloadOf({ ...context, ...swapped })),
      "TERMS_DIFFER",
      new RegExp(`differs from the quote in ${what}\\. Create`, "u")
    )
  })

  it("to a payment address is signed for that address only", async () => {
    const to = (umaAddress: string) => {
      const destination = { accountType: "UMA_ADDRESS", digest, identifiers: { umaAddress } }
      const terms = { ...context, destination, payee: umaAddress }
      const quote = quoteOf(payloadOf(terms, terms))
      return { ...quote, destination: { destinationType: "UMA_ADDRESS", umaAddress: "$a@b.c", currency: "MXN" } }
    }
    const { client, signed, signer } = setting()
    const confirm = () => true
    await client.executeQuote(to("$a@b.c"), { signer, confirm })
    const other = await rejection(client.executeQuote(to("$x@b.c"), { signer, confirm }))
    expect([signed.length, other]).toMatchObject([1, { code: "TERMS_DIFFER" }])
  })

  it.each([
    ["method", { method: "DELETE" }],
    ["path", { path: "/internal-accounts/1/export" }],
    ["quote in its path", { path: `/quotes/${ids.quote.replace(/1$/u, "2")}/execute` }],
    ["quote", { quoteId: ids.quote.replace(/1$/u, "2") }]
  ])("is not signed when its payload is for another %s", async (_, swapped) => {
    await expectNotSigned(quoteOf(payloadOf({ ...context, ...swapped })), "OTHER_CALL")
  })

  const malformed: ReadonlyArray<readonly [what: string, payload: string]> = [
    ["is no JSON", "pay"],
    ["is empty", ""],
    ["contains no payment", "{}"],
    ["has no context", JSON.stringify({ parameters: {} })],
    ["names its amount twice", payloadOf(context).replace('"amount"', '"amount":"1","amount"')],
    ...Object.keys(context)
      .filter((name) => !["mode", "platformId"].includes(name))
      .map((name) => [`lacks its ${name}`, payloadOf({ ...context, [name]: undefined })] as const),
    ...["-1", "1.5", "1e3", "01", " 1", "", "99999999999999999", "9007199254740993"].map(
      (amount) => [`has ${JSON.stringify(amount)} as an amount`, payloadOf({ ...context, amount })] as const
    ),
    ["has a number as an amount", payloadOf({ ...context, amount: 5_000_000 })],
    ["has a list as identifiers", payloadOf({ ...context, destination: { ...context.destination, identifiers: [] } })],
    [
      "has a number as identifier",
      payloadOf({ ...context, destination: { ...context.destination, identifiers: { a: 1 } } })
    ]
  ]
  it.each(malformed)("is not signed when its payload %s", async (_, payload) => {
    await expectNotSigned(quoteOf(payload), "PAYLOAD_MALFORMED")
  })

  it("is not signed when it has no payload", async () => {
    const { paymentInstructions: _, ...executed } = quoteOf(payloadOf(context))
    const { client, signed, signer } = setting()
    const error = await rejection(client.executeQuote(executed, { signer, confirm: () => true }))
    expect([error, signed]).toMatchObject([{ code: "PAYLOAD_MISSING" }, []])
    await expectNotSigned({ ...quoteOf(""), paymentInstructions: [] }, "PAYLOAD_MISSING")
  })

  it("throws a TypeError for a value that is not a quote", async () => {
    const { client, signer } = setting()
    for (const broken of [{ id: "Request:1" }, { exchangeRate: "0.05" }, { totalSendingAmount: 0.5 }]) {
      const quote = Object.assign(quoteOf(payloadOf(context)), broken)
      expect(await rejection(client.executeQuote(quote, { signer, confirm: () => true }))).toBeInstanceOf(TypeError)
    }
  })

  it("reports the refusal of a quote whose source or destination has changed", async () => {
    const { client, signer } = setting(() => refusal(409, "CONFLICT", "Quote source or destination changed"))
    const error = await rejection(client.executeQuote(quoteOf(payloadOf(context)), { signer, confirm: () => true }))
    expect(error).toMatchObject({
      name: "CountersignError",
      code: "CONFLICT",
      reason: "Quote source or destination changed"
    })
  })
})
