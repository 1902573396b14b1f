import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { defaultPolicy } from "../../../src/internal.ts"
import { type Draft, insert } from "../../../src/store/plans.ts"
import {
  announcedTo,
  ConfigPatch,
  freshConfig,
  patchedConfig,
  platformConfigs,
  type SupportedCurrency
} from "../../../src/things/platforms/rules/PlatformConfig.ts"
import { configured, type Permitting, permitted } from "../../../src/things/platforms/rules/supported.ts"
import { environment, heardAt, idOf, T } from "../../given.ts"

const fresh = freshConfig(idOf("PlatformConfig"), T)
const usd = (more: Partial<SupportedCurrency> = {}): SupportedCurrency => ({
  currencyCode: "USD",
  enabledTransactionTypes: ["OUTGOING"],
  ...more
})

describe("a payment of a platform that lists its currencies", () => {
  const payment = (amount: number, more: Partial<Permitting> = {}): Permitting => ({
    type: "OUTGOING",
    money: { amount, currency: "USD" },
    counterparty: {},
    ...more
  })
  const verdict = (rules: ReadonlyArray<SupportedCurrency>, asked: Permitting) =>
    Result.match(permitted({ ...fresh, supportedCurrencies: rules }, asked), {
      onSuccess: () => "permitted",
      onFailure: (refusal) => ("errors" in refusal ? [refusal._tag, ...refusal.errors] : refusal._tag)
    })

  it("is permitted in a listed currency and type", () => {
    expect(verdict([], payment(1))).toBe("permitted")
    expect(verdict([usd()], payment(1))).toBe("permitted")
    expect(verdict([usd({ currencyCode: "EUR" })], payment(1))).toBe("CurrencyUnsupported")
    expect(verdict([usd()], payment(1, { type: "INCOMING" }))).toBe("TransactionTypeDisabled")
    expect(Result.isSuccess(permitted(undefined, payment(1)))).toBe(true)
  })

  it("has an amount within the limits, which are inclusive", () => {
    const beyond = (send: string) => [
      "AmountBeyondLimits",
      { field: "amount", message: `The amount is outside the limits of USD. Send ${send}, in its smallest unit.` }
    ]
    const both = [usd({ minAmount: 10, maxAmount: 20 })]
    expect([10, 20].map((amount) => verdict(both, payment(amount)))).toEqual(["permitted", "permitted"])
    expect([9, 21].map((amount) => verdict(both, payment(amount)))).toEqual([beyond("10 to 20"), beyond("10 to 20")])
    expect(verdict([usd({ minAmount: 10 })], payment(9))).toEqual(beyond("10 or more"))
    expect(verdict([usd({ minAmount: 10 })], payment(Number.MAX_SAFE_INTEGER))).toBe("permitted")
    expect(verdict([usd({ maxAmount: 20 })], payment(21))).toEqual(beyond("0 to 20"))
    expect(verdict([usd({ maxAmount: 20 })], payment(0))).toBe("permitted")
  })

  it("names each mandatory field that the beneficiary lacks", () => {
    const rule = usd({
      requiredCounterpartyFields: [
        { name: "FULL_NAME", mandatory: true },
        { name: "ADDRESS", mandatory: true },
        { name: "EMAIL", mandatory: false }
      ]
    })
    const lacks = (name: string, field: string) => ({
      field: `accountInfo.beneficiary.${field}`,
      message: `The receiver has no ${name}, which supportedCurrencies requires. Send an account whose beneficiary has it.`
    })
    const [name, address] = [lacks("FULL_NAME", "fullName"), lacks("ADDRESS", "address")]
    const asked = (counterparty: Permitting["counterparty"]) => verdict([rule], payment(1, { counterparty }))
    expect(asked({ beneficiary: { fullName: "Ada", address: { line1: "1 Road" } } })).toBe("permitted")
    expect(asked({ beneficiary: { legalName: "Acme", address: { line1: "1 Road" } } })).toBe("permitted")
    expect(asked({ beneficiary: { fullName: "Ada" } })).toEqual(["CounterpartyIncomplete", address])
    for (const counterparty of ["payment address" as const, {}, { beneficiary: "x" }]) {
      expect(asked(counterparty)).toEqual(["CounterpartyIncomplete", name, address])
    }
    expect(asked("internal")).toBe("permitted")
  })

  it("names a mandatory field that no beneficiary has", () => {
    const rule = usd({ requiredCounterpartyFields: [{ name: "SHOE_SIZE", mandatory: true }] })
    expect(verdict([rule], payment(1))).toMatchObject([
      "CounterpartyIncomplete",
      { field: "accountInfo.beneficiary.", message: expect.stringContaining("SHOE_SIZE") }
    ])
  })
})

describe("the settings of a platform", () => {
  const faults = (patch: ConfigPatch, domains?: ReadonlyArray<string>) =>
    Result.match(
      configured(
        patch,
        { ...defaultPolicy, otpLength: 8, otpLifetimeMost: 600_500 },
        (code) => code !== "XXX",
        domains
      ),
      { onSuccess: () => [], onFailure: ({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`) }
    )
  const listed = (...supportedCurrencies: ReadonlyArray<SupportedCurrency>) => faults({ supportedCurrencies })

  it("list supported currencies, once each", () => {
    expect(listed(usd(), usd({ currencyCode: "EUR" }))).toEqual([])
    expect(listed(usd({ currencyCode: "XXX" }))).toEqual([
      "supportedCurrencies.0.currencyCode: Payments in this currency are not supported. Send a supported currency."
    ])
    expect(listed(usd(), usd())).toEqual([
      "supportedCurrencies.1.currencyCode: The currency is listed twice. Send each currency once."
    ])
  })

  it("have a maximum that is not less than the minimum", () => {
    const less = "supportedCurrencies.0.maxAmount: The number is less than minAmount. Send minAmount or more."
    expect(listed(usd({ minAmount: 5, maxAmount: 4 }))).toEqual([less])
    for (const limits of [{ minAmount: 5, maxAmount: 5 }, { minAmount: 5 }, { maxAmount: 0 }]) {
      expect(listed(usd(limits))).toEqual([])
    }
  })

  it("require known fields", () => {
    const required = (...names: ReadonlyArray<string>) =>
      listed(usd({ requiredCounterpartyFields: names.map((name) => ({ name, mandatory: true })) }))
    expect(required("FULL_NAME", "TAX_ID")).toEqual([])
    expect(required("FULL_NAME", "SHOE_SIZE")).toEqual([
      expect.stringMatching(/^supportedCurrencies\.0\.requiredCounterpartyFields\.1\.name: .*FULL_NAME, LEGAL_NAME/u)
    ])
  })

  it("O1: are not weaker than the policy of the host, which they may equal", () => {
    const wallet = (otpLength: number, expirationSeconds: number) =>
      faults({ embeddedWalletConfig: { otpLength, expirationSeconds } })
    expect(faults({ embeddedWalletConfig: {} })).toEqual([])
    expect(wallet(8, 600)).toEqual([])
    expect(wallet(7, 601)).toEqual([
      "embeddedWalletConfig.otpLength: The number is outside the policy of the host. Send 8 or more.",
      "embeddedWalletConfig.expirationSeconds: The number is outside the policy of the host. Send 600 or less."
    ])
  })

  it("have mail addresses in the domains of the host's mailer", () => {
    const of = (domains: ReadonlyArray<string>) =>
      faults({ embeddedWalletConfig: { sendFromEmailAddress: "a@b.example" } }, domains)
    const where =
      "embeddedWalletConfig.sendFromEmailAddress: The address is in a domain that the host's mailer does not list."
    expect([of(["b.example"]), of(["c.example", "d.example"]), of([])]).toEqual([
      [],
      [`${where} Send an address in c.example, d.example.`],
      [`${where} Leave it out.`]
    ])
  })
})

describe("a patch of the settings", () => {
  it("I21: an endpoint has what vouched for it, until it is removed or replaced", () => {
    const endpoint = "https://example.com"
    const set = patchedConfig(fresh, { webhookEndpoint: endpoint }, T, ["token"])
    expect(set.webhookEndpointBy).toEqual(["token"])
    expect(patchedConfig(set, { webhookEndpoint: endpoint, umaDomain: "a.example" }, T)).toMatchObject({
      webhookEndpointBy: ["token"]
    })
    const others = [patchedConfig(set, { webhookEndpoint: null }, T, ["other"]), patchedConfig(fresh, {}, T, ["other"])]
    expect(others.map((config) => Object.hasOwn(config, "webhookEndpointBy"))).toEqual([false, false])
    expect(patchedConfig(set, { webhookEndpoint: "https://b.example" }, T)).not.toHaveProperty("webhookEndpointBy")
  })

  it("is read again by a commit only where events depend on it", () => {
    const waiting = () => insert(platformConfigs, environment, fresh, T)
    const unheard = () => insert(platformConfigs, environment, { ...fresh, umaDomain: "a.example" }, T)
    const planned = (config: typeof heardAt | undefined, drafts: ReadonlyArray<Draft>) =>
      announcedTo(config, environment, { changes: [], drafts })
    const plain: Draft = { prefix: "Lookup", insert: waiting }
    const event: Draft = { prefix: "Webhook", insert: waiting, unheard }
    expect(planned(heardAt, [event])).toEqual({ changes: [], drafts: [event] })
    expect(planned(undefined, [plain])).toEqual({ changes: [], drafts: [plain] })
    expect(announcedTo(undefined, environment, { changes: [] })).toEqual({ changes: [] })
    expect(planned(undefined, [plain, event])).toMatchObject({
      drafts: [plain, { insert: unheard }],
      guards: [{ collection: platformConfigs }]
    })
  })

  it("removes the webhook endpoint with null, and does not change it if absent", () => {
    const set = patchedConfig(fresh, { webhookEndpoint: "https://example.com" }, T + 1)
    expect([set.webhookEndpoint, set.updatedAt]).toEqual(["https://example.com", T + 1])
    expect(patchedConfig(set, { umaDomain: "pay.example.com" }, T + 2)).toStrictEqual({
      ...set,
      umaDomain: "pay.example.com",
      updatedAt: T + 2
    })
    expect(patchedConfig(set, { webhookEndpoint: null }, T)).toStrictEqual(fresh)
  })

  it("I20: has a list of currencies of at most 48 KiB", () => {
    const accepts = Schema.is(ConfigPatch)
    const rules = (nameLength: () => number) =>
      Array.from({ length: 12 }, () =>
        usd({
          requiredCounterpartyFields: Array.from({ length: 50 }, () => ({
            name: "N".repeat(nameLength()),
            mandatory: true
          }))
        })
      )
    const list = (length: number) => {
      let missing = length - JSON.stringify(rules(() => 1)).length
      return rules(() => {
        const more = Math.min(63, missing)
        missing -= more
        return 1 + more
      })
    }
    expect(JSON.stringify(list(49_152)).length).toBe(49_152)
    expect(accepts({ supportedCurrencies: list(49_152) })).toBe(true)
    expect(accepts({ supportedCurrencies: list(49_153) })).toBe(false)
  })
})
