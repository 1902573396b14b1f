import { collections } from "@countersign/core"
import {
  type Bucket,
  Conflict,
  Level,
  Store,
  StoreUnavailable,
  storeThrottle,
  Throttle
} from "@countersign/core/internal"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const bucket = (reported: "strong" | "eventual", capacity: number, refillEvery = 1000): Bucket => ({
  environment: "sandbox/acme",
  key: "a",
  capacity,
  refillEvery,
  consistency: reported
})

/** Nodes that share only a store. */
const nodesOn = (store: Store["Service"], count: number) =>
  Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.map(Layer.build(storeThrottle.pipe(Layer.provide(Layer.succeed(Store, store)))), (built) =>
        Context.get(built, Throttle)
      ),
    { concurrency: 1 }
  )

const spends = (node: Throttle["Service"], requested: Bucket) =>
  node.spend([requested]).pipe(
    Effect.as("spent"),
    Effect.catchTag("Throttled", ({ at, until }) => Effect.succeed(until - at)),
    Effect.catchTag("StoreUnavailable", () => Effect.succeed("unavailable"))
  )

/** Makes `times` calls on every node at once, and counts those within the limit. */
const flood = (nodes: ReadonlyArray<Throttle["Service"]>, requested: Bucket, times: number) =>
  Effect.map(
    Effect.forEach(
      nodes.flatMap((node) => Array.from({ length: times }, () => node)),
      (node) => Effect.andThen(Effect.yieldNow, spends(node, requested)),
      { concurrency: "unbounded" }
    ),
    (reported) => reported.filter((one) => one === "spent").length
  )

describe("limits that several nodes share", () => {
  it.effect("O9: a strongly consistent limit is never exceeded by all nodes together, and refills for all", () =>
    Effect.gen(function* () {
      const nodes = yield* nodesOn(yield* makeMemoryStore, 3)
      const requested = bucket("strong", 5)
      expect(yield* flood(nodes, requested, 20)).toBe(5)
      for (const node of nodes) expect(yield* spends(node, requested)).toBe(1000)
      yield* TestClock.adjust(2000)
      expect(yield* flood(nodes, requested, 20)).toBe(2)
    })
  )

  it.effect(
    "O9: a strongly consistent limit is not exceeded when the same call uses an eventually consistent one",
    () =>
      Effect.gen(function* () {
        const nodes = yield* nodesOn(yield* makeMemoryStore, 2)
        const both = [{ ...bucket("eventual", 80), key: "b" }, bucket("strong", 2)]
        const reported = yield* Effect.forEach([...nodes, ...nodes], (node) => Effect.isSuccess(node.spend(both)))
        expect(reported).toEqual([true, true, false, false])
      })
  )

  it.effect("the calls of one node are queued, so concurrency does not exceed the limit", () =>
    Effect.gen(function* () {
      const nodes = yield* nodesOn(yield* makeMemoryStore, 2)
      expect(yield* flood(nodes, bucket("strong", 1000), 100)).toBe(200)
      // Buckets named in different orders cause no deadlock.
      const [node] = nodes
      const [a, b] = [bucket("strong", 1000), { ...bucket("strong", 1000), key: "b" }]
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? [a, b] : [b, a])),
        (both) => node?.spend(both) ?? Effect.die("no node"),
        { concurrency: "unbounded" }
      )
    })
  )

  it.effect(
    "R12: each node exceeds an eventually consistent limit by a quarter at most, and waits for the excess to refill",
    () =>
      Effect.gen(function* () {
        const nodes = yield* nodesOn(yield* makeMemoryStore, 4)
        const requested = bucket("eventual", 80)
        const burst = yield* flood(nodes, requested, 200)
        expect(burst).toBeGreaterThanOrEqual(80)
        expect(burst).toBeLessThanOrEqual(80 + 4 * 20)
        // Over a long time only the rate counts: 600 refills in 600 seconds.
        let through = burst
        for (let second = 0; second < 600; second += 1) {
          yield* TestClock.adjust(1000)
          through += yield* flood(nodes, requested, 3)
        }
        expect(through).toBeGreaterThan(500)
        expect(through).toBeLessThanOrEqual(80 + 600 + 4 * 20)
      })
  )

  it.effect("a node without competitors waits for the store once in eight calls, and not earlier", () =>
    Effect.gen(function* () {
      const store = yield* makeMemoryStore
      const trips = { load: 0 }
      const counted: Store["Service"] = {
        ...store,
        load: (refs) => {
          trips.load += 1
          return store.load(refs)
        }
      }
      const [node] = yield* nodesOn(counted, 1)
      if (node === undefined) throw new Error("no node")
      for (let nth = 1; nth <= 9; nth += 1) yield* spends(node, bucket("eventual", 80))
      expect(trips.load).toBe(0)
      yield* spends(node, bucket("eventual", 80))
      yield* Effect.yieldNow
      expect(trips.load).toBe(1)
    })
  )

  it.effect(
    "without a store, a strongly consistent limit refuses at once and an eventually consistent one after a quarter",
    () =>
      Effect.gen(function* () {
        const away: Store["Service"] = {
          ...(yield* makeMemoryStore),
          load: () => Effect.fail(new StoreUnavailable({})),
          commit: () => Effect.fail(new StoreUnavailable({}))
        }
        const [node] = yield* nodesOn(away, 1)
        if (node === undefined) throw new Error("no node")
        expect(yield* spends(node, bucket("strong", 80))).toBe("unavailable")
        expect(yield* flood([node], bucket("eventual", 80), 60)).toBe(20)
        expect(yield* spends(node, bucket("eventual", 80))).toBe("unavailable")
      })
  )

  /** A memory store that counts its calls, and the commits that conflict. */
  const counted = Effect.map(makeMemoryStore, (inner) => {
    const calls: Array<string> = []
    const store: Store["Service"] = {
      ...inner,
      load: (refs) => {
        calls.push("load")
        return inner.load(refs)
      },
      commit: (changes, guards) =>
        inner.commit(changes, guards).pipe(
          Effect.tap(() => Effect.sync(() => calls.push("commit"))),
          Effect.tapError(({ _tag }) => Effect.sync(() => calls.push(_tag)))
        )
    }
    return { store, take: () => calls.splice(0) }
  })

  it.effect("O9: a node loads a strongly consistent bucket only if another node wrote it, or if it is empty", () =>
    Effect.gen(function* () {
      const { store, take } = yield* counted
      const [one, other] = yield* nodesOn(store, 2)
      if (one === undefined || other === undefined) throw new Error("a node is missing")
      const requested = bucket("strong", 3)
      expect([yield* spends(one, requested), take()]).toEqual(["spent", ["commit"]])
      expect([yield* spends(one, requested), take()]).toEqual(["spent", ["commit"]])
      expect([yield* spends(other, requested), take()]).toEqual(["spent", ["Conflict", "load", "commit"]])
      // The level that this node knows has a token, which another node has consumed.
      expect([yield* spends(one, requested), take()]).toEqual([1000, ["Conflict", "load"]])
      expect([yield* spends(other, requested), take()]).toEqual([1000, ["load"]])
    })
  )

  it.effect("O9: a level is not used after its expiry, because another node may have written it anew", () =>
    Effect.gen(function* () {
      const { store, take } = yield* counted
      const [one, other] = yield* nodesOn(store, 2)
      if (one === undefined || other === undefined) throw new Error("a node is missing")
      const requested = bucket("strong", 2)
      yield* spends(one, requested)
      yield* TestClock.adjust(1000)
      expect(yield* store.sweep(collections, 1000, 10)).toBe(1)
      // The record has the id and the version of the removed one.
      for (const expected of ["spent", "spent", 1000]) expect(yield* spends(other, requested)).toBe(expected)
      take()
      expect([yield* spends(one, requested), take()]).toEqual([1000, ["load"]])
      // A minute later the node assumes that the record was removed. If it is not, the commit conflicts.
      yield* TestClock.adjust(62_000)
      expect([yield* spends(one, requested), take()]).toEqual(["spent", ["Conflict", "load", "commit"]])
      yield* TestClock.adjust(62_000)
      expect(yield* store.sweep(collections, 200_000, 10)).toBe(1)
      expect([yield* spends(one, requested), take()]).toEqual(["spent", ["commit"]])
    })
  )

  it.effect("O9: a level that expires by the clock of the store only is loaded", () =>
    Effect.gen(function* () {
      const { store, take } = yield* counted
      let ahead = 0
      const withClock: Store["Service"] = {
        ...store,
        commit: (changes, guards) =>
          guards.some((guard) => guard.guard === "before" && guard.at <= ahead)
            ? Effect.fail(new Conflict({ because: "late", collection: "" }))
            : store.commit(changes, guards)
      }
      const [one] = yield* nodesOn(withClock, 1)
      if (one === undefined) throw new Error("no node")
      const requested = bucket("strong", 5)
      yield* spends(one, requested)
      ahead = 1000
      take()
      expect([yield* spends(one, requested), take()]).toEqual(["spent", ["load", "commit"]])
    })
  )

  it.effect("O9: tokens are consumed in the commit of the call, and not if the call conflicts", () =>
    Effect.gen(function* () {
      const { store, take } = yield* counted
      const [one] = yield* nodesOn(store, 1)
      const requested = bucket("strong", 2)
      const conflict = new Conflict({ because: "version", collection: "customers" })
      const within = (commit: Store["Service"]["commit"]) =>
        Effect.exit(one?.spendIn?.([requested], commit) ?? Effect.die("no node"))
      for (let nth = 0; nth < 5; nth += 1)
        expect(yield* within(() => Effect.fail(conflict))).toEqual(Exit.fail(conflict))
      expect(take()).toEqual([])
      for (let nth = 0; nth < 2; nth += 1) {
        yield* within(store.commit)
      }
      expect(take()).toEqual(["commit", "commit"])
      const refused = yield* within(() => Effect.die("an empty bucket commits nothing"))
      expect(Exit.isFailure(refused) && String(refused.cause)).toContain("Throttled")
    })
  )

  it.effect("F9: a slow store fails all waiting calls at once, and not one after another", () =>
    Effect.gen(function* () {
      const late = Effect.delay(Effect.fail(new StoreUnavailable({})), 3000)
      const [node] = yield* nodesOn({ ...(yield* makeMemoryStore), load: () => late, commit: () => late }, 1)
      if (node === undefined) throw new Error("no node")
      for (const requested of [bucket("strong", 80), bucket("eventual", 80)]) {
        if (requested.consistency === "eventual") yield* flood([node], requested, 20)
        const waiting = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 50 }), () => spends(node, requested), { concurrency: "unbounded" })
        )
        yield* TestClock.adjust(3000)
        const reported = waiting.pollUnsafe()
        expect(reported).toBeDefined()
        if (reported !== undefined) expect(new Set(yield* reported)).toEqual(new Set(["unavailable"]))
      }
    })
  )

  it.effect("a caller that disconnects during a write to the store causes no double count", () =>
    Effect.gen(function* () {
      const store = yield* makeMemoryStore
      const slow: Store["Service"] = {
        ...store,
        commit: (changes, guards) => Effect.andThen(store.commit(changes, guards), Effect.sleep(1000))
      }
      const [node] = yield* nodesOn(slow, 1)
      const [other] = yield* nodesOn(store, 1)
      if (node === undefined || other === undefined) throw new Error("no node")
      const requested = bucket("eventual", 80, 1_000_000)
      const calls = yield* Effect.forkChild(flood([node], requested, 25))
      yield* TestClock.adjust(500)
      yield* Fiber.interrupt(calls)
      yield* TestClock.adjust(5000)
      // Twenty tokens were taken. One call of the other node makes it write the shared level.
      expect(yield* flood([other], requested, 80)).toBeGreaterThanOrEqual(60)
    })
  )

  it.effect("I9: two environments share no bucket, and the store contains no key in clear text", () =>
    Effect.gen(function* () {
      const store = yield* makeMemoryStore
      const ids: Array<string> = []
      const watched: Store["Service"] = {
        ...store,
        commit: (changes, guards) => {
          ids.push(...changes.map(({ id }) => id))
          return store.commit(changes, guards)
        }
      }
      const [node] = yield* nodesOn(watched, 1)
      if (node === undefined) throw new Error("no node")
      const mine = { ...bucket("strong", 1), key: "mail ada@example.com" }
      expect(yield* spends(node, mine)).toBe("spent")
      expect(yield* spends(node, { ...mine, environment: "production/acme" })).toBe("spent")
      expect(yield* spends(node, mine)).toBe(1000)
      expect(ids.join()).toMatch(/^[0-9a-f]{64},[0-9a-f]{64}$/u)
    })
  )
})

describe("the level of a token bucket", () => {
  const levels = fc.record({ tokens: fc.integer({ min: -8, max: 8 }), at: fc.nat(10_000) })
  const eight = bucket("strong", 8, 700)

  it("has a token at exactly the reported millisecond, and not one earlier", () =>
    fc.assert(
      fc.property(levels, (level) => {
        const ready = Level.readyAt(eight, level)
        expect(Level.refilled(eight, level, Math.max(ready, level.at)).tokens).toBeGreaterThan(0)
        if (ready > level.at) expect(Level.refilled(eight, level, ready - 1).tokens).toBe(0)
      })
    ))

  it("is full at exactly the reported millisecond, and not one earlier", () =>
    fc.assert(
      fc.property(levels, (level) => {
        const full = Level.fullAt(eight, level)
        expect(Level.refilled(eight, level, full).tokens).toBe(8)
        if (full > level.at) expect(Level.refilled(eight, level, full - 1).tokens).toBe(7)
      })
    ))

  it("is discarded when its clock was far ahead, and shared when it was slightly ahead", () => {
    const year = 365 * 24 * 3_600_000
    expect(Level.readyAt(eight, Level.refilled(eight, { tokens: 0, at: year }, 5000))).toBe(0)
    expect(Level.refilled(eight, { tokens: 3, at: 7000 }, 5000)).toEqual({ tokens: 3, at: 7000 })
  })

  it("delays no caller longer than twice the time to fill a bucket of the current policy", () =>
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.nat(20_000), fc.nat(20_000), (tokens, noted, at) => {
        const ready = Level.readyAt(eight, Level.refilled(eight, { tokens, at: noted }, at))
        expect(ready - at).toBeLessThanOrEqual(700 * (2 * 8 + 1))
      })
    ))

  it("refills as much in two steps as in one", () =>
    fc.assert(
      fc.property(levels, fc.nat(5000), fc.nat(5000), (level, one, two) => {
        const twice = Level.refilled(eight, Level.refilled(eight, level, level.at + one), level.at + one + two)
        expect(Level.readyAt(eight, twice)).toBe(
          Level.readyAt(eight, Level.refilled(eight, level, level.at + one + two))
        )
      })
    ))
})

describe("a limit and the calls it counts", () => {
  it("O9: nodes that race for the codes of one credential send no more than its limit together", async () => {
    const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
    const policy = { challengesPerCredential: { capacity: 5, refillEvery: 3_600_000 } }
    const nodes = [1, 2, 3].map(() => makeWorld({ store, policy }))
    const [first = expect.unreachable()] = nodes
    const { credentialId } = await first.customer(callers.a)
    const challenge = (node: typeof first) =>
      node.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    const answers = await Promise.all([...nodes, ...nodes, ...nodes].map(challenge))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
    await Promise.all(nodes.map(({ countersign }) => countersign.close()))
  })

  it("O9: a challenge that lost a race is counted as one call", async () => {
    // Every other commit of a challenge loses a race, so that its call decides again.
    let commits = 0
    const raced = Layer.effect(
      Store,
      Effect.map(makeMemoryStore, (store) =>
        Store.of({
          ...store,
          commit: (changes, guards) => {
            const isChallenge = changes.some(({ collection }) => collection.name === "email_otps")
            if (isChallenge) commits += 1
            return isChallenge && commits % 2 === 1
              ? Effect.fail(new Conflict({ because: "version", collection: "email_otps" }))
              : store.commit(changes, guards)
          }
        })
      )
    )
    const world = makeWorld({
      store: raced,
      policy: { challengesPerCredential: { capacity: 12, refillEvery: 3_600_000 } }
    })
    const { credentialId } = await world.customer(callers.a)
    const challenge = () => world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    const before = commits
    const answers = await Promise.all(Array.from({ length: 12 }, challenge))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(commits - before).toBeGreaterThanOrEqual(24)
    expect((await challenge()).status).toBe(429)
    await world.countersign.close()
  })
})
