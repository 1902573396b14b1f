import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makeTurns } from "../src/steps/turns.ts"

const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

/** Calls of one key that end when the test says so, and the names of those that have begun. */
const calls = () => {
  const { inLine } = makeTurns()
  const begun: Array<string> = []
  const start = Effect.fnUntraced(function* (name: string, key = "a") {
    const gate = yield* Deferred.make<void>()
    const work = Effect.andThen(
      Effect.sync(() => begun.push(name)),
      Deferred.await(gate)
    )
    const fiber = yield* Effect.forkChild(inLine(key, work))
    yield* settled
    return { fiber, end: Effect.andThen(Deferred.succeed(gate, undefined), settled) }
  })
  return { begun, start }
}

const run = <A>(program: Effect.Effect<A>) => Effect.runPromise(Effect.provide(program, TestClock.layer()))

describe("GO6: calls of one key", () => {
  it("begin one after the other with a pause of 5 ms, and those of another key at once", () =>
    run(
      Effect.gen(function* () {
        const { begun, start } = calls()
        const one = yield* start("one")
        const two = yield* start("two")
        yield* start("three")
        yield* start("other", "b")
        expect(begun).toEqual(["one", "other"])
        yield* one.end
        yield* TestClock.adjust(4)
        expect(begun).toEqual(["one", "other"])
        yield* TestClock.adjust(1)
        expect(begun).toEqual(["one", "other", "two"])
        yield* two.end
        yield* TestClock.adjust(5)
        expect(begun).toEqual(["one", "other", "two", "three"])
      })
    ))

  it("begin at once when no other is in progress", () =>
    run(
      Effect.gen(function* () {
        const { begun, start } = calls()
        yield* (yield* start("one")).end
        yield* start("two")
        expect(begun).toEqual(["one", "two"])
      })
    ))

  it("wait for a slow one no longer than twice a second, whose end then passes nothing on", () =>
    run(
      Effect.gen(function* () {
        const { begun, start } = calls()
        const slow = yield* start("slow")
        yield* start("two")
        yield* start("three")
        yield* TestClock.adjust(999)
        expect(begun).toEqual(["slow"])
        yield* TestClock.adjust(6)
        expect(begun).toEqual(["slow", "two"])
        yield* slow.end
        yield* TestClock.adjust(900)
        expect(begun).toEqual(["slow", "two"])
        yield* TestClock.adjust(400)
        expect(begun).toEqual(["slow", "two", "three"])
      })
    ))

  it("leave the line when their callers leave, before and after they have begun", () =>
    run(
      Effect.gen(function* () {
        const { begun, start } = calls()
        const one = yield* start("one")
        const two = yield* start("two")
        yield* start("three")
        yield* Fiber.interrupt(two.fiber)
        yield* Fiber.interrupt(one.fiber)
        yield* settled
        yield* TestClock.adjust(5)
        expect(begun).toEqual(["one", "three"])
      })
    ))
})
