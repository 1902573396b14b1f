import { testDatabase } from "@countersign/harness/postgres"
import { limit } from "@countersign/harness/rounds"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { migrate, postgres } from "@countersign/postgres"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Store, StoreUnavailable } from "../src/effect.ts"

const server = testDatabase({ isEmpty: true })

const ask = async (world: ReturnType<typeof makeWorld>, path: string, method = "GET") => {
  const response = await world.countersign.handler(new Request(`http://countersign.test${path}`, { method }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
}

/** A memory store that can be made unavailable, counts its loads, and reports a load that hangs. */
const flaky = () => {
  const state = { isAway: false, loads: 0, hanging: 0, hang: undefined as Promise<void> | undefined }
  const store = Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) =>
      Store.of({
        ...inner,
        load: (refs) => {
          state.loads += 1
          const { hang } = state
          if (state.isAway) return Effect.fail(new StoreUnavailable({}))
          return hang === undefined
            ? inner.load(refs)
            : Effect.andThen(
                Effect.promise(() => {
                  state.hanging += 1
                  return hang
                }),
                inner.load(refs)
              )
        }
      })
    )
  )
  const hangs = () => expect.poll(() => state.hanging, { interval: 1 }).toBeGreaterThan(0)
  return { hangs, state, store }
}

describe("health", () => {
  it("reports liveness and readiness without authentication, with and without the base path", async () => {
    const world = makeWorld()
    for (const path of ["/health/live", "/health/ready", "/2025-10-13/health/live", "/2025-10-13/health/ready"]) {
      expect(await ask(world, path)).toMatchObject({ status: 200, body: { status: "UP" } })
      expect((await ask(world, path)).headers.get("cache-control")).toBe("no-store")
    }
    expect(await ask(world, "/health/ready", "POST")).toMatchObject({ status: 405 })
    await world.countersign.close()
  })

  it("is not ready while the store is unavailable, stays alive, and is ready again when it recovers", async () => {
    const { state, store } = flaky()
    const world = makeWorld({ store })
    state.isAway = true
    const away = await ask(world, "/health/ready")
    expect(away).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } })
    expect(away.headers.get("retry-after")).toBe("1")
    expect((await ask(world, "/health/live")).status).toBe(200)
    state.isAway = false
    world.pass(1000)
    expect((await ask(world, "/health/ready")).status).toBe(200)
    await world.countersign.close()
  })

  it("shares one store check among a thousand concurrent requests", async () => {
    const { state, store } = flaky()
    const world = makeWorld({ store })
    await ask(world, "/health/live")
    const before = state.loads
    await Promise.all(Array.from({ length: 1000 }, () => ask(world, "/health/ready")))
    expect(state.loads - before).toBeLessThanOrEqual(3)
    await world.countersign.close()
  })

  it("names the command to run when the tables are missing, and is ready when it was run", async () => {
    const pool = server.pool()
    const world = makeWorld({ clock: "real", store: postgres({ pool, timeout: 300_000 }) })
    const ready = await ask(world, "/health/ready")
    expect(ready).toMatchObject({ status: 503, body: { reason: "Database not migrated" } })
    expect(ready.body.message).toContain("npx @countersign/cli migrate up")
    const refused = await world.call(callers.a, "GET", "/customers")
    expect(refused).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE", reason: "Database not migrated" }
    })
    expect(refused.body.message).toContain("npx @countersign/cli migrate up")
    expect(refused.headers.get("retry-after")).toBe("1")
    await migrate(pool)
    expect((await world.call(callers.a, "GET", "/customers")).status).toBe(200)
    await expect.poll(async () => (await ask(world, "/health/ready")).status).toBe(200)
    await world.countersign.close()
  })
})

describe("D17: a graceful stop", () => {
  it("answers the calls in progress, refuses new ones, and then ends", async () => {
    const { hangs, state, store } = flaky()
    const world = makeWorld({ store })
    await ask(world, "/health/live")
    let letGo: () => void = () => {}
    state.hang = new Promise((resolve) => {
      letGo = resolve
    })
    const underWay = world.call(
      callers.a,
      "GET",
      "/auth/credentials?accountId=InternalAccount:0191a1b2-0000-7000-8000-000000000000"
    )
    await hangs()
    const closed = world.countersign.close()
    await expect.poll(async () => (await ask(world, "/health/ready")).status).toBe(503)
    const late = await world.call(callers.a, "GET", "/customers")
    expect(late).toMatchObject({ status: 503, body: { reason: "Service is stopping" } })
    expect([late.headers.get("connection"), late.headers.get("retry-after")]).toEqual(["close", "1"])
    expect((await ask(world, "/health/ready")).status).toBe(503)
    expect((await ask(world, "/health/live")).status).toBe(200)
    letGo()
    expect((await underWay).status).toBe(200)
    await closed
  })

  it("called twice, ends for both callers when the calls in progress are answered", async () => {
    const { hangs, state, store } = flaky()
    const world = makeWorld({ store })
    await ask(world, "/health/live")
    let letGo = () => {}
    state.hang = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const underWay = world.call(
      callers.a,
      "GET",
      "/auth/credentials?accountId=InternalAccount:0191a1b2-0000-7000-8000-000000000000"
    )
    await hangs()
    const closed = Promise.all([world.countersign.close(600_000), world.countersign.close(600_000)])
    letGo()
    await closed
    expect((await underWay).status).toBe(200)
    await world.countersign.close()
    expect((await ask(world, "/health/ready")).status).toBe(503)
  })

  it("before the first call, or during a readiness check, works like any other", async () => {
    await makeWorld().countersign.close()
    const { hangs, state, store } = flaky()
    const world = makeWorld({ store })
    await ask(world, "/health/live")
    let letGo = () => {}
    state.hang = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const ready = ask(world, "/health/ready")
    await hangs()
    const closed = world.countersign.close()
    letGo()
    await closed
    expect((await ready).status).toBe(200)
  })

  it("waits no longer than its limit", async () => {
    const { hangs, state, store } = flaky()
    const world = makeWorld({ store })
    await ask(world, "/health/live")
    state.hang = new Promise(() => {})
    void world
      .call(callers.a, "GET", "/auth/credentials?accountId=InternalAccount:0191a1b2-0000-7000-8000-000000000000")
      .catch(() => {})
    await hangs()
    const start = performance.now()
    await world.countersign.close(300)
    expect(performance.now() - start).toBeGreaterThan(250)
    expect(performance.now() - start).toBeLessThan(limit(8000))
  })

  it("completes the mail that is being sent, and leaves queued mail to the next node", async () => {
    const sent: Array<string> = []
    let accept: () => void = () => {}
    const accepted = new Promise<void>((resolve) => {
      accept = resolve
    })
    const world = makeWorld({
      mailer: {
        sendCode: async ({ to }) => {
          sent.push(to)
          await accepted
        }
      }
    })
    const { credentialId } = await world.customer(callers.live)
    await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    await expect.poll(() => sent).toEqual(["ada@example.com"])
    let isClosed = false
    const closed = world.countersign.close().then(() => {
      isClosed = true
    })
    // It rejects calls, and waits for the mail.
    await expect.poll(async () => (await ask(world, "/health/ready")).status).toBe(503)
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    accept()
    await closed
    expect(sent).toHaveLength(1)
  })
})
