import { type Bucket, Throttle } from "@countersign/core"
import { storeThrottle } from "@countersign/core/internal"
import { rounds } from "@countersign/harness/rounds"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { memoryStore, memoryThrottle } from "../src/index.ts"

const KEYS = rounds(50_000, 10_000)

const bucket = (key: string, capacity: number, refillEvery: number): Bucket => ({
  environment: "sandbox/acme",
  key,
  capacity,
  refillEvery,
  consistency: "strong"
})
const consume = (...buckets: ReadonlyArray<Bucket>) =>
  Effect.flatMap(Throttle, (throttle) =>
    throttle.spend(buckets).pipe(
      Effect.as(0),
      Effect.catchTag("Throttled", ({ at, until }) => Effect.succeed(until - at))
    )
  )

const throttles: ReadonlyArray<readonly [string, Layer.Layer<Throttle>]> = [
  ["in memory", memoryThrottle],
  ["on a store", storeThrottle.pipe(Layer.provide(memoryStore))]
]

describe.each(throttles)("the throttle %s", (_, throttle) => {
  it.effect("O9: allows a burst, then one call per refill, and is exact to the millisecond", () =>
    Effect.gen(function* () {
      const mail = bucket("a", 3, 1000)
      expect([yield* consume(mail), yield* consume(mail), yield* consume(mail), yield* consume(mail)]).toEqual([
        0, 0, 0, 1000
      ])
      yield* TestClock.adjust("999 millis")
      expect(yield* consume(mail)).toBe(1)
      yield* TestClock.adjust("1 millis")
      expect([yield* consume(mail), yield* consume(mail)]).toEqual([0, 1000])
    }).pipe(Effect.provide(throttle))
  )

  it.effect("takes from every bucket or from none", () =>
    Effect.gen(function* () {
      const [narrow, wide] = [bucket("narrow", 1, 5000), bucket("wide", 2, 1000)]
      expect(yield* consume(narrow, wide)).toBe(0)
      expect(yield* consume(narrow, wide)).toBe(5000)
      expect([yield* consume(wide), yield* consume(wide)]).toEqual([0, 1000])
    }).pipe(Effect.provide(throttle))
  )

  it.effect(`O9: ${KEYS} keys are independent, and full buckets cost nothing`, () =>
    Effect.gen(function* () {
      for (let key = 0; key < KEYS; key += 1) {
        if (key % (KEYS / 10) === 0) yield* TestClock.adjust("1 seconds")
        expect(yield* consume(bucket(`k${key}`, 1, 1000))).toBe(0)
      }
      expect(yield* consume(bucket(`k${KEYS - 1}`, 1, 1000))).toBe(1000)
      expect(yield* consume(bucket("k0", 1, 1000))).toBe(0)
    }).pipe(Effect.provide(throttle))
  )

  it.effect("O9: in any pattern of calls, allows no more than burst and refills", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), async (waits) => {
          const passed = await Effect.runPromise(
            Effect.gen(function* () {
              let [at, through] = [0, 0]
              for (const wait of waits) {
                yield* TestClock.adjust(wait)
                at += wait
                if ((yield* consume(bucket("p", 4, 500))) === 0) through += 1
              }
              return through <= 4 + at / 500
            }).pipe(Effect.provide(throttle), Effect.provide(TestClock.layer()))
          )
          return passed
        })
      )
    )
  )
})
