import { hostileUrls, injections } from "@countersign/harness/webhooks/hostileUrls"
import { change, deliveries, endpoint, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { ConfigurationError, createCountersign } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"

const strict = makeWorld({ logs: "none", policy: { webhookTests: { capacity: 100_000, refillEvery: 1 } } })

describe("the config", () => {
  it("exists from the first read on, one per environment", async () => {
    const { call } = hookWorld()
    const [one, repeated] = await Promise.all([1, 2].map(() => call(callers.a, "GET", "/config")))
    expect(one?.status).toBe(200)
    expect(one?.body).toEqual(repeated?.body)
    expect(one?.body).toMatchObject({
      id: expect.stringMatching(/^PlatformConfig:[0-9a-f-]{36}$/u),
      umaDomain: "countersign.invalid",
      supportedCurrencies: [],
      isRegulatedFinancialInstitution: false
    })
    expect(one?.body.embeddedWalletConfig).toEqual({})
    expect(one?.body.webhookEndpoint).toBeUndefined()
    expect((await call(callers.b, "GET", "/config")).body.id).not.toBe(one?.body.id)
  })

  it("merges the given fields, and leaves the others unchanged", async () => {
    const { call, countersign } = hookWorld()
    const USD = { currencyCode: "USD", minAmount: 100, enabledTransactionTypes: ["OUTGOING"] }
    await call(callers.a, "PATCH", "/config", {
      body: { umaDomain: "pay.example.com", supportedCurrencies: [USD], embeddedWalletConfig: { appName: "Acme" } }
    })
    const { body, status } = await call(callers.a, "PATCH", "/config", {
      body: { webhookEndpoint: "https://hooks.example.com/in", embeddedWalletConfig: { otpLength: 8 } }
    })
    expect([status, body.umaDomain, body.supportedCurrencies]).toEqual([200, "pay.example.com", [USD]])
    expect(body.embeddedWalletConfig).toEqual({ appName: "Acme", otpLength: 8 })
    const api = countersign.api.in({ platformId: "alpha", mode: "sandbox" }).config
    expect(await api.read()).toEqual(body)
    const removed = await api.update({ webhookEndpoint: null })
    expect(removed).not.toHaveProperty("webhookEndpoint")
    expect(removed.id).toBe(body.id)
  })

  it.each([
    { webhookEndPoint: "https://hooks.example.com" },
    { umaDomain: "not a domain" },
    { supportedCurrencies: [{ currencyCode: "USD" }] },
    { embeddedWalletConfig: { logoUrl: "javascript:alert(1)" } },
    { embeddedWalletConfig: { sendFromEmailSenderName: "Acme\r\nBcc: x@example.com" } },
    { id: "PlatformConfig:1" }
  ])("rejects all of %j", async (body) => {
    const answer = await strict.call(callers.a, "PATCH", "/config", { body })
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"])
    expect(answer.body.details.errors.length).toBeGreaterThan(0)
  })
})

describe("W1 W12 W13: endpoints", () => {
  it("rejects each URL of the table, by PATCH /config and by both test paths, in both modes", async () => {
    // A body with a NUL is refused before its URL is parsed.
    for (const url of [...hostileUrls(), ...injections.filter((text) => !text.includes("\0"))]) {
      for (const caller of [callers.a, callers.live]) {
        const set = await endpoint(strict, url, caller)
        expect([url, set.status, set.body.code]).toEqual([url, 400, "INVALID_INPUT"])
        const test = await strict.call(caller, "POST", "/webhooks/test", { body: { url } })
        expect([url, test.status, test.body.reason]).toEqual([url, 400, set.body.reason])
      }
    }
    const other = await strict.call(callers.a, "POST", "/sandbox/webhooks/test", {
      body: { url: "https://127.0.0.1/" }
    })
    expect([other.status, other.body.reason]).toEqual([400, "Webhook endpoint refused: ADDRESS_NOT_PUBLIC"])
    expect((await strict.call(callers.a, "GET", "/config")).body.webhookEndpoint).toBeUndefined()
  })

  it("accepts http for a sandbox only, and only when the host enables it", async () => {
    expect((await endpoint(strict, "http://hooks.example.com/")).body.reason).toContain("SCHEME_NOT_HTTPS")
    expect((await endpoint(hookWorld(), "http://127.0.0.1:1/")).status).toBe(200)
    const webhooks = { allowPrivate: true }
    expect(() => createCountersign({ tokens: tokenOptions, keys, webhooks })).toThrow(ConfigurationError)
    const sandbox = createCountersign({ webhooks })
    expect(sandbox.developmentDefaults.map(({ option }) => option)).toContain("webhooks.allowPrivate")
    await sandbox.close()
  })

  it.each([
    [{ allowPrivat: true }, "webhooks must not have allowPrivat"],
    [{ signatureHeader: "X\r\nY" }, "webhooks must have a signatureHeader"],
    [{ signatureHeader: "webhook-id" }, "webhooks must have a signatureHeader"],
    [{ paymentTypes: "both" }, "webhooks must have paymentTypes"]
  ])("W13: rejects the options %j by name", (webhooks, words) => {
    // biome-ignore lint/suspicious/noExplicitAny: options as a host without types may write them
    expect(() => createCountersign({ webhooks: webhooks as any })).toThrow(words)
  })

  it.each([[[]], [["11"]], [Array.from({ length: 5 }, () => "11".repeat(32))]])("rejects the keys %j", (webhooks) => {
    expect(() => createCountersign({ keys: { ...keys, webhooks } })).toThrow(/^keys\.webhooks/u)
  })
})

describe("W12: a test webhook", () => {
  it("returns the response status, and no part of the response body", async () => {
    const world = hookWorld()
    const there = await receiver(() => 418)
    const { body, status } = await world.call(callers.a, "POST", "/webhooks/test", { body: { url: there.url } })
    expect([status, body]).toEqual([200, { url: there.url, response_status: 418, response_body: "" }])
    const { data, type } = there.received[0]?.event ?? {}
    expect([type, data]).toEqual(["TEST", {}])
  })

  it("C13: uses the config's endpoint when it has no body, an empty one, or malformed JSON", async () => {
    const world = hookWorld()
    const none = await world.call(callers.a, "POST", "/sandbox/webhooks/test")
    expect([none.status, none.body.code]).toEqual([400, "WEBHOOK_ENDPOINT_NOT_SET"])
    const there = await receiver()
    await endpoint(world, there.url)
    await until(() => there.received.length === 1)
    for (const more of [{}, { raw: "" }, { body: {} }, { raw: "null", headers: { "content-type": "text/plain" } }]) {
      const { body, status } = await world.call(callers.a, "POST", "/sandbox/webhooks/test", more)
      expect([status, body.url, body.response_status]).toEqual([200, there.url, 200])
    }
    expect(there.received).toHaveLength(5)
  })

  it("is refused by name when no server responds, and its caller is rate limited", async () => {
    const world = hookWorld({ policy: { webhookTests: { capacity: 3, refillEvery: 60_000 } } })
    const url = "http://127.0.0.1:1/"
    const codes: Array<string> = []
    for (let nth = 0; nth < 4; nth += 1) {
      const { body } = await world.call(callers.a, "POST", "/webhooks/test", { body: { url } })
      codes.push(`${body.status} ${body.code} ${body.reason}`)
    }
    const failed = "400 WEBHOOK_DELIVERY_ERROR Test webhook not delivered: CONNECT_FAILED"
    expect(codes).toEqual([failed, failed, failed, "429 RATE_LIMITED Too many calls"])
    // A new endpoint gets a TEST event too, and the same endpoint does not get another.
    expect((await endpoint(world, url)).status).toBe(429)
    expect((await world.call(callers.a, "PATCH", "/config", { body: { umaDomain: "a.example" } })).status).toBe(200)
  })

  it("is sent when the endpoint changes, once, whether or not it is accepted", async () => {
    const world = hookWorld()
    const there = await receiver(() => 500)
    await endpoint(world, there.url)
    await endpoint(world, there.url)
    await until(async () => {
      const { body } = await world.call(callers.a, "GET", "/webhooks/deliveries")
      return body.data.length === 1 && body.data[0].status === "GIVEN_UP"
    })
    const { body } = await world.call(callers.a, "GET", "/webhooks/deliveries")
    expect(body.data).toEqual([
      {
        id: there.received[0]?.event.id,
        type: "TEST",
        status: "GIVEN_UP",
        attempts: 1,
        lastStatus: 500,
        createdAt: expect.any(String)
      }
    ])
    expect(there.received).toHaveLength(1)
  })
})

describe("an event without an endpoint", () => {
  const givenUp = { status: "GIVEN_UP", attempts: 0, lastFault: "NO_ENDPOINT" }

  it.each(["without a configuration", "with one"])("is given up in the commit of its change, %s", async (which) => {
    const world = hookWorld()
    if (which === "with one")
      await world.call(callers.a, "PATCH", "/config", { body: { umaDomain: "pay.example.com" } })
    await change(world)
    expect(await deliveries(world)).toEqual([expect.objectContaining(givenUp)])
  })

  it("is delivered when it is redriven to an endpoint", async () => {
    const world = hookWorld()
    const there = await receiver()
    await change(world)
    await endpoint(world, there.url)
    const [{ id }] = await deliveries(world)
    await world.call(callers.a, "POST", `/webhooks/deliveries/${id}/redrive`)
    await there.until(1)
    expect(there.events()[0]?.event.id).toBe(id)
  })

  it("I12: is delivered if the endpoint is set while its change is under way", async () => {
    const there = await receiver()
    const store = Effect.runSync(makeMemoryStore)
    let under = async () => {}
    const between = Store.of({
      ...store,
      commit: (changes, guards) =>
        changes.some(({ collection }) => collection.name === "external_accounts")
          ? Effect.andThen(
              Effect.promise(() => under()),
              store.commit(changes, guards)
            )
          : store.commit(changes, guards)
    })
    const world = hookWorld({ store: Layer.succeed(Store, between) })
    under = async () => {
      under = async () => {}
      await endpoint(world, there.url)
    }
    await world.call(callers.a, "PATCH", "/config", { body: { umaDomain: "pay.example.com" } })
    await change(world)
    await there.until(1)
  })
})
