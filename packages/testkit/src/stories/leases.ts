import { Effect } from "effect"
import { claim, claimed, commit, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byId, here, insert, others, remove, replace, there } from "./things.ts"

export const leases: Chapter = {
  name: "claimDue",
  stories: [
    story("a record is handed out from its very millisecond on, the longest due first", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("later", { dueAt: 1001 }),
          insert("now", { dueAt: 1000 }),
          insert("old", { dueAt: 10 }, { in: there, at: 900 }),
          insert("middle", { dueAt: 500 })
        ])
        same("What is not due is not handed out", yield* claimed(9), [])
        same("What is due is handed out, the longest due first", yield* claimed(1000), ["old@2", "middle@2", "now@2"])
        same("A record is due from its very millisecond", yield* claimed(1001), ["later@2"])
      })
    ),
    story("a record without a time, and a collection without the field, have no work", () =>
      Effect.gen(function* () {
        yield* commit([insert("never"), insert("void", { dueAt: null }), insert("a", { dueAt: 0 }, { of: others })])
        same("A record that names no time is never due", yield* claimed(1_000_000), [])
        same("A collection that declares no due field is never due", yield* claim(10, 10, 10, others), [])
      })
    ),
    story("a lease holds until its last millisecond, and is over at the next (I10)", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 0 })])
        yield* claimed(1000, 100)
        same("A leased record is handed to no other worker", yield* claimed(1000), [])
        same("A lease holds until its last millisecond", yield* claimed(1099), [])
        same("A lease is over when its time is", yield* claimed(1100), ["a@3"])
      })
    ),
    story("a claim adds one to the version and changes nothing else, and reads agree with it", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 0, n: 1 }, { at: 7 })])
        const before = yield* rowOf(byId("a"))
        const [row] = yield* claim(50, 10)
        same("A claim grows the version by one", row, { ...before, version: 2 })
        same("A claimed row is what is read from then on", yield* rowOf(byId("a")), row)
      })
    ),
    story("a worker whose lease ran out cannot write over the next one's work", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 0 })])
        yield* claimed(0, 10)
        yield* claimed(10, 10)
        same("A claim makes earlier versions stale", yield* outcome([remove("a", 2)]), "version things")
        same("The worker that holds the lease writes", yield* outcome([remove("a", 3)]), "written")
      })
    ),
    story("a replace ends the lease, and says when the record is due again", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 0 })])
        yield* claimed(0, 1000)
        yield* commit([replace("a", 2, { dueAt: 5 })])
        same("A replaced record waits for its new time", yield* claimed(4), [])
        same("A replace ends the lease", yield* claimed(5, 1000), ["a@4"])
        yield* commit([replace("a", 4, {})])
        same("A record without a time is done", yield* claimed(9999), [])
      })
    ),
    story("a lease does not outlive its record", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 0 })])
        yield* claimed(0, 1000)
        yield* commit([remove("a", 2)])
        yield* commit([insert("a", { dueAt: 0 })])
        same("A new record of the same id is not leased", yield* claimed(1), ["a@2"])
      })
    ),
    story("a claim takes no more than asked, and passes over what is leased", () =>
      Effect.gen(function* () {
        yield* commit(["a", "b", "c"].map((id, dueAt) => insert(id, { dueAt })))
        same("A claim is bounded, the longest due first", yield* claimed(10, 100, 2), ["a@2", "b@2"])
        same("A claim passes over what is leased", yield* claimed(10, 100, 2), ["c@2"])
        same("A lease that is over keeps its turn", yield* claimed(110, 100, 2), ["a@3", "b@3"])
      })
    ),
    story("a claim of named records takes those of one environment, due by a time of their own (FA2, I19)", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("a", { dueAt: 500 }),
          insert("b", { dueAt: 400 }),
          insert("late", { dueAt: 501 }),
          insert("never"),
          insert("other", { dueAt: 1 }),
          insert("a", { dueAt: 450 }, { in: there })
        ])
        const only = { environment: here, ids: ["a", "b", "late", "never", "absent", "a"], dueBy: 500 }
        same("A claim of none takes none", yield* claimed(10, 100, 10, { ...only, ids: [] }), [])
        same("A claim of named records is bounded, the longest due first", yield* claimed(10, 100, 1, only), ["b@2"])
        same("A claim of named records takes no other", yield* claimed(10, 100, 10, only), ["a@2"])
        same("A lease goes by the machine's time", yield* claimed(109, 100, 10, only), [])
        same("A lease expires by the machine's time", yield* claimed(110, 100, 10, only), ["b@3", "a@3"])
        same("What was not named is there for others", yield* claimed(500), ["other@2", "b@4", "a@2", "a@4"])
      })
    ),
    story("workers that claim at once never share a record, and leave none", () =>
      Effect.gen(function* () {
        yield* commit(Array.from({ length: 60 }, (_, n) => insert(`r${n}`, { dueAt: n })))
        const worker = Effect.andThen(Effect.yieldNow, claim(1000, 50, 5))
        const shares = yield* Effect.all(
          Array.from({ length: 12 }, () => worker),
          { concurrency: "unbounded" }
        )
        // Workers that meet may pass over what the other is about to lease, so what is left is claimed after them.
        const rest = yield* claim(1000, 50, 60)
        const ids = [...shares.flat(), ...rest].map(({ id }) => id)
        same("Two workers never share a record", new Set(ids).size, ids.length)
        same("Every record is handed to some worker", ids.length, 60)
        same(
          "Each of them was claimed once",
          [...shares.flat(), ...rest].every(({ version }) => version === 2),
          true
        )
      })
    )
  ]
}
