import { AsyncLocalStorage } from "node:async_hooks"
import { testDatabase } from "@countersign/harness/postgres"
import { callers, keys, makeWorld, requestOf, tokenOptions, withoutLimits, worldOver } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type Pool, postgres } from "@countersign/postgres"
import { it } from "@effect/vitest"
import { Clock, type Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { beforeAll, describe, expect, onTestFinished, it as plainIt, vi } from "vitest"
import { type CountersignOptions, layer, makeWebHandler, Store, workers } from "../src/effect.ts"

const database = testDatabase()

type Methods = Store["Service"]

/** A store whose calls are noted by their names. */
const noted = (inner: Methods) => {
  const calls: Array<string> = []
  const noting =
    <A extends ReadonlyArray<unknown>, B>(name: string, method: (...given: A) => B) =>
    (...given: A): B => {
      calls.push(name)
      return method(...given)
    }
  const { claimDue, commit, depths, find, load, sweep } = inner
  const store = Store.of({
    ...inner,
    load: noting("load", load),
    find: noting("find", find),
    commit: noting("commit", commit),
    claimDue: noting("claim", claimDue),
    sweep: noting("sweep", sweep),
    ...(depths === undefined ? {} : { depths: noting("look", depths) })
  })
  const take = () => {
    const counts: Record<string, number> = {}
    for (const name of calls.splice(0)) counts[name] = (counts[name] ?? 0) + 1
    return counts
  }
  return { store, take }
}

/** A pool that notes the texts of its statements. */
const notedPool = (pool: Pool) => {
  const texts: Array<string> = []
  let connections = 0
  const counted: Pool = {
    connect: async () => {
      connections += 1
      const client = await pool.connect()
      return {
        query: (query, values) => {
          texts.push(typeof query === "string" ? query : query.text)
          return typeof query === "string" ? client.query(query, values) : client.query(query)
        },
        release: (error) => {
          connections -= 1
          client.release(error)
        },
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return { pool: counted, texts, inUse: () => connections }
}

/** Two nodes on one store, whose time passes when the test says so. The second one has no workers. */
const nodes = Effect.fnUntraced(function* (store: Layer.Layer<Store>, more: CountersignOptions = {}) {
  const letters: Array<string> = []
  const sendCode = async ({ to }: { readonly to: string }) => void letters.push(to)
  const options = {
    tokens: tokenOptions,
    keys,
    logs: "none",
    mailer: { sendCode },
    policy: withoutLimits,
    store
  } as const
  const node = Effect.map(Layer.build(layer({ ...options, ...more })), (context) => {
    const { handler } = makeWebHandler(context)
    return { context, world: worldOver((...given) => handler(requestOf("http://service.test", ...given))) }
  })
  const [own, other] = [yield* node, yield* node]
  yield* Effect.forkScoped(Effect.updateContext(workers, (_: Context.Context<never>) => own.context))
  /** Requests a code, whose mail the service sends. */
  const login = (of: typeof own, to: string) =>
    Effect.promise(async () => {
      const { credentialId } = await of.world.customer(callers.live, to)
      const { status } = await of.world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
      expect(status).toBe(200)
    })
  const sent = (count: number) => Effect.promise(() => expect.poll(() => letters.length).toBe(count))
  return { letters, login, other, own, sent }
})

const inMemory = () => Layer.succeed(Store, Effect.runSync(makeMemoryStore))

describe("GO14: an idle node", () => {
  it.effect("sends one statement every other second, and sweeps once a minute", () =>
    Effect.gen(function* () {
      const { store, take } = noted(Effect.runSync(makeMemoryStore))
      yield* nodes(Layer.succeed(Store, store))
      yield* TestClock.adjust("1 minute")
      take()
      yield* TestClock.adjust("1 hour")
      expect(take()).toEqual({ look: 1800, sweep: 60 })
    })
  )

  it.effect("sends as many to PostgreSQL", () =>
    Effect.gen(function* () {
      const { inUse, pool, texts } = notedPool(database.pool({ max: 1 }))
      yield* nodes(postgres({ pool, timeout: 300_000 }))
      const pass = Effect.fnUntraced(function* (millis: number) {
        for (let passed = 0; passed < millis; passed += 250) {
          yield* TestClock.adjust(250)
          yield* Effect.promise(() => expect.poll(inUse, { interval: 1 }).toBe(0))
        }
      })
      yield* pass(60_000)
      texts.length = 0
      yield* pass(60_000)
      const looks = texts.filter((text) => text.includes("as collection"))
      // As in docs/guides/scale.md.
      expect([texts.length, looks.length]).toEqual([31, 30])
    })
  )

  it.effect("sends the mail of its own call at once", () =>
    Effect.gen(function* () {
      const { login, own, sent } = yield* nodes(inMemory())
      yield* TestClock.adjust("1 hour")
      yield* login(own, "ada@example.com")
      yield* sent(1)
    })
  )

  it.effect("sends the mails of another node within two seconds, however many", () =>
    Effect.gen(function* () {
      const { login, other, sent } = yield* nodes(inMemory())
      yield* TestClock.adjust("1 hour")
      for (let nth = 1; nth <= 100; nth += 1) yield* login(other, `ada-${nth}@example.com`)
      yield* TestClock.adjust("2 seconds")
      yield* sent(100)
    })
  )

  it.effect("sends it within two seconds after its clock was set back", () =>
    Effect.gen(function* () {
      let back = 0
      const system = yield* Clock.Clock
      const now = () => system.currentTimeMillisUnsafe() + 7_200_000 - back
      const { login, other, own, sent } = yield* nodes(inMemory(), { now })
      yield* login(own, "ada@example.com")
      yield* sent(1)
      back = 3_600_000
      yield* login(other, "eve@example.com")
      yield* TestClock.adjust("2 seconds")
      yield* sent(2)
    })
  )
})

describe("GO12: a node with the option workers none", () => {
  // Loads the modules of a service, which takes timers of its own.
  beforeAll(async () => {
    const { countersign } = makeWorld({ logs: "none" })
    await countersign.runDueWork()
    await countersign.close()
  })

  /** The node, and the timers that it has. Those of other tests in this process are not counted (GT12). */
  const nodeOn = async (store: Layer.Layer<Store>, workers: "all" | "none") => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
    const { clearTimeout: clear, setTimeout: set } = globalThis
    const own = new AsyncLocalStorage<true>()
    const timers = new Set<unknown>()
    // No spy: vitest would restore it once more after this file, and with it the fake timer that it wrapped.
    vi.stubGlobal("setTimeout", (run: () => void, delay?: number) => {
      const timer = set(() => {
        timers.delete(timer)
        run()
      }, delay)
      if (own.getStore() === true) timers.add(timer)
      return timer
    })
    vi.stubGlobal("clearTimeout", (timer: NodeJS.Timeout) => {
      timers.delete(timer)
      clear(timer)
    })
    /** Restores the fake timers before the real ones. */
    const useRealTimers = () => {
      if (!vi.isFakeTimers()) return
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
    onTestFinished(useRealTimers)
    const world = await own.run(true, async () => {
      const made = makeWorld({ store, workers, logs: "none" })
      const alive = new Request("http://countersign.test/health/live")
      expect((await made.countersign.handler(alive)).status).toBe(200)
      return made
    })
    return { ...world, useRealTimers, timers: () => timers.size }
  }

  plainIt("sends no statement at its start and has no timer, where another one has both", async () => {
    const [quiet, other] = [noted(Effect.runSync(makeMemoryStore)), noted(Effect.runSync(makeMemoryStore))]
    const idle = await nodeOn(Layer.succeed(Store, quiet.store), "none")
    expect([idle.timers(), quiet.take()]).toEqual([0, {}])
    idle.useRealTimers()
    await idle.countersign.close()
    const working = await nodeOn(Layer.succeed(Store, other.store), "all")
    await expect.poll(() => other.take()).not.toEqual({})
    expect(working.timers()).toBeGreaterThan(0)
    working.useRealTimers()
    await working.countersign.close()
  })

  plainIt("sends none to PostgreSQL, and opens no connection", async () => {
    const { inUse, pool, texts } = notedPool(database.pool({ max: 1 }))
    const { countersign, timers } = await nodeOn(postgres({ pool, timeout: 300_000 }), "none")
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([timers(), inUse(), texts]).toEqual([0, 0, []])
    await countersign.close()
  })

  plainIt("has no timer after a call and after a run of due work", async () => {
    const { store, take } = noted(Effect.runSync(makeMemoryStore))
    const { call, countersign, customer, letters, timers } = await nodeOn(Layer.succeed(Store, store), "none")
    const { credentialId } = await customer(callers.live)
    await call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect(timers()).toBe(0)
    await countersign.runDueWork()
    expect([timers(), letters.length]).toEqual([0, 1])
    take()
    await countersign.runDueWork()
    // As in docs/guides/mount.md: the keys of the other nodes, the look, and the sweep.
    expect([timers(), take()]).toEqual([0, { load: 1, look: 1, sweep: 1 }])
    await countersign.close()
  })
})

describe("GO12: an instance for each call, on PostgreSQL", () => {
  plainIt("sends five statements for the first GET of a token, and none before or after it", async () => {
    const { pool, texts } = notedPool(database.pool({ max: 4 }))
    const { countersign } = makeWorld({
      clock: "real",
      store: postgres({ pool, timeout: 300_000 }),
      workers: "none",
      logs: "none"
    })
    const { handler } = countersign
    expect((await handler(requestOf("http://countersign.test", callers.a, "GET", "/customers"))).status).toBe(200)
    await countersign.close()
    const named = ["pg_is_in_recovery", "moved_clocks", "customers", "daily_counts", "environments"]
    const found = texts.map((text) => named.find((name) => text.includes(name)))
    expect(found.toSorted()).toEqual(named.toSorted())
  })

  plainIt("sends four statements in a run without work", async () => {
    const { pool, texts } = notedPool(database.pool({ max: 4 }))
    const { countersign } = makeWorld({
      clock: "real",
      store: postgres({ pool, timeout: 300_000 }),
      workers: "none",
      logs: "none"
    })
    await countersign.runDueWork()
    texts.length = 0
    expect((await countersign.runDueWork()).done).toEqual({})
    const named = ["pg_is_in_recovery", "known_keys", "as collection", "removed"]
    const found = texts.map((text) => named.find((name) => text.includes(name)))
    expect(found.toSorted()).toEqual(named.toSorted())
    await countersign.close()
  })
})
