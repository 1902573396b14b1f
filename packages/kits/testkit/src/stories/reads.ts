import { Store } from "@countersign/core"
import { commit, idsOf, load, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story, within } from "./Story.ts"
import { atVersion, byId, byIndex, byKey, insert, others, remove, replace, there, things } from "./things.ts"

/** The index ref whose first value is read from a field of another record. */
const through = (id: string, field: string, of = things) => byIndex("ownerKind", [{ collection: of, id, field }, "k"])

export const loads: Chapter = {
  name: "load",
  stories: [
    story("each ref has its own place in the result, and a missing record has an empty one", function* () {
      yield* commit([
        insert("a", { name: "x", owner: "o" }),
        insert("b", { owner: "o" }, { at: 1 }),
        insert("b", { name: "x" }, { of: others })
      ])
      const answers = yield* load([
        byId("b"),
        byId("nobody"),
        byKey("name", ["x"]),
        byKey("name", ["nobody"]),
        byIndex("owner", ["o"]),
        byKey("name", ["x"], { of: others }),
        byId("b")
      ])
      const ids = answers.map((rows) => rows.map(({ id }) => id))
      same("Results follow the order of the refs", ids, [["b"], [], ["a"], [], ["b", "a"], ["b"], ["b"]])
      same("A load without refs returns an empty result", yield* load([]), [])
    }),
    story("recent rows, in a store that has them, are rows of an earlier load by id", function* () {
      const { recent } = yield* Store
      if (recent === undefined) return
      yield* commit([insert("a", { name: "x", owner: "o" })])
      same("No row is recent for an unknown id", recent([byId("nobody")]), undefined)
      const first = yield* load([byId("a")])
      within("A recent row is a row that was loaded", recent([byId("a")]), [undefined, first])
      for (const ref of [byIndex("owner", ["o"]), byKey("name", ["x"])]) {
        same("No row is recent for an index or a key", recent([byId("a"), ref]), undefined)
      }
      yield* commit([replace("a", 1, { name: "x" })])
      const next = yield* load([byId("a")])
      within("A recent row has a version that was stored", recent([byId("a")]), [undefined, first, next])
      same("A commit conflicts with an old recent row", yield* outcome([], [atVersion("a", 1)]), "version things")
      const afterwards = recent([byId("a")])
      within("A conflict drops the row that caused it", afterwards, [undefined, next])
    }),
    story("an index returns newest first, by createdAt and then id, up to its limit", function* () {
      yield* commit([
        insert("b", { owner: "o" }, { at: 5 }),
        insert("d", { owner: "o" }, { at: 1 }),
        insert("c", { owner: "o" }, { at: 5 }),
        insert("a", { owner: "p" }, { at: 9 })
      ])
      same("An index returns newest first", yield* idsOf(byIndex("owner", ["o"])), ["c", "b", "d"])
      same("An index ref returns at most its limit", yield* idsOf(byIndex("owner", ["o"], 2)), ["c", "b"])
      same("The limit returns the newest records", yield* idsOf(byIndex("owner", ["o"], 1)), ["c"])
    }),
    story("a replace moves a record to another index value and preserves its place in time", function* () {
      yield* commit([insert("a", { owner: "o" }, { at: 1 }), insert("b", { owner: "p" }, { at: 2 })])
      yield* commit([replace("a", 1, { owner: "p" }, { at: 9 })])
      same("A record is not found by its old value", yield* idsOf(byIndex("owner", ["o"])), [])
      same("Rows are ordered by createdAt, not updatedAt", yield* idsOf(byIndex("owner", ["p"])), ["b", "a"])
    }),
    story("an index of two fields matches both", function* () {
      yield* commit([
        insert("a", { owner: "o", kind: "k" }),
        insert("b", { owner: "o" }),
        insert("c", { owner: "o", kind: "l" })
      ])
      same("An index of two fields is queried by both", yield* idsOf(byIndex("ownerKind", ["o", "k"])), ["a"])
      same("An index of one field ignores the other", yield* idsOf(byIndex("owner", ["o"])), ["c", "b", "a"])
    }),
    story("an index value may be a field of another record", function* () {
      yield* commit([
        insert("source", { owner: "o" }),
        insert("source", { owner: "p" }, { of: others }),
        insert("a", { owner: "o", kind: "k" }),
        insert("b", { owner: "p", kind: "k" })
      ])
      same("A field reference is resolved to its record", yield* idsOf(through("source", "owner")), ["a"])
      same("A field reference is resolved in its collection", yield* idsOf(through("source", "owner", others)), ["b"])
      yield* commit([replace("source", 1, { owner: "p" })])
      same("A field reference is resolved at the time of the read", yield* idsOf(through("source", "owner")), ["b"])
    }),
    story("I9: a field reference is resolved inside its environment only", function* () {
      yield* commit([
        insert("source", { owner: "o" }),
        insert("source", { owner: "p" }, { in: there }),
        insert("foreign", { owner: "p" }, { in: there }),
        insert("a", { owner: "o", kind: "k" }),
        insert("b", { owner: "p", kind: "k" })
      ])
      same("A field reference is resolved in the ref's environment", yield* idsOf(through("source", "owner")), ["a"])
      same("A record of another environment is not found", yield* idsOf(through("foreign", "owner")), [])
    }),
    story("a field reference finds nothing when the record, the field or its text is missing", function* () {
      yield* commit([insert("source", { at: 7, list: ["o"], none: null }), insert("a", { owner: "o", kind: "k" })])
      same("A missing record has no value", yield* idsOf(through("nobody", "owner")), [])
      for (const field of ["owner", "at", "list", "none", "toString", "__proto__"]) {
        same(`No text in ${field}, no value`, yield* idsOf(through("source", field)), [])
      }
    }),
    story("a removed record is not returned by any read, and its id and keys can be reused", function* () {
      yield* commit([insert("a", { name: "x", owner: "o" })])
      yield* commit([remove("a", 1)])
      same("A removed record is not found by id", yield* idsOf(byId("a")), [])
      same("A removed record is not found by a unique key", yield* idsOf(byKey("name", ["x"])), [])
      same("A removed record is not found by an index", yield* idsOf(byIndex("owner", ["o"])), [])
      same("A removed record frees its id and keys", yield* outcome([insert("a", { name: "x" })]), "written")
      same("A record inserted again starts at version 1", (yield* rowOf(byId("a")))?.version, 1)
    })
  ]
}
