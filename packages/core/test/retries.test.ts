import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Conflict, clockAhead, clockOfStore, StoreUnavailable } from "../src/internal.ts"
import { TurnAwaited, withRetry } from "../src/store/plans.ts"

const conflict = new Conflict({ because: "version", collection: "any" })

/** The times of the attempts of a call, and its result, on a clock that only sleeping moves. */
const attempts = (outcome: (nth: number) => Effect.Effect<string, Conflict | StoreUnavailable>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    const round = Effect.gen(function* () {
      times.push(yield* Clock.currentTimeMillis)
      return yield* outcome(times.length)
    })
    const fiber = yield* Effect.forkChild(Effect.flip(withRetry(round)), { startImmediately: true })
    yield* TestClock.adjust("1 minute")
    return { times, error: yield* Fiber.join(fiber) }
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

describe("GO6: a call that conflicts", () => {
  it("is repeated at once, then with exponential backoff and jitter, 12 times in all", async () => {
    const { error, times } = await attempts(() => Effect.fail(conflict))
    expect([error._tag, times.length]).toEqual(["StoreUnavailable", 12])
    const waits = times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
    expect(waits[0]).toBe(0)
    for (const [nth, wait] of waits.slice(1).entries()) {
      const mean = Math.min(250, 5 * 2 ** nth)
      expect(wait).toBeGreaterThanOrEqual(Math.floor(mean * 0.8))
      expect(wait).toBeLessThanOrEqual(Math.ceil(mean * 1.2))
    }
  })

  it("is repeated without a pause after it has waited for its turn", async () => {
    const { times } = await attempts((nth) =>
      Effect.fail(nth < 5 ? new TurnAwaited({ because: "version", collection: "" }) : new StoreUnavailable({}))
    )
    expect(times).toEqual([0, 0, 0, 0, 0])
  })
})

describe("GO7: the clock of a node with a store that has a clock", () => {
  const node = () => {
    const state = { own: 1_000_000, store: undefined as number | undefined }
    const system = clockAhead(Effect.runSync(Clock.clockWith(Effect.succeed)), () => 0)
    const own: Clock.Clock = { ...system, currentTimeMillisUnsafe: () => state.own }
    const reported: Array<number> = []
    const clock = clockOfStore(
      own,
      () => state.store,
      (ahead) => void reported.push(ahead)
    )
    return { state, reported, read: () => clock.currentTimeMillisUnsafe() }
  }

  it("shows the store's time, and its own before the store has responded", () => {
    const { read, reported, state } = node()
    expect(read()).toBe(1_000_000)
    state.store = 1_600_000
    expect(read()).toBe(1_600_000)
    state.own += 5000
    expect(read()).toBe(1_600_000)
    expect(reported).toEqual([600_000])
  })

  it("shows whole milliseconds, also of a store that measures parts of one", () => {
    const { read, state } = node()
    state.store = 1_600_000.75
    expect(read()).toBe(1_600_000)
  })

  it("shows exactly the store's time, though its own moves on while it reads", () => {
    const { read, state } = node()
    let moved = 1_000_000
    state.store = 1_600_000
    Object.defineProperty(state, "own", { get: () => (moved += 1) })
    expect(Array.from({ length: 20 }, read)).toEqual(Array(20).fill(1_600_000))
  })

  it("reports a difference of more than two seconds once, and again after it was gone", () => {
    const { read, reported, state } = node()
    for (const ahead of [2000, -2000, 2001, 3000, 1500, 2500]) {
      state.store = state.own + ahead
      read()
    }
    expect(reported).toEqual([2001])
    for (const ahead of [1000, -2001]) {
      state.store = state.own + ahead
      read()
    }
    expect(reported).toEqual([2001, -2001])
  })
})
