import { type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { secretDigest } from "countersign"
import { beforeEach, describe, expect, it } from "vitest"

/** A platform per config, since an environment has one config. */
const names = Array.from({ length: 12 }, (_, nth) => `p${nth}`)
const tokenFor = (id: string) => ({
  id,
  secretSha256: secretDigest("a-secret"),
  platformId: id,
  mode: "sandbox" as const
})
const letters: Array<{ readonly code: string; readonly expiresAt: string }> = []
let world: ReturnType<typeof makeWorld>
let used: number
beforeEach(() => {
  used = 0
  world = makeWorld({
    logs: "none",
    tokens: [...tokenOptions, ...names.map((name) => tokenFor(name))],
    mailer: { sendCode: async (mail) => void letters.push(mail) }
  })
  return () => world.countersign.close()
})

/** A platform with this config, a customer, money and a payee. */
const platform = async (config: object) => {
  const caller: Caller = { token: `p${used}`, secret: "a-secret" }
  used += 1
  const call = (method: string, path: string, body?: unknown) =>
    world.call(caller, method, path, body === undefined ? {} : { body })
  const configured = await call("PATCH", "/config", config)
  expect(configured.status).toBe(200)
  const { accountId: wallet, customerId } = await world.customer(caller)
  const banks = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const bank = String(banks.body.data[0].id)
  for (const id of [bank, wallet]) {
    await call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: 100_000_000 })
  }
  const payee = async (beneficiary: object) => {
    const accountInfo = { accountType: "USD_ACCOUNT", accountNumber: "123456789", routingNumber: "021000021" }
    const body = { currency: "USD", customerId, accountInfo: { ...accountInfo, beneficiary } }
    return String((await call("POST", "/customers/external-accounts", body)).body.id)
  }
  const far = await payee({ beneficiaryType: "INDIVIDUAL", fullName: "Ada" })
  const quote = (accountId: string, amount: number, to = far) =>
    call("POST", "/quotes", {
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: to },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: amount
    })
  const out = (amount: number, to = far) =>
    call("POST", "/transfer-out", { source: { accountId: bank }, destination: { accountId: to }, amount })
  const into = (amount: number) =>
    call("POST", "/transfer-in", { source: { accountId: far }, destination: { accountId: bank }, amount })
  const receive = (amount: number) =>
    call("POST", "/sandbox/receive", {
      senderUmaAddress: "$bob@elsewhere.example",
      customerId,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: amount
    })
  return { call, customerId, wallet, bank, far, payee, quote, out, into, receive }
}
const BOTH = ["INCOMING", "OUTGOING"]
const codes = (...answers: ReadonlyArray<{ readonly status: number; readonly body: { readonly code?: string } }>) =>
  answers.map(({ body, status }) => (status < 300 ? status : body.code))

describe("supportedCurrencies", () => {
  it("limit quotes, transfers and deposits, to the smallest unit (FC12)", async () => {
    const { bank, into, out, quote, receive } = await platform({
      supportedCurrencies: [{ currencyCode: "USD", minAmount: 100, maxAmount: 1000, enabledTransactionTypes: BOTH }]
    })
    for (const move of [out, into, receive, (amount: number) => quote(bank, amount)]) {
      expect(codes(await move(99), await move(100), await move(1000), await move(1001))).toEqual([
        "AMOUNT_OUT_OF_RANGE",
        expect.any(Number),
        expect.any(Number),
        "AMOUNT_OUT_OF_RANGE"
      ])
    }
    const refused = await out(50_000)
    expect([refused.body.reason, refused.body.details.errors]).toEqual([
      "Amount outside the platform's limits",
      [{ field: "amount", message: "The amount is outside the limits of USD. Send 100 to 1000, in its smallest unit." }]
    ])
  })

  it("disable what they omit, and refuse a currency that is not listed (FC12)", async () => {
    const { bank, call, into, out, quote, receive, wallet } = await platform({
      supportedCurrencies: [{ currencyCode: "USD", enabledTransactionTypes: ["INCOMING"] }]
    })
    expect(codes(await out(500), await quote(bank, 500), await into(500), await receive(500))).toEqual([
      "INVALID_INPUT",
      "INVALID_INPUT",
      201,
      200
    ])
    expect((await out(500)).body.reason).toBe("Transaction type is not enabled")
    const unlisted = await quote(wallet, 500_000)
    expect([unlisted.body.code, unlisted.body.reason]).toEqual(["INVALID_CURRENCY", "Currency is not supported"])
    // A refused currency has no rate either.
    expect((await call("GET", "/exchange-rates")).body).toEqual({ data: [] })
  })

  it("narrow the range of exchange rates (FC12, FC3)", async () => {
    const { call } = await platform({
      supportedCurrencies: [{ currencyCode: "USD", minAmount: 100, maxAmount: 1000, enabledTransactionTypes: BOTH }]
    })
    const { data } = (await call("GET", "/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN")).body
    expect([data[0].minSendingAmount, data[0].maxSendingAmount]).toEqual([100, 1000])
  })

  it("require the mandatory fields of the counterparty (FC12)", async () => {
    const { bank, into, out, payee, quote, receive } = await platform({
      supportedCurrencies: [
        {
          currencyCode: "USD",
          enabledTransactionTypes: BOTH,
          requiredCounterpartyFields: [
            { name: "FULL_NAME", mandatory: true },
            { name: "BIRTH_DATE", mandatory: true },
            { name: "NATIONALITY", mandatory: false }
          ]
        }
      ]
    })
    const lacking = "MISSING_MANDATORY_USER_INFO"
    expect(codes(await out(1), await into(1), await quote(bank, 1000), await receive(1))).toEqual([
      lacking,
      lacking,
      lacking,
      lacking
    ])
    expect((await out(1)).body.details.errors).toEqual([
      {
        field: "accountInfo.beneficiary.birthDate",
        message:
          "The receiver has no BIRTH_DATE, which supportedCurrencies requires. Send an account whose beneficiary has it."
      }
    ])
    const whole = await payee({ beneficiaryType: "INDIVIDUAL", fullName: "Ada", birthDate: "1990-01-31" })
    expect(codes(await out(1, whole), await quote(bank, 1000, whole))).toEqual([201, 201])
  })

  it("without an effect are refused by name (FC12)", async () => {
    const { call } = await platform({})
    const USD = { currencyCode: "USD", enabledTransactionTypes: BOTH }
    for (const [supportedCurrencies, field] of [
      [[USD, USD], "supportedCurrencies.1.currencyCode"],
      [[{ ...USD, currencyCode: "XXX" }], "supportedCurrencies.0.currencyCode"],
      [[{ ...USD, minAmount: 2, maxAmount: 1 }], "supportedCurrencies.0.maxAmount"],
      [
        [{ ...USD, requiredCounterpartyFields: [{ name: "SHOE_SIZE", mandatory: true }] }],
        "supportedCurrencies.0.requiredCounterpartyFields.0.name"
      ]
    ] as const) {
      const { body, status } = await call("PATCH", "/config", { supportedCurrencies })
      expect([status, body.code, body.details.errors.map((error: { readonly field: string }) => error.field)]).toEqual([
        400,
        "INVALID_INPUT",
        [field]
      ])
    }
  })
})

it("umaDomain is the domain of payment addresses generated after the change (FC12)", async () => {
  const { call, customerId } = await platform({ umaDomain: "pay.example.com" })
  const { umaAddress } = (await call("GET", `/customers/${customerId}`)).body
  expect(umaAddress).toBe(`$${customerId.slice("Customer:".length)}@pay.example.com`)
  const receipt = {
    senderUmaAddress: "$bob@elsewhere.example",
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 1
  }
  expect((await call("POST", "/sandbox/receive", { ...receipt, receiverUmaAddress: umaAddress })).status).toBe(200)
})

describe("expirationSeconds and otpLength", () => {
  const lifetimeOf = async (caller: Caller, own = world) => {
    letters.length = 0
    const { credentialId } = await own.customer(caller)
    await own.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
    await expect.poll(() => letters.length).toBe(1)
    return Date.parse(letters[0]?.expiresAt ?? "") - own.at()
  }

  it("600 makes a code valid for ten minutes, and 601 is refused by name (FC12, O14)", async () => {
    const set = (expirationSeconds: number) =>
      world.call(callers.live, "PATCH", "/config", { body: { embeddedWalletConfig: { expirationSeconds } } })
    expect((await set(600)).body.embeddedWalletConfig).toEqual({ expirationSeconds: 600 })
    expect(await lifetimeOf(callers.live)).toBe(600_000)
    const refused = await set(601)
    expect([refused.status, refused.body.details.errors[0].field]).toEqual([
      400,
      "embeddedWalletConfig.expirationSeconds"
    ])
  })

  it("beyond the host's policy are refused by name, with the bound (FC12, O1, O14)", async () => {
    const mailer = { sendCode: async (mail: (typeof letters)[number]) => void letters.push(mail) }
    const own = makeWorld({ logs: "none", mailer, policy: { otpLength: 8, otpLifetime: 60_000 } })
    const set = (embeddedWalletConfig: object) =>
      own.call(callers.live, "PATCH", "/config", { body: { embeddedWalletConfig } })
    const { body, status } = await set({ expirationSeconds: 61, otpLength: 7 })
    expect([status, body.code, body.details.errors]).toEqual([
      400,
      "INVALID_INPUT",
      [
        {
          field: "embeddedWalletConfig.otpLength",
          message: "The number is outside the policy of the host. Send 8 or more."
        },
        {
          field: "embeddedWalletConfig.expirationSeconds",
          message: "The number is outside the policy of the host. Send 60 or less."
        }
      ]
    ])
    expect((await set({ expirationSeconds: 60, otpLength: 8 })).status).toBe(200)
    expect(await lifetimeOf(callers.live, own)).toBe(60_000)
    await own.countersign.close()
    const laxer = makeWorld({ logs: "none", mailer, policy: { otpLifetime: 60_000, otpLifetimeMost: 120_000 } })
    const longer = { embeddedWalletConfig: { expirationSeconds: 120 } }
    expect((await laxer.call(callers.live, "PATCH", "/config", { body: longer })).status).toBe(200)
    expect(await lifetimeOf(callers.live, laxer)).toBe(120_000)
    await laxer.countersign.close()
  })
})
