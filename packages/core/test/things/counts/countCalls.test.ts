import { collections, dailyCounts, makeCallCounter } from "@countersign/core/internal"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type Change, type Environment, Store, StoreUnavailable } from "countersign/effect"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"

const DAY = 86_400_000
const alpha: Environment = { platformId: "alpha", mode: "sandbox" }
const beta: Environment = { platformId: "beta", mode: "production" }

/** A store that records commits. `failing` decides the outcome of the next one, and `during` runs in it. */
const watchedStore = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const commits: Array<ReadonlyArray<Change>> = []
  const state: { failing?: "refused" | "unknown"; during?: () => void } = {}
  const store = Store.of({
    ...inner,
    commit: (changes, guards) =>
      Effect.suspend(() => {
        commits.push(changes)
        const { during, failing } = state
        delete state.failing
        delete state.during
        during?.()
        const lost = Effect.fail(new StoreUnavailable({}))
        if (failing === undefined) return inner.commit(changes, guards)
        return failing === "refused" ? lost : Effect.andThen(inner.commit(changes, guards), lost)
      })
  })
  /** The stored numbers of calls of an environment. */
  const counts = (environment: "sandbox/alpha" | "production/beta", ids: ReadonlyArray<string>) =>
    Effect.map(inner.load(ids.map((id) => ({ collection: dailyCounts, environment, by: "id", id }))), (rows) =>
      rows.map(([row]) => (row === undefined ? undefined : dailyCounts.decode(row.body).calls))
    )
  return { commits, counts, state, store }
}

const run = <A, E>(program: Effect.Effect<A, E, Store>, store: Store["Service"]) =>
  Effect.runPromise(Effect.provideService(program, Store, store).pipe(Effect.provide(TestClock.layer())))

it("GO11: writes the calls of the day in one commit for each environment, and nothing if there were none since", async () => {
  const { commits, counts, store } = watchedStore()
  const { count, flush } = makeCallCounter("n1")
  await run(
    Effect.gen(function* () {
      yield* flush
      expect(commits).toEqual([])
      for (let nth = 0; nth < 3; nth += 1) count(alpha, "verifyCredential", "")
      count(alpha, "verifyCredential", "OTP_INCORRECT")
      count(beta, "verifyCredential", "")
      yield* flush
      yield* flush
      expect(commits.map((changes) => changes.map(({ environment, op }) => [op, environment]))).toEqual([
        [
          ["insert", "sandbox/alpha"],
          ["insert", "sandbox/alpha"]
        ],
        [["insert", "production/beta"]]
      ])
      count(alpha, "verifyCredential", "")
      yield* flush
      expect(commits[2]?.map(({ op }) => op)).toEqual(["replace"])
      const ids = ["0 verifyCredential  n1", "0 verifyCredential OTP_INCORRECT n1"]
      expect(yield* counts("sandbox/alpha", ids)).toEqual([4, 1])
      expect(yield* counts("production/beta", ids)).toEqual([1, undefined])
    }),
    store
  )
})

it.each(["refused", "unknown"] as const)("counts each call once after a commit that was %s", async (failing) => {
  const { counts, state, store } = watchedStore()
  const { count, flush } = makeCallCounter("n1")
  await run(
    Effect.gen(function* () {
      for (const [nth, fails] of [false, true, false, true, false].entries()) {
        for (let calls = 0; calls <= nth; calls += 1) count(alpha, "readCustomer", "")
        if (fails) state.failing = failing
        expect((yield* Effect.exit(flush))._tag).toBe(fails ? "Failure" : "Success")
      }
      expect(yield* counts("sandbox/alpha", ["0 readCustomer  n1"])).toEqual([15])
    }),
    store
  )
})

it("I23: a failed commit of one environment is no failure of another", async () => {
  const { counts, state, store } = watchedStore()
  const { count, flush } = makeCallCounter("n1")
  await run(
    Effect.gen(function* () {
      count(alpha, "readCustomer", "")
      count(beta, "readCustomer", "")
      state.failing = "refused"
      expect((yield* Effect.exit(flush))._tag).toBe("Failure")
      const ids = ["0 readCustomer  n1"]
      expect([yield* counts("sandbox/alpha", ids), yield* counts("production/beta", ids)]).toEqual([[undefined], [1]])
      yield* flush
      expect([yield* counts("sandbox/alpha", ids), yield* counts("production/beta", ids)]).toEqual([[1], [1]])
    }),
    store
  )
})

it("GO11: begins each day at zero, keeps the days apart, and expires 90 days later", async () => {
  const { commits, counts, state, store } = watchedStore()
  const { count, flush } = makeCallCounter("n1")
  await run(
    Effect.gen(function* () {
      yield* flush
      count(alpha, "readCustomer", "")
      yield* TestClock.adjust(DAY)
      // Comes while the calls of the day before are written.
      state.during = () => count(alpha, "readCustomer", "")
      yield* flush
      count(alpha, "readCustomer", "")
      count(alpha, "readCustomer", "")
      yield* TestClock.adjust(60_000)
      yield* flush
      yield* TestClock.adjust(DAY)
      yield* flush
      yield* TestClock.adjust(DAY)
      yield* flush
      expect(commits).toHaveLength(2)
      expect(yield* counts("sandbox/alpha", ["0 readCustomer  n1", "1 readCustomer  n1"])).toEqual([1, 3])
      const swept = (at: number) => store.sweep(collections, at, 10)
      expect([yield* swept(91 * DAY - 1), yield* swept(91 * DAY), yield* swept(92 * DAY)]).toEqual([0, 1, 1])
    }),
    store
  )
})

it("GO11: counts the calls of a service by operation and refusal, and those of an unknown caller nowhere", async () => {
  const { commits, store } = watchedStore()
  const world = makeWorld({ store: Layer.succeed(Store, store), logs: "none" })
  await world.call(callers.a, "GET", "/customers")
  await world.call(callers.a, "GET", "/customers")
  await world.call(callers.b, "GET", "/customers/Customer:00000000-0000-4000-8000-000000000000")
  await world.call({ ...callers.a, secret: "wrong" }, "GET", "/customers")
  await world.countersign.close()
  const written = commits.flat().flatMap((change) => {
    if (change.collection !== dailyCounts || change.op === "remove") return []
    const { calls, operation, refusal } = dailyCounts.decode(change.body)
    return [[change.environment, operation, refusal, calls]]
  })
  expect(written).toEqual([
    ["sandbox/alpha", "listCustomers", "", 2],
    ["sandbox/beta", "readCustomer", "USER_NOT_FOUND", 1]
  ])
})
