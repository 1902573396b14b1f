import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { StoreUnavailable } from "../src/internal.ts"
import { makeTurns } from "../src/rules/limits/turns.ts"

/** Work that waits to be let go, and how many of its kind were at it at once. */
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

describe("turns of one key", () => {
  it("are one at a time, for whoever comes while another who waited is at it too", async () => {
    const most = await Effect.runPromise(
      Effect.gen(function* () {
        const inTurn = makeTurns()
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

  it("F9: fail with a store that is away, for all who wait by then; who comes after that asks for himself", async () => {
    const told = await Effect.runPromise(
      Effect.gen(function* () {
        const inTurn = makeTurns()
        const gate = yield* Deferred.make<void>()
        const failing = Effect.flip(inTurn(["a"], Effect.andThen(Deferred.await(gate), Effect.fail(away))))
        // He comes again at once, while the other has yet to hear of it.
        const again = Effect.zip(failing, inTurn(["a"], Effect.succeed("asked")))
        const first = yield* Effect.forkChild(again)
        const waiting = yield* Effect.forkChild(Effect.flip(inTurn(["a"], Effect.succeed("asked in vain"))))
        yield* settled
        yield* Deferred.succeed(gate, undefined)
        return [...(yield* Fiber.join(first)), yield* Fiber.join(waiting)]
      })
    )
    expect(told).toEqual([away, "asked", away])
  })

  it("go on where one is refused: a refusal is his own", async () => {
    const told = await Effect.runPromise(
      Effect.gen(function* () {
        const inTurn = makeTurns()
        const gate = yield* Deferred.make<void>()
        const refused = Effect.andThen(Deferred.await(gate), Effect.fail("refused" as const))
        const first = yield* Effect.forkChild(Effect.flip(inTurn(["a"], refused)))
        const second = yield* Effect.forkChild(inTurn(["a"], Effect.succeed("done")))
        yield* settled
        yield* Deferred.succeed(gate, undefined)
        return [yield* Fiber.join(first), yield* Fiber.join(second)]
      })
    )
    expect(told).toEqual(["refused", "done"])
  })
})
