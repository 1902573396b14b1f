import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type Bucket, Store, storeThrottle, Throttle } from "@countersign/core/internal"
import { makeMemoryStore } from "@countersign/memory"
import { it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { makeTurns } from "../../../src/steps/turns.ts"

// The flag exposes `gc` in contexts created from now on, so other tests need no special start.
setFlagsFromString("--expose-gc")
const collect: unknown = runInNewContext("gc")

/** Bytes of the heap that are still reachable. */
const heap = (): number => {
  if (typeof collect === "function") for (let time = 0; time < 3; time += 1) collect()
  return process.memoryUsage().heapUsed
}

const bucket = (key: string, reported: Bucket["consistency"], capacity: number): Bucket => ({
  environment: "sandbox/acme",
  key,
  capacity,
  refillEvery: 1000,
  consistency: reported
})

const node = Effect.gen(function* () {
  const store = Layer.succeed(Store, yield* makeMemoryStore)
  return Context.get(yield* Layer.build(storeThrottle.pipe(Layer.provide(store))), Throttle)
})

/** More keys than a node stores before it discards full buckets. */
const MANY = 10_100

/** Allowance for compiled code and object shapes per call. A queue or a bucket per call would need far more. */
const SLACK = 4_000_000

describe("FS26: the limiter", () => {
  it.effect("never discards a bucket that is not full, however many others the node stores", () =>
    Effect.gen(function* () {
      const throttle = yield* node
      // Capacity 80: the node does not write to the store before the tenth call, so no other node counts these calls.
      const consumed = bucket("spent", "eventual", 80)
      for (let call = 0; call < 80; call += 1) yield* throttle.spend([consumed])
      const refused = Effect.map(Effect.exit(throttle.spend([consumed])), ({ _tag }) => _tag)
      expect(yield* refused).toBe("Failure")
      for (let key = 0; key < MANY; key += 1) yield* throttle.spend([bucket(`other ${key}`, "eventual", 1000)])
      expect(yield* refused).toBe("Failure")
      yield* TestClock.adjust(1000)
      expect(yield* Effect.map(Effect.exit(throttle.spend([consumed])), ({ _tag }) => _tag)).toBe("Success")
      expect(yield* refused).toBe("Failure")
    })
  )

  it.effect("discards full buckets: ten times as many keys use no more memory", () =>
    Effect.gen(function* () {
      const throttle = yield* node
      const spendAll = (round: number) =>
        Effect.gen(function* () {
          for (let key = 0; key < MANY; key += 1) yield* throttle.spend([bucket(`${round} ${key}`, "eventual", 1000)])
          yield* TestClock.adjust(1000)
        })
      yield* spendAll(0)
      const before = heap()
      for (let round = 1; round <= 8; round += 1) yield* spendAll(round)
      expect(heap() - before).toBeLessThan(SLACK)
    })
  )

  it("stores no queue for a key after its last call", async () => {
    const inTurn = makeTurns().inTurn
    const turns = async (from: number, count: number) => {
      for (let key = from; key < from + count; key += 1) await Effect.runPromise(inTurn([`key ${key}`], Effect.void))
    }
    await turns(0, 2_000)
    const before = heap()
    await turns(2_000, 40_000)
    expect(heap() - before).toBeLessThan(SLACK)
  })

  it.effect("leaves no memory behind per call, whether it writes at once or later", () =>
    Effect.gen(function* () {
      const throttle = yield* node
      const [now, soon] = [bucket("strong", "strong", 1_000_000), bucket("eventual", "eventual", 1_000_000)]
      const calls = (count: number) =>
        Effect.gen(function* () {
          for (let call = 0; call < count; call += 1) yield* throttle.spend(call % 4 === 0 ? [now, soon] : [soon])
        })
      yield* calls(2_000)
      const before = heap()
      yield* calls(20_000)
      // A leak of 200 bytes per call would reach this bound.
      expect(heap() - before).toBeLessThan(SLACK)
    })
  )
})
