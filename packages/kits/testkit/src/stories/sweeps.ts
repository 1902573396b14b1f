import { Effect } from "@countersign/core/effect"
import { commit, find, foundIds, idsOf, outcome, sweep } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byIndex, byKey, insert, lasting, others, replace, there, things } from "./things.ts"

export const sweeps: Chapter = {
  name: "sweep",
  stories: [
    story("I10: a sweep removes a record from its exact expiry millisecond on, in every environment", function* () {
      yield* commit([insert("a", { expiresAt: 1000 }), insert("b", { expiresAt: 1001 }, { in: there })])
      same("A record that has not expired is retained", yield* sweep([things], 999), 0)
      same("A record expires at its exact millisecond", yield* sweep([things], 1000), 1)
      same("A record that has not expired is retained", yield* foundIds({ environment: there }), ["b"])
      same("A sweep covers all environments", yield* sweep([things], 2000), 1)
      same("Swept records are gone", [yield* find({}), yield* find({ environment: there })], [[], []])
    }),
    story("a record without an expiry never expires", function* () {
      yield* commit([insert("a"), insert("b", { expiresAt: null })])
      same("A record without an expiry is retained", yield* sweep([things], 1_000_000), 0)
      same("A record without an expiry is retained", yield* foundIds({}), ["b", "a"])
    }),
    story("only the named collections are swept", function* () {
      yield* commit([insert("a", { expiresAt: 0 }), insert("b", { expiresAt: 0 }, { of: others })])
      same("A sweep of no collections removes nothing", yield* sweep([], 10), 0)
      same("A sweep covers the collections it is given", yield* sweep([others], 10), 1)
      same("Other collections are unchanged", yield* foundIds({}), ["a"])
    }),
    story("a collection without an expiry field is never swept", function* () {
      yield* commit([insert("a", { expiresAt: 0 }, { of: lasting })])
      same("A collection without expiry is retained", yield* sweep([lasting], 10), 0)
      same("A collection without expiry is retained", yield* foundIds({ collection: lasting }), ["a"])
    }),
    story("a sweep removes at most its limit over all collections together, and returns the count", function* () {
      const three = [3, 1, 2]
      yield* commit(three.map((expiresAt) => insert(`t${expiresAt}`, { expiresAt })))
      yield* commit(three.map((expiresAt) => insert(`n${expiresAt}`, { expiresAt }, { of: others })))
      const left = Effect.map(Effect.all([find({}), find({ collection: others })]), (all) => all.flat().length)
      same("A sweep is bounded", yield* sweep([others, things], 10, 4), 4)
      same("A sweep removes as many records as it returns", yield* left, 2)
      same("A limit of zero removes nothing", yield* sweep([others, things], 10, 0), 0)
      same("A sweep continues where the last one stopped", yield* sweep([others, things], 10, 4), 2)
      same("A sweep removes as many records as it returns", yield* left, 0)
    }),
    story("a swept record is removed from its keys and indexes", function* () {
      yield* commit([insert("a", { name: "x", owner: "o", expiresAt: 5 })])
      yield* sweep([things], 5)
      same("A swept record is not found by a key", yield* idsOf(byKey("name", ["x"])), [])
      same("A swept record is not found by an index", yield* idsOf(byIndex("owner", ["o"])), [])
      same("A swept record frees its id and key", yield* outcome([insert("a", { name: "x" })]), "written")
    }),
    story("a replace with a later expiry postpones the sweep", function* () {
      yield* commit([insert("a", { expiresAt: 5 })])
      yield* commit([replace("a", 1, { expiresAt: 50 })])
      same("The last written expiry applies", yield* sweep([things], 49), 0)
      same("The last written expiry applies", yield* sweep([things], 50), 1)
    }),
    story("an expired record is readable until it is swept", function* () {
      yield* commit([insert("a", { expiresAt: 0, name: "x" })])
      same("Expiry alone does not hide a record", yield* foundIds({}), ["a"])
      same("Expiry alone does not free a key", yield* outcome([insert("b", { name: "x" })]), "taken things")
    })
  ]
}
