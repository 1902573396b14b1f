import { Effect } from "effect"
import { commit, idsOf, load } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byId, byIndex, byKey, insert, others, replace, there, things } from "./things.ts"

/** The index ref whose first value stands in a field of another record. */
const through = (id: string, field: string, of = things) => byIndex("ownerKind", [{ collection: of, id, field }, "k"])

export const loads: Chapter = {
  name: "load",
  stories: [
    story("each ref is answered in its own place, and what is not there with nothing", () =>
      Effect.gen(function* () {
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
        same("Rows are answered in the order of the refs", ids, [["b"], [], ["a"], [], ["b", "a"], ["b"], ["b"]])
        same("No refs are answered with no rows", yield* load([]), [])
      })
    ),
    story("an index answers newest first, by createdAt and then id, and no more than asked", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("b", { owner: "o" }, { at: 5 }),
          insert("d", { owner: "o" }, { at: 1 }),
          insert("c", { owner: "o" }, { at: 5 }),
          insert("a", { owner: "p" }, { at: 9 })
        ])
        same("An index is read newest first", yield* idsOf(byIndex("owner", ["o"])), ["c", "b", "d"])
        same("An index is read up to its limit", yield* idsOf(byIndex("owner", ["o"], 2)), ["c", "b"])
        same("The limit keeps the newest", yield* idsOf(byIndex("owner", ["o"], 1)), ["c"])
      })
    ),
    story("a replace moves a record between the values of an index, and keeps its place in time", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { owner: "o" }, { at: 1 }), insert("b", { owner: "p" }, { at: 2 })])
        yield* commit([replace("a", 1, { owner: "p" }, { at: 9 })])
        same("A record has left its old value", yield* idsOf(byIndex("owner", ["o"])), [])
        same("The order is of createdAt, not updatedAt", yield* idsOf(byIndex("owner", ["p"])), ["b", "a"])
      })
    ),
    story("an index of two fields needs both", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("a", { owner: "o", kind: "k" }),
          insert("b", { owner: "o" }),
          insert("c", { owner: "o", kind: "l" })
        ])
        same("An index of two fields is read by both", yield* idsOf(byIndex("ownerKind", ["o", "k"])), ["a"])
        same("An index of one is not narrowed", yield* idsOf(byIndex("owner", ["o"])), ["c", "b", "a"])
      })
    ),
    story("an index value may stand in a field of another record", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("source", { owner: "o" }),
          insert("source", { owner: "p" }, { of: others }),
          insert("a", { owner: "o", kind: "k" }),
          insert("b", { owner: "p", kind: "k" })
        ])
        same("A value is followed to its record", yield* idsOf(through("source", "owner")), ["a"])
        same("A value is followed in its collection", yield* idsOf(through("source", "owner", others)), ["b"])
        yield* commit([replace("source", 1, { owner: "p" })])
        same("A value is read when it is used", yield* idsOf(through("source", "owner")), ["b"])
      })
    ),
    story("I9: a value is followed inside its environment only", () =>
      Effect.gen(function* () {
        yield* commit([
          insert("source", { owner: "o" }),
          insert("source", { owner: "p" }, { in: there }),
          insert("foreign", { owner: "p" }, { in: there }),
          insert("a", { owner: "o", kind: "k" }),
          insert("b", { owner: "p", kind: "k" })
        ])
        same("A value is followed in the ref's environment", yield* idsOf(through("source", "owner")), ["a"])
        same("Another environment's record is not there", yield* idsOf(through("foreign", "owner")), [])
      })
    ),
    story("where the record, the field or a text in it is missing, nothing is found", () =>
      Effect.gen(function* () {
        yield* commit([insert("source", { at: 7, list: ["o"], none: null }), insert("a", { owner: "o", kind: "k" })])
        same("No record, no value", yield* idsOf(through("nobody", "owner")), [])
        for (const field of ["owner", "at", "list", "none", "toString", "__proto__"]) {
          same(`No text in ${field}, no value`, yield* idsOf(through("source", field)), [])
        }
      })
    )
  ]
}
