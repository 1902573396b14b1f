import { createServer } from "node:http"
import { clientKey, oauthAddition } from "@countersign/harness/fixtures"
import { sandboxTokens } from "@countersign/harness/webhooks/receiver"
import { answerOf, callers, makeWorld, requestOf, retryHeaders, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const create = (headers: Record<string, string>, caller = callers.a) =>
  world.call(caller, "POST", "/customers", { body: { customerType: "INDIVIDUAL" }, headers })
const count = async () => (await world.call(callers.a, "GET", "/customers?limit=100")).body.data.length

describe("a fault requested by a sandbox caller", () => {
  it("answers 429 with Retry-After, and nothing is applied", async () => {
    const before = await count()
    const { body, headers, status } = await create({ "sandbox-fault": "rate-limit" })
    expect([status, body.code, headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "1"])
    expect(await count()).toBe(before)
  })

  it("drops the response: the call was applied, and its key returns the result", async () => {
    const before = await count()
    const key = { "idempotency-key": "lost" }
    const lost = await create({ ...key, "sandbox-fault": "lost-reply" })
    expect([lost.status, lost.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(await count()).toBe(before + 1)
    const reported = await create(key)
    expect([reported.status, reported.headers.get("idempotency-replayed")]).toEqual([201, "true"])
    expect(await count()).toBe(before + 1)
  })

  it("simulates an overloaded store: nothing is applied, and the key is free", async () => {
    const before = await count()
    const key = { "idempotency-key": "busy" }
    expect((await create({ ...key, "sandbox-fault": "store-conflict" })).status).toBe(503)
    expect(await count()).toBe(before)
    expect((await create(key)).status).toBe(201)
  })

  it("must be a known fault, and has no effect with a production token", async () => {
    const headers = { "sandbox-fault": "earthquake" }
    const unknown = await world.call(callers.a, "GET", "/sandbox/clock", { headers })
    expect([unknown.status, unknown.body.reason]).toEqual([400, "Unknown Sandbox-Fault"])
    // No production operation lists this refusal (FT1), and a sandbox token can get it from each of them.
    const path = "http://countersign.test"
    const everywhere = await world.countersign.handler(requestOf(path, callers.a, "GET", "/customers", { headers }))
    expect((await answerOf(everywhere)).body).toEqual(unknown.body)
    expect((await create({ "sandbox-fault": "rate-limit" }, callers.live)).status).toBe(201)
  })
})

describe("webhooks", () => {
  const reported: Array<{ readonly id: string; readonly type: string; readonly at: string }> = []
  const receiver = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { eventType, id, timestamp, type } = JSON.parse(Buffer.concat(chunks).toString("utf8"))
      if (type !== "TEST") reported.push({ id, type: eventType ?? type, at: timestamp })
      response.end()
    })
  })
  const hooked = makeWorld({ tokens: sandboxTokens, webhooks: { allowPrivate: true } })
  afterAll(async () => {
    await hooked.countersign.close()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })
  const call = (path: string, body: object, fault?: string) =>
    hooked.call(callers.a, "POST", path, { body, headers: fault === undefined ? {} : { "sandbox-fault": fault } })
  const advance = (seconds: number) => call("/sandbox/clock/advance", { seconds })

  it("delivers webhooks twice, late or in another order, each by the sandbox clock", async () => {
    await new Promise<void>((resolve) => {
      receiver.listen(0, "127.0.0.1", resolve)
    })
    const address = receiver.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const config = { webhookEndpoint: `http://127.0.0.1:${port}/` }
    expect((await hooked.call(callers.a, "PATCH", "/config", { body: config })).status).toBe(200)
    const { customerId } = await hooked.customer(callers.a)
    const list = await hooked.call(callers.a, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
    const fund = `/sandbox/internal-accounts/${list.body.data[0].id}/fund`

    // The customer's approval sends an event too.
    await advance(1)
    reported.length = 0

    await call(fund, { amount: 5000 }, "webhook-duplicate")
    await advance(1)
    expect(reported.map(({ type }) => type)).toEqual(Array(2).fill("INTERNAL_ACCOUNT.BALANCE_UPDATED"))
    expect(new Set(reported.splice(0).map(({ id }) => id)).size).toBe(1)

    await call(fund, { amount: 1 }, "webhook-late")
    await advance(59)
    expect(reported).toEqual([])
    await advance(1)
    expect(reported.splice(0)).toHaveLength(1)

    const send = {
      source: { sourceType: "ACCOUNT", accountId: list.body.data[0].id },
      destination: { destinationType: "UMA_ADDRESS", umaAddress: "$success.usd@uma.sandbox.invalid", currency: "USD" },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 100,
      immediatelyExecute: true
    }
    await call("/quotes", send)
    await advance(1)
    const inOrder = reported.splice(0).map(({ type }) => type)
    expect(inOrder.toSorted()).toEqual(["INTERNAL_ACCOUNT.BALANCE_UPDATED", "OUTGOING_PAYMENT.COMPLETED"])
    await call("/quotes", send, "webhook-reordered")
    await advance(20)
    expect(reported.map(({ type }) => type)).toEqual(["INTERNAL_ACCOUNT.BALANCE_UPDATED", "OUTGOING_PAYMENT.COMPLETED"])
  })
})

describe("X9: an Idempotency-Key on a signed retry", () => {
  it("applies to both calls, and returns the lost result although the request id is consumed", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const body = oauthAddition(world, accountId, "x9")
    const key = { "idempotency-key": "add" }
    const first = await world.call(callers.a, "POST", "/auth/credentials", { body, headers: key })
    const repeated = await world.call(callers.a, "POST", "/auth/credentials", { body, headers: key })
    expect([first.status, repeated.body]).toEqual([202, first.body])
    const headers = { ...key, ...retryHeaders(first.body, keys) }
    const added = await world.call(callers.a, "POST", "/auth/credentials", { body, headers })
    const reported = await world.call(callers.a, "POST", "/auth/credentials", { body, headers })
    expect([added.status, reported.status, reported.body]).toEqual([201, 201, added.body])
    expect(reported.headers.get("idempotency-replayed")).toBe("true")
    const { "idempotency-key": _, ...bare } = headers
    expect((await world.call(callers.a, "POST", "/auth/credentials", { body, headers: bare })).status).toBe(401)
  })

  it("I7: stores no key that was created for a client, and reports that it was delivered", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const body = { clientPublicKey: clientKey().hex }
    const path = `/auth/sessions/${opened.id}/refresh`
    const first = await world.call(callers.a, "POST", path, { body })
    const headers = { "idempotency-key": "refresh", ...retryHeaders(first.body, keys) }
    const refreshed = await world.call(callers.a, "POST", path, { body, headers })
    expect([refreshed.status, typeof refreshed.body.encryptedSessionSigningKey]).toEqual([200, "string"])
    const repeated = await world.call(callers.a, "POST", path, { body, headers })
    expect([repeated.status, repeated.body.reason]).toEqual([409, "Response is delivered once"])
    expect((await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data).toHaveLength(2)
  })
})
