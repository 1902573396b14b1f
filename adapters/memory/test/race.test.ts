import { Effect } from "effect"
import { describe, expect } from "vitest"
import { atVersion, byId, commit, free, insert, outcome, replace, rowOf, story } from "./things.ts"

const ROUNDS = 200
const RACERS = 64

/** All racers start from the same reading, and each gives way once before it writes. */
const race = Effect.fnUntraced(function* (write: (racer: number) => ReturnType<typeof outcome>) {
  const outcomes = yield* Effect.forEach(
    Array.from({ length: RACERS }, (_, racer) => racer),
    (racer) => Effect.andThen(Effect.yieldNow, write(racer)),
    { concurrency: "unbounded" }
  )
  return outcomes.filter((told) => told === "written").length
})

describe("I1: of 64 racers one wins, in each of 200 rounds", () => {
  story(
    "over the version of one record and the guarded version of another",
    Effect.gen(function* () {
      yield* commit([insert("request"), insert("account")])
      for (let round = 1; round <= ROUNDS; round++) {
        const request = yield* rowOf(byId("request"))
        const winners = yield* race((racer) =>
          outcome(
            [replace("request", request?.version ?? 0, { racer }), insert(`effect-${round}`, { racer })],
            [atVersion("account", 1)]
          )
        )
        expect(winners).toBe(1)
        expect((yield* rowOf(byId("request")))?.body).toEqual((yield* rowOf(byId(`effect-${round}`)))?.body)
      }
      expect((yield* rowOf(byId("request")))?.version).toBe(ROUNDS + 1)
    })
  )

  story(
    "over one unique key",
    Effect.gen(function* () {
      for (let round = 1; round <= ROUNDS; round++) {
        const name = `name-${round}`
        expect(yield* race((racer) => outcome([insert(`${round}-${racer}`, { name })], [free("name", [name])]))).toBe(1)
      }
    })
  )

  story(
    "over one fresh id",
    Effect.gen(function* () {
      for (let round = 1; round <= ROUNDS; round++) {
        expect(yield* race((racer) => outcome([insert(`id-${round}`, { racer })]))).toBe(1)
      }
    })
  )
})
