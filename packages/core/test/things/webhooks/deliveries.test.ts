import { createHash } from "node:crypto"
import { roundsOn } from "@countersign/harness/stores"
import { change, deliveries, endpoint, hookWorld, receiver, turn, until } from "@countersign/harness/webhooks/receiver"
import { callers, keys, makeWorld } from "@countersign/harness/world"
import { sha256Hex } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { byStandard, compiledDecoder, delivered, verifiers } from "./verifiers.ts"

describe("W5: a delivery", () => {
  it("is accepted by npm standardwebhooks, and by node:crypto with each published key", async () => {
    const world = hookWorld()
    const received = await delivered(world)
    const { ed25519, p256, v1 } = await verifiers(world)
    expect([v1(received), ed25519(received), p256(received)]).toEqual([true, true, true])
    expect(received.event).toMatchObject({
      id: received.headers["webhook-id"],
      type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      sequence: 1,
      data: { status: "ACTIVE", currency: "MXN" }
    })
  })

  it("is rejected with one flipped byte in the body, the id or the time", async () => {
    const world = hookWorld()
    const received = await delivered(world)
    const { ed25519, p256, v1 } = await verifiers(world)
    for (let at = 0; at < received.body.length; at += 1) {
      const body = Buffer.from(received.body)
      body[at] = (body[at] ?? 0) ^ 1
      const altered = { body, headers: received.headers }
      expect([at, v1(altered), ed25519(altered), p256(altered)]).toEqual([at, false, false, false])
    }
    const { "webhook-id": id, "webhook-timestamp": timestamp } = received.headers
    const otherId = String(id).replace(/.$/u, (last) => (last === "0" ? "1" : "0"))
    const otherTime = String(Number(timestamp) + 1)
    for (const more of [{ "webhook-id": otherId }, { "webhook-timestamp": otherTime }]) {
      const altered = { body: received.body, headers: { ...received.headers, ...more } }
      expect([more, v1(altered), ed25519(altered)]).toEqual([more, false, false])
    }
  })

  it("is rejected under the secret and the keys of another platform and of the other mode (W10, FA8)", async () => {
    const world = hookWorld()
    const received = await delivered(world)
    const both = makeWorld({ logs: "none" })
    for (const caller of [callers.b, callers.live]) {
      const { body } = await both.call(caller, "GET", "/webhooks/secret")
      const published = await both.call(caller, "GET", "/webhooks/keys")
      const { ed25519, p256 } = compiledDecoder(published.body.data)
      expect([byStandard(body.secret)(received), ed25519(received), p256(received)]).toEqual([false, false, false])
    }
    const { body } = await both.call(callers.a, "GET", "/webhooks/keys")
    expect([compiledDecoder(body.data).ed25519(received), compiledDecoder(body.data).p256(received)]).toEqual([
      true,
      true
    ])
    await both.countersign.close()
  })

  it("carries its P-256 signature in the header that the host configured", async () => {
    const world = hookWorld({ webhooks: { signatureHeader: "X-Acme-Signature" } })
    const received = await delivered(world)
    const { p256, published } = await verifiers(world)
    expect([p256(received, "x-acme-signature"), published[0].header]).toEqual([true, "X-Acme-Signature"])
    expect(received.headers).not.toHaveProperty("x-service-signature")
  })

  it("the secret requires the MANAGE scope, the keys the VIEW scope", async () => {
    const token = (id: string, scopes: ReadonlyArray<"VIEW" | "MANAGE">) => ({
      id,
      secretSha256: createHash("sha256").update(`${id}-secret`).digest("hex"),
      platformId: "alpha",
      mode: "sandbox" as const,
      scopes
    })
    const world = makeWorld({ logs: "none", tokens: [token("viewer", ["VIEW"]), token("manager", ["MANAGE"])] })
    const [viewer, manager] = ["viewer", "manager"].map((id) => ({ token: id, secret: `${id}-secret` }))
    const status = async (caller: typeof viewer, method: string, path: string) =>
      (await world.call(caller, method, path, method === "PATCH" ? { body: {} } : {})).status
    expect(await status(viewer, "GET", "/webhooks/keys")).toBe(200)
    expect(await status(viewer, "GET", "/webhooks/deliveries")).toBe(200)
    expect(await status(viewer, "GET", "/config")).toBe(200)
    for (const [method, path] of [
      ["GET", "/webhooks/secret"],
      ["PATCH", "/config"],
      ["POST", "/webhooks/test"],
      ["POST", "/webhooks/deliveries/Webhook:00000000-0000-7000-8000-000000000000/redrive"]
    ] as const) {
      expect([path, await status(viewer, method, path)]).toEqual([path, 403])
    }
    expect(await status(manager, "GET", "/webhooks/secret")).toBe(200)
    await world.countersign.close()
  })
})

describe("a rotation of webhook keys", () => {
  it("signs with both and publishes both, until the old one is removed", async () => {
    const [old, next] = [sha256Hex("old seed"), sha256Hex("next seed")]
    const withKeys = async (webhooks: ReadonlyArray<string>) => {
      const world = hookWorld({ keys: { ...keys, webhooks } })
      return { received: await delivered(world), ...(await verifiers(world)) }
    }
    const before = await withKeys([old])
    const during = await withKeys([next, old])
    const after = await withKeys([next])
    // Receivers with only the old key, or only the new one, and the deliveries that each can verify.
    expect([before.ed25519(during.received), after.ed25519(during.received)]).toEqual([true, true])
    expect([before.ed25519(after.received), after.ed25519(before.received)]).toEqual([false, false])
    expect(during.published.map(({ algorithm }: { readonly algorithm: string }) => algorithm)).toEqual([
      "ECDSA_P256_SHA256",
      "ED25519",
      "ED25519"
    ])
    expect(String(during.received.headers["webhook-signature"]).split(" ")).toHaveLength(3)
  })

  it("the derived key is the same at every start, and differs under another vault key", async () => {
    const published = async (vault: string) => {
      const world = makeWorld({ logs: "none", keys: { ...keys, vault } })
      const { body } = await world.call(callers.a, "GET", "/webhooks/keys")
      await world.countersign.close()
      return body.data[1].publicKey
    }
    const [one, repeated, other] = await Promise.all(
      [keys.vault, keys.vault, sha256Hex("another vault key")].map(published)
    )
    expect(one).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/u)
    expect([repeated === one, other === one]).toEqual([true, false])
  })
})

describe("W6: a retry", () => {
  it("has the id and the body of the first attempt, and its own time and signatures", async () => {
    const world = hookWorld()
    const there = await receiver(({ event }, nth) => (event.type === "TEST" || nth > 3 ? 200 : 503))
    await endpoint(world, there.url)
    const { ed25519, v1 } = await verifiers(world)
    await change(world)
    await until(() => there.events().length >= 1)
    const [{ id }] = await deliveries(world)
    // The attempts are in different seconds, so a reused time would show.
    const second = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second)
    await world.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).webhooks.redrive(id)
    await until(() => there.events().length >= 2)
    const [one, two] = there.events()
    expect([two?.headers["webhook-id"], two?.body.equals(one!.body)]).toEqual([one?.headers["webhook-id"], true])
    expect(Number(two?.headers["webhook-timestamp"])).toBeGreaterThan(Number(one?.headers["webhook-timestamp"]))
    expect(two?.headers["webhook-signature"]).not.toBe(one?.headers["webhook-signature"])
    for (const each of [one!, two!]) expect([ed25519(each), v1(each)]).toEqual([true, true])
  })
})

describe("W3: a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%d is a failure like any other", async (status) => {
    const world = hookWorld()
    const there = await receiver(() => status)
    await endpoint(world, there.url)
    await change(world)
    await until(async () => (await deliveries(world))[0]?.attempts === 1)
    expect((await deliveries(world))[0]).toMatchObject({ status: "PENDING", lastStatus: status })
  })
})

describe("W7: order", () => {
  it("is given by the sequence: the second event may arrive first, and has the higher sequence", async () => {
    const world = hookWorld()
    let isDown = true
    const there = await receiver(({ event }) => (isDown && event.data?.status === "ACTIVE" ? 500 : 200))
    await endpoint(world, there.url)
    const id = await change(world)
    await until(async () => (await deliveries(world))[0]?.attempts === 1)
    await turn(world, id, "INACTIVE")
    await until(async () => (await deliveries(world, "?status=DELIVERED")).length === 1)
    isDown = false
    await until(async () => (await deliveries(world, "?status=DELIVERED")).length === 2)
    const occupied = there
      .events()
      .slice(1)
      .map(({ event }) => [event.data.status, event.sequence, event.data.id])
    expect(occupied).toEqual([
      ["INACTIVE", 2, id],
      ["ACTIVE", 1, id]
    ])
  })
})

describe("response codes of a receiver", () => {
  it("410 removes the endpoint from the config, and gives up the event", async () => {
    const world = hookWorld()
    const there = await receiver(() => 410)
    await endpoint(world, there.url)
    await until(async () => (await world.call(callers.a, "GET", "/config")).body.webhookEndpoint === undefined)
    await change(world)
    await until(async () => (await deliveries(world))[0]?.status === "GIVEN_UP")
    expect((await deliveries(world))[0]).toMatchObject({ attempts: 0, lastFault: "NO_ENDPOINT" })
    expect(there.events()).toHaveLength(0)
  })

  it("410 of an endpoint that has changed since removes nothing", async () => {
    const { rounds, store } = roundsOn()
    const world = hookWorld({ store })
    const next = await receiver()
    const there = await receiver(async () => {
      await endpoint(world, next.url)
      return 410
    })
    await endpoint(world, there.url)
    await until(() => next.received.length === 1)
    await rounds("events")
    expect((await world.call(callers.a, "GET", "/config")).body.webhookEndpoint).toBe(next.url)
  })

  it("409 ends the retries", async () => {
    const world = hookWorld()
    const there = await receiver(() => 409)
    await endpoint(world, there.url)
    await change(world)
    await until(async () => (await deliveries(world))[0]?.status === "GIVEN_UP")
    expect((await deliveries(world))[0]).toMatchObject({ attempts: 1, lastStatus: 409 })
  })

  it("any 2xx is success", async () => {
    const world = hookWorld()
    const there = await receiver((_, nth) => 200 + nth)
    await endpoint(world, there.url)
    for (let nth = 0; nth < 5; nth += 1) await change(world)
    await until(async () => (await deliveries(world, "?status=DELIVERED")).length === 5)
    expect(there.events()).toHaveLength(5)
  })
})

describe("the list of deliveries", () => {
  it("is paged and filtered, and redrives events that were delivered or given up", async () => {
    const world = hookWorld()
    let status = 409
    const there = await receiver(() => status)
    await endpoint(world, there.url)
    for (let nth = 0; nth < 3; nth += 1) await change(world)
    await until(async () => (await deliveries(world, "?status=GIVEN_UP")).length === 3)
    status = 200
    const first = await world.call(callers.a, "GET", "/webhooks/deliveries?status=GIVEN_UP&limit=2")
    expect([first.body.data.length, first.body.hasMore]).toEqual([2, true])
    const [{ id }] = first.body.data
    for (const count of [1, 2]) {
      const driven = await world.call(callers.a, "POST", `/webhooks/deliveries/${id}/redrive`)
      expect([driven.status, driven.body.status, driven.body.attempts]).toEqual([200, "PENDING", 0])
      await until(async () => (await deliveries(world, "?status=DELIVERED")).length === 1)
      await there.until(3 + count)
    }
    const [one] = await deliveries(world, "?status=DELIVERED")
    expect(one).toEqual({
      id,
      type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
      sequence: 1,
      status: "DELIVERED",
      attempts: 1,
      lastStatus: 200,
      createdAt: expect.any(String),
      deliveredAt: expect.any(String)
    })
    expect((await world.call(callers.a, "GET", "/webhooks/deliveries?status=LOST")).status).toBe(400)
    const unknown = "/webhooks/deliveries/Webhook:00000000-0000-7000-8000-000000000000/redrive"
    expect((await world.call(callers.a, "POST", unknown)).body.code).toBe("REFERENCE_NOT_FOUND")
    // I9: another platform's deliveries do not exist.
    const foreign = await world.call(callers.b, "POST", `/webhooks/deliveries/${id}/redrive`)
    expect([foreign.status, (await deliveries(world, "", callers.b)).length]).toEqual([404, 0])
  })
})
