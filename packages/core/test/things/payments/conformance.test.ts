import { accountTypes, check } from "@countersign/account-types"
import { currencies } from "@countersign/core/internal"
import { callers, keys, type LocalWorld, makeWorld, tokenOptions } from "@countersign/harness/world"
import { createCountersign, examineOptions } from "countersign"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
const worlds: Array<LocalWorld> = [world]
afterAll(async () => void (await Promise.all(worlds.map(({ countersign }) => countersign.close()))))
const worldOf = (options: Parameters<typeof makeWorld>[0]) => {
  const made = makeWorld({ logs: "none", ...options })
  worlds.push(made)
  return made
}
const call = (method: string, path: string, body?: unknown, { call: made } = world, caller = callers.a) =>
  made(caller, method, path, body === undefined ? {} : { body })

describe("GET /exchange-rates", () => {
  it("accepts the parameter names of the published clients and answers in their format (FC3)", async () => {
    const { body, status } = await call(
      "GET",
      "/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN&sendingAmount=20000"
    )
    expect([status, body.data.length]).toEqual([200, 1])
    expect(body.data[0]).toEqual({
      sourceCurrency: { code: "USD", name: "United States dollar", symbol: "$", decimals: 2 },
      destinationCurrency: { code: "MXN", name: "Mexican peso", symbol: "$", decimals: 2 },
      destinationPaymentRail: "SPEI",
      minSendingAmount: expect.any(Number),
      maxSendingAmount: expect.any(Number),
      sendingAmount: 20_000,
      receivingAmount: 343_275,
      exchangeRate: expect.closeTo(1 / 17.25, 10),
      fees: { fixed: 0 },
      updatedAt: new Date(world.at()).toISOString(),
      // Earlier names, accepted as aliases.
      sendingCurrency: expect.objectContaining({ code: "USD" }),
      receivingCurrency: expect.objectContaining({ code: "MXN" }),
      feeBasisPoints: 50,
      fixedFee: 0
    })
    const aliased = await call("GET", "/exchange-rates?sendingCurrency=USD&receivingCurrency=MXN&sendingAmount=20000")
    expect(aliased.body).toEqual(body)
  })

  it("accepts several destinations, and has a row for each rail of each (FC3)", async () => {
    const path = "/exchange-rates?sourceCurrency=USDC&destinationCurrency=GBP&destinationCurrency=EUR"
    const { data } = (await call("GET", path)).body
    const rows = data.map((row: Row) => [row.destinationCurrency.code, row.destinationPaymentRail, row.sendingAmount])
    expect(rows).toEqual([
      ["GBP", "FASTER_PAYMENTS", 10_000],
      ["EUR", "SEPA", 10_000],
      ["EUR", "SEPA_INSTANT", 10_000]
    ])
  })

  it("without a source lists the currencies of internal accounts, and refuses two names of one parameter (FC3)", async () => {
    const { data } = (await call("GET", "/exchange-rates?destinationCurrency=MXN")).body
    expect(data.map((row: Row) => row.sourceCurrency.code)).toEqual(["USD", "USDC"])
    for (const query of [
      "sourceCurrency=USD&sendingCurrency=EUR",
      "destinationCurrency=USD&receivingCurrency=EUR",
      "sourceCurrency=USD&sendingAmount=0",
      "sourceCurrency=USD&sendingAmount=1.5",
      "sourceCurrency=USD&sendingAmount=ten"
    ]) {
      expect((await call("GET", `/exchange-rates?${query}`)).status).toBe(400)
    }
  })

  it("returns the amounts, limits and rates of a quote, for every pair (FC3)", async () => {
    const { accountId, customerId } = await world.customer(callers.a)
    const { data } = (await call("GET", "/exchange-rates?sourceCurrency=USD&sendingAmount=123456")).body
    const one = new Map<string, Row>(data.map((row: Row) => [row.destinationCurrency.code, row]))
    expect([...one.keys()].toSorted()).toEqual([...currencies.keys()].toSorted())
    const quoted = (amount: number) =>
      call("POST", "/quotes", {
        source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" },
        destination: { destinationType: "ACCOUNT", accountId },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: amount
      })
    const usdc = one.get("USDC")
    if (usdc === undefined) throw new Error("the wallet's currency has no rate")
    expect((await quoted(123_456)).body.totalReceivingAmount).toBe(usdc.receivingAmount)
    expect((await quoted(usdc.minSendingAmount)).status).toBe(201)
    expect((await quoted(usdc.maxSendingAmount)).status).toBe(201)
  })
})

interface Row {
  readonly sourceCurrency: { readonly code: string }
  readonly destinationCurrency: { readonly code: string }
  readonly destinationPaymentRail: string
  readonly sendingAmount: number
  readonly receivingAmount: number
  readonly minSendingAmount: number
  readonly maxSendingAmount: number
}

/** Requires that every instruction names an account of its type, with the fields that a payer needs. */
const expectInstruction = (currency: string, { accountOrWalletInfo: info }: Instruction, reference?: string) => {
  const kind = accountTypes.get(String(info.accountType))
  if (kind === undefined)
    throw new Error(`${currency} is paid to ${String(info.accountType)}, which is not an account type`)
  const { assetType, paymentRails, reference: sent, ...fields } = info
  if (kind.selfCustody === true) {
    expect([currency, info.address, assetType]).toEqual([currency, expect.any(String), currency])
  } else {
    expect([currency, kind.currencies]).toEqual([currency, expect.arrayContaining([currency])])
    expect([currency, paymentRails, sent]).toEqual([currency, expect.any(Array), reference ?? expect.any(String)])
    expect(paymentRails).not.toEqual([])
    const issues = check(kind, fields, "sandbox").filter(({ path }) => path !== "beneficiary")
    expect([currency, issues]).toEqual([currency, []])
  }
}
interface Instruction {
  readonly accountOrWalletInfo: Readonly<Record<string, unknown>>
  readonly instructionsNotes: string
  readonly isPlatformAccount: boolean
}

describe("payment instructions", () => {
  it("are a sample of the currency's account type, for every currency (FC4)", async () => {
    const { accountId, customerId } = await world.customer(callers.a)
    for (const currency of currencies.keys()) {
      const { body, status } = await call("POST", "/quotes", {
        source: { sourceType: "REALTIME_FUNDING", customerId, currency },
        destination: { destinationType: "ACCOUNT", accountId },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000
      })
      expect([currency, status, body.paymentInstructions?.length > 0]).toEqual([currency, 201, true])
      for (const instruction of body.paymentInstructions) expectInstruction(currency, instruction)
    }
  })

  it("of BTC are a Spark wallet, and of USDC wallets of USDC, each with its assetType (FC4)", async () => {
    const { accountId, customerId } = await world.customer(callers.a)
    const typesOf = async (currency: string, more: object = {}) => {
      const { body } = await call("POST", "/quotes", {
        source: { sourceType: "REALTIME_FUNDING", customerId, currency, ...more },
        destination: { destinationType: "ACCOUNT", accountId },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000
      })
      return body.paymentInstructions.map((each: Instruction) => each.accountOrWalletInfo.accountType)
    }
    expect(await typesOf("BTC")).toEqual(["SPARK_WALLET"])
    expect(await typesOf("USDC")).toEqual(["BASE_WALLET", "ETHEREUM_WALLET", "POLYGON_WALLET", "SOLANA_WALLET"])
    expect(await typesOf("USDC", { cryptoNetwork: "SOLANA" })).toEqual(["SOLANA_WALLET"])
  })

  it("are the fundingPaymentInstructions of internal accounts, of customers and of the platform (FC13, U6)", async () => {
    const { customerId } = await world.customer(callers.a)
    const own = (await call("GET", `/internal-accounts?customerId=${customerId}`)).body.data
    const platform = (await call("GET", "/platform/internal-accounts")).body.data
    const references = new Set<unknown>()
    for (const account of [...own, ...platform]) {
      const { fundingPaymentInstructions: instructions, balance } = account
      expect(instructions).not.toEqual([])
      for (const instruction of instructions) expectInstruction(balance.currency.code, instruction)
      references.add(instructions[0].accountOrWalletInfo.reference ?? instructions[0].accountOrWalletInfo.address)
      expect((await call("GET", `/internal-accounts/${account.id}`)).body).toEqual(account)
    }
    // The reference identifies the account that the money is for.
    expect(references.size).toBe(own.length + platform.length)
  })
})

const USDB = { code: "USDB", name: "USD Bravo", symbol: "", decimals: 6 }

describe("a custom currency", () => {
  it("works in accounts, quotes, rates and instructions when the sandbox has a rate for it (FC5)", async () => {
    const own = worldOf({ policy: { walletCurrency: USDB }, sandbox: { rails: { rates: { USDB: "1" } } } })
    const { accountId, customerId } = await own.customer(callers.a)
    await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 5_000_000 }, own)
    const payee = await call(
      "POST",
      "/customers/external-accounts",
      {
        currency: "MXN",
        customerId,
        accountInfo: {
          accountType: "MXN_ACCOUNT",
          clabeNumber: "032180000118359719",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
        }
      },
      own
    )
    const out = await call(
      "POST",
      "/quotes",
      {
        source: { sourceType: "ACCOUNT", accountId },
        destination: { destinationType: "ACCOUNT", accountId: payee.body.id },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000
      },
      own
    )
    expect([out.status, out.body.sendingCurrency, out.body.totalReceivingAmount]).toEqual([201, USDB, 1716])
    const transaction = await call("GET", `/transactions/${out.body.transactionId}`, undefined, own)
    expect(transaction.body.sentAmount).toEqual({ amount: 1_000_000, currency: USDB })
    const into = await call(
      "POST",
      "/quotes",
      {
        source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USDB" },
        destination: { destinationType: "ACCOUNT", accountId },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000
      },
      own
    )
    expect(into.status).toBe(201)
    expectInstruction("USDB", into.body.paymentInstructions[0])
    const rates = await call("GET", "/exchange-rates?sourceCurrency=USDB&destinationCurrency=MXN", undefined, own)
    expect(rates.body.data[0]).toMatchObject({ sourceCurrency: USDB, sendingAmount: 10_000, receivingAmount: 17 })
  })

  it("without a rate is rejected at start, naming the option (FC5)", () => {
    const sandbox = tokenOptions.filter(({ mode }) => mode === "sandbox")
    const options = { tokens: sandbox, keys, policy: { walletCurrency: USDB } }
    expect(examineOptions(options).map(({ option }) => option)).toEqual(["policy.walletCurrency"])
    expect(() => createCountersign(options)).toThrow(/sandbox\.rails\.rates\.USDB/u)
    // In production the host's payment rails set the prices.
    expect(examineOptions({ ...options, tokens: [] })).toEqual([])
  })

  it("that is malformed, or redefines a known code, is rejected at start (FC5)", () => {
    const named = (policy: object) => examineOptions({ keys, policy }).map(({ option }) => option)
    expect(named({ walletCurrency: { ...USDB, code: "usdb" } })).toEqual(["policy.walletCurrency"])
    expect(named({ walletCurrency: { ...USDB, decimals: 2.5 } })).toEqual(["policy.walletCurrency"])
    expect(named({ walletCurrency: { ...USDB, code: "USD" } })).toEqual(["policy.walletCurrency"])
    expect(named({ accountCurrencies: [{ code: "EUR", name: "Euro", symbol: "€", decimals: 0 }] })).toEqual([
      "policy.accountCurrencies"
    ])
    expect(named({ accountCurrencies: [] })).toEqual([])
  })
})

describe("sandbox.rails.rates", () => {
  it("are merged into the table of rates, and leave the other rates unchanged (FC5)", async () => {
    const own = worldOf({ sandbox: { rails: { rates: { MXN: "20" } } } })
    const path = "/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN&destinationCurrency=COP"
    const { data } = (await call("GET", path, undefined, own)).body
    const rates = data.map((row: Row & { readonly exchangeRate: number }) => [
      row.destinationCurrency.code,
      row.exchangeRate
    ])
    expect(rates).toEqual([
      ["MXN", 1 / 20],
      ["COP", 1 / 4000],
      ["COP", 1 / 4000]
    ])
  })

  it("that are not decimals are rejected at start (FC5)", () => {
    for (const rate of ["", "0", "0.00", "-1", "1e3", "1,5", " 1", "NaN"]) {
      const found = examineOptions({ keys, sandbox: { rails: { rates: { MXN: rate } } } })
      expect([rate, found.map(({ option }) => option)]).toEqual([rate, ["sandbox.rails.rates.MXN"]])
    }
  })
})

describe("sandbox endpoints", () => {
  it("reject funding of zero with INVALID_AMOUNT (FC20, S1)", async () => {
    const { accountId } = await world.customer(callers.a)
    for (const amount of [0, -1, -5_000_000]) {
      const { body, status } = await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
      expect([amount, status, body.code]).toEqual([amount, 400, "INVALID_AMOUNT"])
    }
    const path = `/sandbox/internal-accounts/${accountId}/fund`
    expect((await call("POST", path, { amount: 0.5 })).body.code).toBe("INVALID_INPUT")
    expect((await call("POST", path, { amount: 100_000_000_001 })).body.code).toBe("INVALID_INPUT")
    expect((await call("POST", path, { amount: 100_000_000_000 })).status).toBe(200)
  })

  it("reject the deposit of an expired quote with 400 (FC20, S2)", async () => {
    const { accountId, customerId } = await world.customer(callers.a)
    const quote = await call("POST", "/quotes", {
      source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000
    })
    await call("POST", "/sandbox/clock/advance", { seconds: 301 })
    const late = await call("POST", "/sandbox/send", { quoteId: quote.body.id, currencyCode: "USD" })
    expect([late.status, late.body.code]).toEqual([400, "QUOTE_EXPIRED"])
  })

  it("do not exist for a production token, with or without payment rails (FC20, B3, I14)", async () => {
    const id = "InternalAccount:019ca945-0a00-7e7e-9254-70baa2fd4251"
    for (const [path, body] of [
      [`/sandbox/internal-accounts/${id}/fund`, { amount: 1 }],
      ["/sandbox/send", { quoteId: id.replace("InternalAccount", "Quote"), currencyCode: "USD" }],
      ["/sandbox/receive", {}],
      ["/sandbox/nothing", {}]
    ] as const) {
      const { body: answer, status } = await call("POST", path, body, world, callers.live)
      expect([path, status, answer.code]).toEqual([path, 404, "REFERENCE_NOT_FOUND"])
    }
  })
})
