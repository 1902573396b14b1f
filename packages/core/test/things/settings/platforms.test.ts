import { receiver } from "@countersign/harness/webhooks/receiver"
import { type Caller, callers, keyPair, makeWorld, sealed, tokenOptions } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({
  logs: "none",
  store: memoryStore,
  webhooks: { allowPrivate: true },
  tokens: tokenOptions.filter(({ mode }) => mode === "sandbox")
})
afterAll(() => world.countersign.close())

const create = (body: object, caller: Caller | undefined = callers.chief) =>
  world.call(caller, "POST", "/platforms", { body })
const ALL = ["VIEW", "TRANSACT", "MANAGE", "OPERATE"]

let nth = 0
/** A new platform and its first token. */
const platform = async (permissions = ALL) => {
  nth += 1
  const platformId = `shop-${nth}`
  const { body, status } = await create({ platformId, name: "first", permissions })
  expect(status).toBe(201)
  const caller: Caller = { token: body.token.clientId, secret: body.token.clientSecret }
  return { platformId, body, caller }
}

describe("POST /platforms", () => {
  it("creates a platform whose first token has the given permissions, and shows its secret once", async () => {
    const { body, caller, platformId } = await platform(["VIEW", "MANAGE"])
    expect(body).toMatchObject({
      platformId,
      mode: "sandbox",
      token: {
        name: "first",
        permissions: ["VIEW", "MANAGE"],
        clientId: expect.stringMatching(`^sandbox\\.${platformId}\\.`)
      }
    })
    const tokens = await world.call(caller, "GET", "/tokens")
    expect(tokens.body.data).toMatchObject([{ id: body.token.id, name: "first" }])
    expect(JSON.stringify(tokens.body)).not.toContain(caller.secret)
    expect((await world.call(caller, "PATCH", "/platform/settings", { body: { revision: 0 } })).status).toBe(403)
  })

  it("PL4 I9: creates an environment that sees nothing of its creator, and whose creator sees nothing of it", async () => {
    const { caller } = await platform()
    const theirs = await world.customer(caller)
    const ours = await world.customer(callers.a)
    for (const [other, { accountId, customerId }] of [
      [caller, ours],
      [callers.a, theirs]
    ] as const) {
      expect((await world.call(other, "GET", `/customers/${customerId}`)).status).toBe(404)
      expect((await world.call(other, "GET", `/internal-accounts/${accountId}`)).status).toBe(404)
    }
    expect((await world.call(caller, "GET", "/customers")).body.data).toHaveLength(1)
  })

  it("PL4 I18: makes no token for a platform that exists: configured, created, or with records", async () => {
    const { platformId } = await platform()
    const used = world.countersign.api.in({ platformId: "programs-only", mode: "sandbox" })
    await used.customers.create({ customerType: "INDIVIDUAL" })
    for (const id of ["alpha", "beta", platformId, "programs-only"]) {
      const { body, status } = await create({ platformId: id, name: "first", permissions: ["VIEW"] })
      expect([id, status, body.code, body.reason]).toEqual([id, 409, "CONFLICT", "Platform exists"])
    }
  })

  it("PL4: is refused to a token that was created through the API, and to one without OPERATE", async () => {
    const { caller } = await platform()
    const body = { platformId: "thief", name: "first", permissions: ["VIEW"] }
    for (const attempt of [await create(body, caller), await world.call(caller, "GET", "/platforms")]) {
      expect([attempt.status, attempt.body.reason]).toEqual([403, "Token of the configuration required"])
    }
    const without = await create(body, callers.a)
    expect([without.status, without.body.reason]).not.toContain("Token of the configuration required")
    expect(without.status).toBe(403)
  })

  it.each([
    ["a slash", { platformId: "a/b" }, "platformId"],
    ["65 characters", { platformId: "a".repeat(65) }, "platformId"],
    ["no characters", { platformId: "" }, "platformId"],
    ["another mode", { mode: "production" }, "mode"],
    ["no permissions", { permissions: [] }, "permissions"],
    ["an unknown permission", { permissions: ["ADMIN"] }, "permissions.0"]
  ])("refuses %s by name", async (_, more, field) => {
    const { body, status } = await create({ platformId: "good", name: "first", permissions: ["VIEW"], ...more })
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", field])
  })
})

describe("GET /platforms", () => {
  it("PL4 I9: lists the platforms that this one created, newest first, in pages, and those of no other", async () => {
    const made = [await platform(), await platform()].map(({ platformId }) => platformId)
    const first = await world.call(callers.support, "GET", "/platforms?limit=1")
    const second = await world.call(callers.support, "GET", `/platforms?limit=1&cursor=${first.body.nextCursor}`)
    expect([...first.body.data, ...second.body.data].map(({ platformId }) => platformId).toSorted()).toEqual(made)
    const { platforms } = world.countersign.api.in({ platformId: "beta", mode: "sandbox" })
    expect((await platforms.list()).data).toEqual([])
    const created = await platforms.create({ platformId: "of-beta", name: "first", permissions: ["VIEW"] })
    expect((await platforms.list()).data).toEqual([
      { platformId: "of-beta", mode: "sandbox", createdAt: created.createdAt }
    ])
  })
})

describe("a created platform", () => {
  it("is served by the workers: its webhooks are delivered, and its end users sign in", async () => {
    const { caller } = await platform()
    const hook = await receiver()
    const config = await world.call(caller, "PATCH", "/config", { body: { webhookEndpoint: hook.url } })
    expect(config.status).toBe(200)
    const { credentialId } = await world.customer(caller)
    await hook.until(1)
    expect(hook.events()[0]?.event.type).toBeTypeOf("string")
    const keys = keyPair()
    const { body } = await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
    const encryptedOtpBundle = await sealed(world, body.otpEncryptionTargetBundle, "000000", keys.publicKey)
    const verified = await world.call(caller, "POST", `/auth/credentials/${credentialId}/verify`, {
      body: { type: "EMAIL_OTP", encryptedOtpBundle }
    })
    expect(verified.status).toBe(202)
  })

  it("of production gets its mail from the host's mailer", async () => {
    const live = makeWorld({ logs: "none", tokens: tokenOptions.filter(({ mode }) => mode === "production") })
    const host = live.countersign.api.in({ platformId: "alpha", mode: "production" })
    const { token } = await host.platforms.create({
      platformId: "shop",
      name: "first",
      permissions: ["VIEW", "MANAGE"]
    })
    const caller = { token: token.clientId, secret: token.clientSecret }
    const { credentialId } = await live.customer(caller, "bob@example.com")
    expect((await live.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
    await expect.poll(() => live.letters).toMatchObject([{ to: "bob@example.com", platformId: "shop" }])
    await live.countersign.close()
  })
})
