import { Effect } from "effect"
import { commit, find, foundIds, idsOf, outcome, sweep } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byIndex, byKey, insert, others, replace, there, things } from "./things.ts"

export const sweeps: Chapter = {
  name: "sweep",
  stories: [
    story("I10: a record is removed from the very millisecond of its expiry on, in every environment", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { expiresAt: 1000 }), insert("b", { expiresAt: 1001 }, { in: there })])
        same("What has not expired is kept", yield* sweep([things], 999), 0)
        same("A record expires at its very millisecond", yield* sweep([things], 1000), 1)
        same("What has not expired is kept", yield* foundIds({ environment: there }), ["b"])
        same("A sweep is over all environments", yield* sweep([things], 2000), 1)
        same("What was swept is gone", [yield* find({}), yield* find({ environment: there })], [[], []])
      })
    ),
    story("a record without a time never expires", () =>
      Effect.gen(function* () {
        yield* commit([insert("a"), insert("b", { expiresAt: null })])
        same("A record that names no time is kept", yield* sweep([things], 1_000_000), 0)
        same("A record that names no time is kept", yield* foundIds({}), ["b", "a"])
      })
    ),
    story("only the collections that are named are swept", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { expiresAt: 0 }), insert("b", { expiresAt: 0 }, { of: others })])
        same("No collections, nothing to sweep", yield* sweep([], 10), 0)
        same("A sweep is of the collections it is given", yield* sweep([others], 10), 1)
        same("Another collection is left alone", yield* foundIds({}), ["a"])
      })
    ),
    story("a collection that declares no expiry is never swept", () =>
      Effect.gen(function* () {
        const { expiry: _, ...lasting } = { ...others, name: "lasting" }
        yield* commit([insert("a", { expiresAt: 0 }, { of: lasting })])
        same("A collection without expiry is kept", yield* sweep([lasting], 10), 0)
        same("A collection without expiry is kept", yield* foundIds({ collection: lasting }), ["a"])
      })
    ),
    story("a sweep removes no more than its limit, over all collections together, and says how many", () =>
      Effect.gen(function* () {
        const three = [3, 1, 2]
        yield* commit(three.map((expiresAt) => insert(`t${expiresAt}`, { expiresAt })))
        yield* commit(three.map((expiresAt) => insert(`n${expiresAt}`, { expiresAt }, { of: others })))
        const left = Effect.map(Effect.all([find({}), find({ collection: others })]), (all) => all.flat().length)
        same("A sweep is bounded", yield* sweep([others, things], 10, 4), 4)
        same("A sweep removes as many as it says", yield* left, 2)
        same("A limit of none removes none", yield* sweep([others, things], 10, 0), 0)
        same("A sweep goes on where it stopped", yield* sweep([others, things], 10, 4), 2)
        same("A sweep removes as many as it says", yield* left, 0)
      })
    ),
    story("what was swept has left its keys and indexes", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { name: "x", owner: "o", expiresAt: 5 })])
        yield* sweep([things], 5)
        same("A swept record is not found by a key", yield* idsOf(byKey("name", ["x"])), [])
        same("A swept record is not found by an index", yield* idsOf(byIndex("owner", ["o"])), [])
        same("A swept record frees id and key", yield* outcome([insert("a", { name: "x" })]), "written")
      })
    ),
    story("a replace that sets a later expiry saves the record", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { expiresAt: 5 })])
        yield* commit([replace("a", 1, { expiresAt: 50 })])
        same("The expiry that counts is the last one written", yield* sweep([things], 49), 0)
        same("The expiry that counts is the last one written", yield* sweep([things], 50), 1)
      })
    ),
    story("what has expired but was not swept is still there", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { expiresAt: 0, name: "x" })])
        same("Expiry alone hides nothing", yield* foundIds({}), ["a"])
        same("Expiry alone frees no key", yield* outcome([insert("b", { name: "x" })]), "taken things")
      })
    )
  ]
}
