import { type Environment, type EnvironmentKey, routed, Store, StoreUnavailable } from "@countersign/core"
import { paid } from "@countersign/harness/history"
import { rounds } from "@countersign/harness/rounds"
import { callers, makeWorld } from "@countersign/harness/world"
import { storeSuite } from "@countersign/testkit"
import { Effect, Layer, ManagedRuntime } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { makeSerializedMemoryStore, serializedMemoryStore } from "../src/index.ts"
import { byId, here, insert, things } from "./things.ts"

const byMode = { databases: { sandbox: serializedMemoryStore, production: serializedMemoryStore }, of } as const

function of({ mode }: Environment) {
  return mode
}

describe("D9: a store on two databases", () => {
  storeSuite({
    name: "two memory stores",
    clock: "test",
    describe,
    it,
    racers: 16,
    rounds: rounds(50, 10),
    runs: rounds(200, 50),
    make: async () => ({ store: await Effect.runPromise(Effect.provide(Store, routed(byMode))) })
  })
})

/** A memory store that answers no call while it is down. */
const fallible = () => {
  const state = { isDown: false, calls: 0 }
  const asked = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | StoreUnavailable> => {
      state.calls += 1
      return state.isDown ? Effect.fail(new StoreUnavailable({})) : effect
    })
  const layer = Layer.effect(
    Store,
    Effect.map(makeSerializedMemoryStore, (inner) =>
      Store.of({
        load: (refs) => asked(inner.load(refs)),
        find: (query) => asked(inner.find(query)),
        commit: (...parameters) => asked(inner.commit(...parameters)),
        claimDue: (...parameters) => asked(inner.claimDue(...parameters)),
        sweep: (...parameters) => asked(inner.sweep(...parameters)),
        depths: (collections, now) => asked(inner.depths?.(collections, now) ?? Effect.succeed([])),
        state: asked(Effect.succeed({ canWrite: true, now: 7 })),
        waiting: () => 2
      })
    )
  )
  return { layer, state }
}

/** Platforms whose name begins with `b` are in the second database, all others in the first. */
const opened = async () => {
  const [first, second] = [fallible(), fallible()]
  const runtime = ManagedRuntime.make(
    routed({
      databases: { first: first.layer, second: second.layer },
      of: ({ platformId }) => (platformId.startsWith("b") ? "second" : "first")
    })
  )
  onTestFinished(() => runtime.dispose())
  const store = await runtime.runPromise(Store)
  const run = runtime.runPromise
  return { store, run, first: first.state, second: second.state }
}

const a: EnvironmentKey = "sandbox/a"
const b: EnvironmentKey = "sandbox/b"

describe("routed", () => {
  it("splits a load, and returns the rows in the order of the refs", async () => {
    const { run, store } = await opened()
    await run(store.commit([insert("one", {}, { in: a }), insert("two", {}, { in: a })], []))
    await run(store.commit([insert("three", {}, { in: b })], []))
    const refs = [byId("two", { in: a }), byId("three", { in: b }), byId("one", { in: b }), byId("one", { in: a })]
    const found = await run(store.load(refs))
    expect(found.map((rows) => rows.map(({ environment, id }) => `${environment} ${id}`))).toEqual([
      ["sandbox/a two"],
      ["sandbox/b three"],
      [],
      ["sandbox/a one"]
    ])
  })

  it("a commit of environments in two databases is a named defect, and writes nothing", async () => {
    const { run, store } = await opened()
    const across = store.commit([insert("one", {}, { in: a }), insert("one", {}, { in: b })], [])
    await expect(run(across)).rejects.toMatchObject({ _tag: "CommitAcrossDatabases", databases: ["first", "second"] })
    expect(await run(store.load([byId("one", { in: a }), byId("one", { in: b })]))).toEqual([[], []])
  })

  it("a route to a database that is not listed is a named defect", async () => {
    const options = { databases: { one: serializedMemoryStore }, of: (): "one" => JSON.parse('"other"') }
    const store = await Effect.runPromise(Effect.provide(Store, routed(options)))
    expect(() =>
      store.find({ collection: things, environment: here, index: { name: "all", values: [] }, limit: 1 })
    ).toThrow(expect.objectContaining({ _tag: "UnknownDatabase", environment: here, database: "other" }))
  })

  it("I23: while a database fails, the other serves its environments, their work and readiness", async () => {
    const { first, run, second, store } = await opened()
    const work = (environment: EnvironmentKey) =>
      store.commit(
        Array.from({ length: 8 }, (_, n) => insert(`r${n}`, { dueAt: n }, { in: environment })),
        []
      )
    await run(Effect.all([work(a), work(b)]))
    first.isDown = true
    await expect(run(store.load([byId("r0", { in: a })]))).rejects.toThrow(StoreUnavailable)
    await expect(run(store.commit([insert("s", {}, { in: a })], []))).rejects.toThrow(StoreUnavailable)
    expect(await run(store.load([byId("r0", { in: b })]))).toHaveLength(1)

    const claims = async () => (await run(store.claimDue(things, 100, 1000, 4))).map((row) => row.environment)
    expect(await claims()).toEqual([b, b, b, b])
    // It is asked no more by work, but by one probe.
    const before = first.calls
    expect(await claims()).toEqual([b, b, b, b])
    expect(first.calls - before).toBeLessThan(2)
    expect(await run(store.state ?? Effect.die("absent"))).toEqual({ canWrite: true, now: 7 })
    expect(await run(store.sweep([things], 0, 10))).toBe(0)

    second.isDown = true
    await expect(run(store.claimDue(things, 100, 1000, 4))).rejects.toThrow(StoreUnavailable)
    await expect(run(store.state ?? Effect.void)).rejects.toThrow(StoreUnavailable)
    first.isDown = false
    await expect.poll(async () => await claims().catch(() => [])).toEqual([a, a, a, a])
  })

  it("I23: a flood in one database leaves the others their part of each claim", async () => {
    const { run, store } = await opened()
    const flood = Array.from({ length: 100 }, (_, n) => insert(`f${n}`, { dueAt: n }, { in: a }))
    await run(store.commit(flood, []))
    await run(
      store.commit(
        [1, 2, 3].map((n) => insert(`r${n}`, { dueAt: 1000 + n }, { in: b })),
        []
      )
    )
    const claim = async (limit: number) => (await run(store.claimDue(things, 2000, 1000, limit))).map(({ id }) => id)
    expect(await claim(4)).toEqual(["f0", "f1", "r1", "r2"])
    // What one does not use is for the others.
    expect(await claim(4)).toEqual(["f2", "f3", "f4", "r3"])
    const most = new Map([[a, 3]])
    const share = { mode: "sandbox", each: 5, most } as const
    expect(await run(store.claimDue(things, 2000, 1000, 10, share))).toHaveLength(3)
  })

  it("sums the work that waits, over the databases, from its exact due millisecond", async () => {
    const { run, store } = await opened()
    await run(store.commit([insert("one", { dueAt: 10 }, { in: a }), insert("later", { dueAt: 11 }, { in: a })], []))
    await run(store.commit([insert("two", { dueAt: 3 }, { in: b }), insert("three", { dueAt: 4 }, { in: b })], []))
    expect(await run(store.depths?.([things], 10) ?? Effect.void)).toEqual([
      { collection: "things", mode: "sandbox", count: 3, since: 3 }
    ])
    expect(store.waiting?.()).toBe(4)
    expect(store.now).toBeUndefined()
  })

  it("GO14: counts what waits only if each database can, because its workers claim without a count otherwise", async () => {
    const uncounted = Layer.effect(
      Store,
      Effect.map(makeSerializedMemoryStore, ({ depths: _, ...inner }) => Store.of(inner))
    )
    const stores = [serializedMemoryStore, uncounted].map((sandbox) =>
      routed({ ...byMode, databases: { ...byMode.databases, sandbox } })
    )
    const counts = stores.map(
      async (store) => (await Effect.runPromise(Effect.provide(Store, store))).depths !== undefined
    )
    expect(await Promise.all(counts)).toEqual([true, false])
  })
})

it("I9: no call of a service on two databases, nor its background work, commits across them", async () => {
  const platforms: Array<string> = []
  const world = makeWorld({
    logs: "none",
    store: routed({
      databases: { alpha: serializedMemoryStore, beta: serializedMemoryStore },
      of: ({ mode, platformId }) => {
        platforms.push(platformId)
        return platformId === "alpha" && mode === "sandbox" ? "alpha" : "beta"
      }
    })
  })
  onTestFinished(() => world.countersign.close())
  const person = await paid(world)
  await world.customer(callers.b)
  await world.customer(callers.live)
  const { body, status } = await world.call(callers.a, "GET", `/internal-accounts/${person.accountId}`)
  expect([status, body.id]).toEqual([200, person.accountId])
  const elsewhere = await world.call(callers.b, "GET", `/internal-accounts/${person.accountId}`)
  expect(elsewhere.status).toBe(404)
  const ready = await world.countersign.handler(new Request("http://countersign.test/health/ready"))
  expect(ready.status).toBe(200)
  expect(new Set(platforms)).toEqual(new Set(["alpha", "beta"]))
})
