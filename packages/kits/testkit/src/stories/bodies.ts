import type { Json } from "@countersign/core"
import { commit, find, idsOf, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byId, byIndex, byKey, insert, replace } from "./things.ts"

const nested = (depth: number): Json => (depth === 0 ? "deep" : { in: [nested(depth - 1)] })
const numbers = [0, -1, 0.1, 1e21, 1e-7, 2 ** 53 - 1, -(2 ** 53 - 1), 1.7976931348623157e308, 0.30000000000000004]
// A letter composed and decomposed, both writing directions, astral planes, and what SQL and JSON escape.
const texts = ["é", "e\u0301", "\u202eabc", "𝔘🦊", "'; drop --", '"\\/\n\t\u2028', "", " ", "%_", "$1", "null"]

const bodies: ReadonlyArray<readonly [string, Json]> = [
  ["texts of every kind", { texts, [texts.join("")]: true }],
  ["numbers to their last digit", { numbers }],
  ["deep values", nested(40)],
  ["big arrays", { big: Array.from({ length: 20_000 }, (_, n) => n) }],
  ["long texts", { long: "0123456789".repeat(20_000) }],
  ["empty and null values", { list: [], object: {}, nothing: null, no: false, nested: [[], [null]] }],
  ["keys that objects inherit", JSON.parse('{"__proto__":{"name":"x","owner":"o"},"constructor":1,"toString":null}')],
  ["a text", "text"],
  ["a list", [1, "two", null]],
  ["null", null],
  ["U+0000", { text: "a\u0000b", "a\u0000b": 1 }],
  ["half a surrogate pair", { text: "a\ud800b", "\udc00": 1 }]
]

/** As JSON, where an own key __proto__ is visible and key order is normalized. */
const spelled = (json: Json | undefined): unknown =>
  json === undefined ? undefined : JSON.parse(JSON.stringify(json), (_, value) => sorted(value))

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value).toSorted() : value

const names = ["__proto__", "constructor", "", " ", '"],["', "'; drop --", "%", "é", "e\u0301", "a\u0000b", "\ud800"]

/** Tries to modify a row. A store may freeze its rows, so an exception is accepted too. */
const tampered = (row: object): void => {
  try {
    Object.assign(row, { version: 9 })
    for (const value of Object.values(row)) if (typeof value === "object" && value !== null) tampered(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

export const bodiesChapter: Chapter = {
  name: "stored values",
  stories: [
    ...bodies.map(([what, body]) =>
      story(`a body reads back as it was written: ${what}`, function* () {
        yield* commit([insert("a", body), insert("b")])
        yield* commit([replace("b", 1, body)])
        const stored = "A body reads back as it was written"
        same(stored, spelled((yield* rowOf(byId("a")))?.body), spelled(body))
        same(
          stored,
          (yield* find({})).map((row) => spelled(row.body)),
          [spelled(body), spelled(body)]
        )
        same("Only own fields are read as fields", yield* idsOf(byKey("name", ["x"])), [])
      })
    ),
    ...names.map((name) =>
      story(`${JSON.stringify(name)} is accepted as an id, a key and an index value`, function* () {
        same("The store is empty at the start", yield* idsOf(byId(name)), [])
        same("The store is empty at the start", yield* idsOf(byKey("name", [name])), [])
        yield* commit([insert("\ufffd", { name: "\ufffd", owner: "\ufffd" }), insert("b", { owner: "o" })])
        yield* commit([insert(name, { name, owner: name })])
        same("A record is found by its id", (yield* rowOf(byId(name)))?.body, { name, owner: name })
        same("A record is found by its key", yield* idsOf(byKey("name", [name])), [name])
        same("A record is found by its index", yield* idsOf(byIndex("owner", [name])), [name])
        same("A key belongs to one record", yield* outcome([insert("c", { name })]), "taken things")
      })
    ),
    story("changing a body after the commit changes nothing in the store", function* () {
      const body = { name: "x", list: [{ n: 1 }] }
      yield* commit([insert("a", body)])
      body.name = "y"
      body.list.push({ n: 2 })
      same("The store has its own copy of a body", (yield* rowOf(byId("a")))?.body, { name: "x", list: [{ n: 1 }] })
    }),
    story("changing a returned row changes nothing in the store", function* () {
      yield* commit([insert("a", { list: [{ n: 1 }] })])
      for (const rows of [yield* find({}), [yield* rowOf(byId("a"))]]) for (const row of rows) tampered(row ?? {})
      same("The store has its own copy of a body", (yield* rowOf(byId("a")))?.body, { list: [{ n: 1 }] })
      same("The store has its own copy of a body", (yield* find({}))[0]?.body, { list: [{ n: 1 }] })
    }),
    story("a returned row does not change when its record does", function* () {
      yield* commit([insert("a", { n: 1 })])
      const before = yield* rowOf(byId("a"))
      yield* commit([replace("a", 1, { n: 2 })])
      same("A row is a snapshot", [before?.version, before?.body], [1, { n: 1 }])
    })
  ]
}
