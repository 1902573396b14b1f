import { commit, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byId, here, insert, others, remove, replace } from "./things.ts"

export const versions: Chapter = {
  name: "versions and times",
  stories: [
    story("a record starts at version 1, with createdAt and updatedAt set to the time of its insert", function* () {
      yield* commit([insert("a", { n: 1 }, { at: 10 })])
      same("An inserted record reads back as it was written, at version 1", yield* rowOf(byId("a")), {
        environment: here,
        id: "a",
        version: 1,
        createdAt: 10,
        updatedAt: 10,
        body: { n: 1 }
      })
    }),
    story("a replace increments the version, sets updatedAt and preserves createdAt", function* () {
      yield* commit([insert("a", { n: 1, gone: true }, { at: 10 })])
      for (const version of [1, 2, 3]) {
        yield* commit([replace("a", version, { n: version + 1 }, { at: 10 + version })])
        same("A replace writes a whole new body at the next version", yield* rowOf(byId("a")), {
          environment: here,
          id: "a",
          version: version + 1,
          createdAt: 10,
          updatedAt: 10 + version,
          body: { n: version + 1 }
        })
      }
    }),
    story("an insert of an existing id conflicts and does not change the record", function* () {
      yield* commit([insert("a", { n: 1 })])
      same("An insert of an existing id conflicts", yield* outcome([insert("a", { n: 2 })]), "taken things")
      same("A rejected insert changes nothing", (yield* rowOf(byId("a")))?.body, { n: 1 })
    }),
    story("a replace at a version other than the stored one conflicts", function* () {
      yield* commit([insert("a")])
      same("A replace at a later version conflicts", yield* outcome([replace("a", 2)]), "version things")
      yield* commit([replace("a", 1, { n: 2 })])
      same("A replace at an older version conflicts", yield* outcome([replace("a", 1)]), "version things")
      same("A replace of a missing record conflicts", yield* outcome([replace("z", 1)]), "version things")
      same("A rejected replace changes nothing", (yield* rowOf(byId("a")))?.body, { n: 2 })
    }),
    story("a remove at a version other than the stored one conflicts", function* () {
      yield* commit([insert("a")])
      yield* commit([replace("a", 1)])
      same("A remove at an older version conflicts", yield* outcome([remove("a", 1)]), "version things")
      same("A remove at a later version conflicts", yield* outcome([remove("a", 3)]), "version things")
      same("A remove of a missing record conflicts", yield* outcome([remove("z", 1)]), "version things")
      same("A rejected remove removes nothing", (yield* rowOf(byId("a")))?.version, 2)
    }),
    story("a conflict names its reason and its collection", function* () {
      yield* commit([insert("a", {}, { of: others })])
      const mixed = [insert("b"), insert("a", {}, { of: others })]
      same("A conflict names the collection it is about", yield* outcome(mixed), "taken others")
      const stale = [insert("b"), replace("a", 7, {}, { of: others })]
      same("A conflict names the collection it is about", yield* outcome(stale), "version others")
    })
  ]
}
