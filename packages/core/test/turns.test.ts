import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { StoreUnavailable } from "../src/internal.ts"
import { makeTurns } from "../src/steps/turns.ts"

/** Work that waits for a gate, and the highest number that ran concurrently. */
const counted = () => {
  let atWork = 0
  let most = 0
  const until = (gate: Deferred.Deferred<void>) =>
    Effect.gen(function* () {
      atWork += 1
      most = Math.max(most, atWork)
      yield* Deferred.await(gate)
      atWork -= 1
    })
  return { until, most: () => most }
}

const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
const away = new StoreUnavailable({})

describe("work with a common key", () => {
  it("runs one at a time, including work that arrives while a waiting one runs", async () => {
    const most = await Effect.runPromise(
      Effect.gen(function* () {
        const { inTurn } = makeTurns()
        const work = counted()
        const [one, two] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const first = yield* Effect.forkChild(inTurn(["a", "a"], work.until(one)))
        const second = yield* Effect.forkChild(inTurn(["a"], work.until(two)))
        yield* settled
        yield* Deferred.succeed(one, undefined)
        yield* Fiber.join(first)
        const late = yield* Effect.forkChild(inTurn(["a"], work.until(two)))
        yield* settled
        yield* Deferred.succeed(two, undefined)
        yield* Fiber.join(second)
        yield* Fiber.join(late)
        return work.most()
      })
    )
    expect(most).toBe(1)
  })

  it("F9: fails for all waiting work when the store is unavailable; later work tries again", async () => {
    const reported = await Effect.runPromise(
      Effect.gen(function* () {
        const { inTurn } = makeTurns()
        const gate = yield* Deferred.make<void>()
        const failing = Effect.flip(inTurn(["a"], Effect.andThen(Deferred.await(gate), Effect.fail(away))))
        // The first caller comes again immediately, before the waiting one has received the failure.
        const repeated = Effect.zip(failing, inTurn(["a"], Effect.succeed("asked")))
        const first = yield* Effect.forkChild(repeated)
        const waiting = yield* Effect.forkChild(Effect.flip(inTurn(["a"], Effect.succeed("asked in vain"))))
        yield* settled
        yield* Deferred.succeed(gate, undefined)
        return [...(yield* Fiber.join(first)), yield* Fiber.join(waiting)]
      })
    )
    expect(reported).toEqual([away, "asked", away])
  })

  it("GO6: begins without its turn when the work before is stuck, and not while others begin", async () => {
    const reported = await Effect.runPromise(
      Effect.gen(function* () {
        const { inTurn } = makeTurns()
        const gate = yield* Deferred.make<void>()
        const done: Array<string> = []
        const named = (name: string) => Effect.sync(() => done.push(name))
        const work = (name: string, wait: Effect.Effect<unknown>) =>
          Effect.forkChild(inTurn(["a"], Effect.andThen(wait, named(name))))
        yield* work("one", Effect.sleep(1000))
        yield* work("two", Deferred.await(gate))
        yield* work("three", Effect.void)
        yield* settled
        yield* TestClock.adjust(14_999)
        // The first has ended, and the second begun.
        const before = [...done]
        yield* TestClock.adjust(14_999)
        const between = [...done]
        yield* TestClock.adjust(2)
        const after = [...done]
        yield* Deferred.succeed(gate, undefined)
        yield* settled
        return [before, between, after, [...done]]
      }).pipe(Effect.provide(TestClock.layer()))
    )
    expect(reported).toEqual([["one"], ["one"], ["one", "three"], ["one", "three", "two"]])
  })

  it("continues after a refusal or an unknown outcome, which affect only their own call", async () => {
    for (const own of ["refused", new StoreUnavailable({ because: "answered" })]) {
      const reported = await Effect.runPromise(
        Effect.gen(function* () {
          const { inTurn } = makeTurns()
          const gate = yield* Deferred.make<void>()
          const refused = Effect.andThen(Deferred.await(gate), Effect.fail(own))
          const first = yield* Effect.forkChild(Effect.flip(inTurn(["a"], refused)))
          const second = yield* Effect.forkChild(inTurn(["a"], Effect.succeed("done")))
          yield* settled
          yield* Deferred.succeed(gate, undefined)
          return [yield* Fiber.join(first), yield* Fiber.join(second)]
        })
      )
      expect(reported).toEqual([own, "done"])
    }
  })
})
