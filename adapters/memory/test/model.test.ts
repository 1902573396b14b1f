import { Store } from "@countersign/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { memoryStore } from "../src/index.ts"
import { changesOf, collections, command, environments, guardOf, queryOf, refOf } from "./commands.ts"
import * as Model from "./Model.ts"
import { outcome } from "./things.ts"

const RUNS = 500

it("does and answers what an array with linear scans would, whatever it is told", async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40, size: "max" }), (commands) =>
      Effect.gen(function* () {
        const store = yield* Store
        const model = Model.emptyModel()
        for (const told of commands) {
          switch (told.do) {
            case "commit": {
              const changes = changesOf(model, told.with.changes)
              const guards = told.with.guards.map((drawn) => guardOf(model, drawn))
              const expected = Model.commit(model, changes, guards)
              seen.set(expected, (seen.get(expected) ?? 0) + 1)
              expect(yield* outcome(changes, guards)).toBe(expected)
              break
            }
            case "load": {
              const refs = told.with.refs.map(refOf)
              expect(yield* store.load(refs)).toEqual(Model.load(model, refs))
              break
            }
            case "find": {
              const query = queryOf(model, told.with)
              expect(yield* store.find(query)).toEqual(Model.find(model, query))
              break
            }
            case "claimDue": {
              const { collection, lease, limit } = told.with
              const expected = Model.claimDue(model, collection, lease, limit)
              expect(yield* store.claimDue(collection, model.now, lease, limit)).toEqual(expected)
              break
            }
            case "sweep":
              expect(yield* store.sweep(collections, model.now, told.with.limit)).toBe(
                Model.sweep(model, collections, told.with.limit)
              )
              break
            case "wait":
              model.now += told.with.millis
              yield* TestClock.setTime(model.now)
          }
          for (const collection of collections) {
            for (const environment of environments) {
              const all = { collection, environment, limit: 100 }
              expect(yield* store.find(all)).toEqual(Model.find(model, all))
            }
          }
        }
      }).pipe(Effect.provide(memoryStore), Effect.provide(TestClock.layer()), Effect.runPromise)
    ),
    { numRuns: RUNS }
  )
  // The run means nothing unless it met every outcome often.
  for (const told of ["written", "late", "taken things", "taken others", "version things", "version others"]) {
    expect(seen.get(told) ?? 0, told).toBeGreaterThan(20)
  }
})
