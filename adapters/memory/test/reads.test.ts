import { ALL, type Json, type Ref, type Row, Store } from "@countersign/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryStore, serializedMemoryStore } from "../src/index.ts"
import {
  atVersion,
  byId,
  byIndex,
  byKey,
  commit,
  here,
  idsOf,
  insert,
  outcome,
  replace,
  rowOf,
  story,
  there,
  things
} from "./things.ts"

describe("load", () => {
  story(
    "returns each ref in its own place, and nothing for a missing record",
    Effect.gen(function* () {
      const store = yield* Store
      yield* commit([insert("a", { name: "x", owner: "o" }), insert("b", { owner: "o" }, { at: 1 })])
      const answers = yield* store.load([
        byId("b"),
        byId("nobody"),
        byKey("name", ["x"]),
        byKey("name", ["nobody"]),
        byIndex("owner", ["o"]),
        byId("b")
      ])
      expect(answers.map((rows) => rows.map(({ id }) => id))).toEqual([["b"], [], ["a"], [], ["b", "a"], ["b"]])
      expect(yield* store.load([])).toEqual([])
    })
  )

  story(
    "an index returns newest first, by createdAt and then id, up to its limit",
    Effect.gen(function* () {
      yield* commit([
        insert("b", { owner: "o" }, { at: 5 }),
        insert("d", { owner: "o" }, { at: 1 }),
        insert("c", { owner: "o" }, { at: 5 }),
        insert("a", { owner: "p" }, { at: 9 })
      ])
      expect(yield* idsOf(byIndex("owner", ["o"]))).toEqual(["c", "b", "d"])
      expect(yield* idsOf(byIndex("owner", ["o"], 2))).toEqual(["c", "b"])
    })
  )

  story(
    "resolves a field of another record of the same environment, and finds nothing if the record or its text is missing",
    Effect.gen(function* () {
      yield* commit([
        insert("source", { owner: "o", at: 7, list: ["o"] }),
        insert("source", { owner: "p" }, { in: there }),
        insert("text", "o"),
        insert("void", null),
        insert("a", { owner: "o", kind: "k" }),
        insert("b", { owner: "p", kind: "k" })
      ])
      const by = (id: string, field: string): Ref => ({
        collection: things,
        environment: here,
        by: "index",
        index: "ownerKind",
        values: [{ collection: things, id, field }, "k"],
        limit: 10
      })
      expect(yield* idsOf(by("source", "owner"))).toEqual(["a"])
      for (const [id, field] of [
        ["nobody", "owner"],
        ["source", "at"],
        ["source", "list"],
        ["source", "toString"],
        ["text", "0"],
        ["void", "owner"]
      ] as const) {
        expect(yield* idsOf(by(id, field))).toEqual([])
      }
    })
  )

  story(
    "an index of two fields matches both, and follows a replace",
    Effect.gen(function* () {
      yield* commit([insert("a", { owner: "o", kind: "k" }), insert("b", { owner: "o" })])
      expect(yield* idsOf(byIndex("ownerKind", ["o", "k"]))).toEqual(["a"])
      yield* commit([replace("a", 1, { owner: "p", kind: "k" }), replace("b", 1, { owner: "o", kind: "k" })])
      expect(yield* idsOf(byIndex("ownerKind", ["o", "k"]))).toEqual(["b"])
      expect(yield* idsOf(byIndex("owner", ["o"]))).toEqual(["b"])
      expect(yield* idsOf(byIndex("owner", ["p"]))).toEqual(["a"])
    })
  )

  story(
    "a value that is not a text is found by its JSON, in a key and in an index",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: 7, owner: true })])
      expect((yield* rowOf(byKey("name", ["7"])))?.id).toBe("a")
      expect(yield* idsOf(byIndex("owner", ["true"]))).toEqual(["a"])
      expect(yield* outcome([insert("b", { name: "7" })])).toBe("taken things")
    })
  )
})

describe("find", () => {
  const pages = Effect.fnUntraced(function* (limit: number, between: Effect.Effect<void, unknown, Store>) {
    const store = yield* Store
    const seen: Array<Row> = []
    for (;;) {
      const last = seen.at(-1)
      const page = yield* store.find({
        collection: things,
        environment: here,
        index: ALL,
        limit,
        ...(last === undefined ? {} : { after: { createdAt: last.createdAt, id: last.id } })
      })
      if (page.length === 0) return seen
      seen.push(...page)
      yield* between
    }
  })

  it("returns every existing record once, in order, during inserts between the pages", async () => {
    const moments = fc.uniqueArray(fc.tuple(fc.nat(5), fc.integer({ min: 100, max: 999 })), {
      selector: ([, id]) => id,
      maxLength: 25
    })
    await fc.assert(
      fc.asyncProperty(moments, moments, fc.integer({ min: 1, max: 7 }), (first, later, limit) =>
        Effect.gen(function* () {
          yield* commit(first.map(([at, id]) => insert(`old-${id}`, {}, { at })))
          const queue = later.map(([at, id]) => insert(`new-${id}`, {}, { at }))
          const disturb = Effect.suspend(() => commit(queue.splice(0, 2)))
          const seen = yield* pages(limit, disturb)
          const expected = first
            .map(([createdAt, id]) => ({ createdAt, id: `old-${id}` }))
            .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
          expect(seen.map(({ id }) => id).filter((id) => id.startsWith("old-"))).toEqual(expected.map(({ id }) => id))
          expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
        }).pipe(Effect.provide(memoryStore), Effect.runPromise)
      )
    )
  })

  story(
    "the record of a position may have been removed",
    Effect.gen(function* () {
      const store = yield* Store
      yield* commit([insert("a", {}, { at: 1 }), insert("c", {}, { at: 1 }), insert("d", {}, { at: 2 })])
      const after = (createdAt: number, id: string) =>
        Effect.map(
          store.find({ collection: things, environment: here, index: ALL, limit: 10, after: { createdAt, id } }),
          (rows) => rows.map(({ id }) => id)
        )
      expect(yield* after(1, "b")).toEqual(["a"])
      expect(yield* after(2, "a")).toEqual(["c", "a"])
      expect(yield* after(3, "")).toEqual(["d", "c", "a"])
      expect(yield* after(1, "a")).toEqual([])
    })
  )
})

describe("I9: environments are isolated", () => {
  story(
    "both can have the same id and key, and no read, guard or write of one affects the other",
    Effect.gen(function* () {
      const store = yield* Store
      yield* commit([insert("a", { name: "x", owner: "o" })])
      expect(yield* rowOf(byId("a", { in: there }))).toBeUndefined()
      expect(yield* rowOf(byKey("name", ["x"], { in: there }))).toBeUndefined()
      expect(yield* idsOf(byIndex("owner", ["o"], 9, { in: there }))).toEqual([])
      expect(yield* store.find({ collection: things, environment: there, index: ALL, limit: 9 })).toEqual([])
      expect(yield* outcome([], [atVersion("a", 1, { in: there })])).toBe("version things")
      expect(yield* outcome([replace("a", 1, {}, { in: there })])).toBe("version things")
      expect(yield* outcome([insert("a", { name: "x", owner: "o" }, { in: there })])).toBe("written")
      expect((yield* rowOf(byId("a", { in: there })))?.environment).toBe(there)
      expect((yield* rowOf(byId("a")))?.environment).toBe(here)
    })
  )
})

describe("untrusted names", () => {
  for (const name of ["__proto__", "constructor", "toString", "", '"],["', "a\u0000b", "\ud800"]) {
    story(
      `${JSON.stringify(name)} is accepted as an id, a key and an index value`,
      Effect.gen(function* () {
        expect(yield* rowOf(byId(name))).toBeUndefined()
        expect(yield* rowOf(byKey("name", [name]))).toBeUndefined()
        yield* commit([insert(name, { name, owner: name })])
        expect((yield* rowOf(byId(name)))?.body).toEqual({ name, owner: name })
        expect((yield* rowOf(byKey("name", [name])))?.id).toBe(name)
        expect(yield* idsOf(byIndex("owner", [name]))).toEqual([name])
        expect(yield* outcome([insert("b", { name })])).toBe("taken things")
      })
    )
  }

  it("different sequences of values are different keys and lists", async () => {
    // Values that contain the separators of the encoding.
    const value = fc.string({
      unit: fc.constantFrom("0", "1", "2", ":", ",", '"', "[", "]", " ", "\u0000"),
      maxLength: 6
    })
    const pair = fc.tuple(value, value)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(pair, { maxLength: 12, comparator: "SameValue", selector: (one) => JSON.stringify(one) }),
        (pairs) =>
          Effect.gen(function* () {
            const bodies = pairs.map(([left, right]) => ({ left, right, owner: left, kind: right }))
            expect(yield* outcome(bodies.map((body, n) => insert(`r${n}`, body)))).toBe("written")
            for (const [n, { kind, left, owner, right }] of bodies.entries()) {
              expect(yield* idsOf(byKey("pair", [left, right]))).toEqual([`r${n}`])
              expect(yield* idsOf(byIndex("ownerKind", [owner, kind]))).toEqual([`r${n}`])
              expect(yield* outcome([insert("other", { left, right })])).toBe("taken things")
            }
          }).pipe(Effect.provide(memoryStore), Effect.runPromise)
      )
    )
  })
})

describe.each([
  ["the store", memoryStore],
  ["the serialized store", serializedMemoryStore]
])("%s", (_, store) => {
  story(
    "stores a copy: changing a body after its commit, at any depth, changes nothing in the store",
    Effect.gen(function* () {
      const body = { name: "x", list: [{ n: 1 }], void: null }
      yield* commit([insert("a", body)])
      body.name = "y"
      body.list.push({ n: 2 })
      Object.assign(body.list[0] ?? {}, { n: 3 })
      expect((yield* rowOf(byId("a")))?.body).toEqual({ name: "x", list: [{ n: 1 }], void: null })
    }),
    store
  )

  story(
    "returns frozen rows",
    Effect.gen(function* () {
      yield* commit([insert("a", { n: 1 })])
      const row = yield* rowOf(byId("a"))
      expect(() => Object.assign(row ?? {}, { version: 9 })).toThrow(TypeError)
      expect(yield* rowOf(byId("a"))).toMatchObject({ version: 1, body: { n: 1 } })
    }),
    store
  )

  story(
    "returns the same body until its record changes, so that it is decoded once",
    Effect.gen(function* () {
      yield* commit([insert("a", { n: 1 })])
      const before = yield* rowOf(byId("a"))
      expect((yield* rowOf(byId("a")))?.body).toBe(before?.body)
      yield* commit([replace("a", 1, { n: 2 })])
      expect(before).toMatchObject({ version: 1, body: { n: 1 } })
      expect(yield* rowOf(byId("a"))).toMatchObject({ version: 2, body: { n: 2 } })
    }),
    store
  )

  story(
    "returns a body with an own key __proto__ unchanged, and adds no field to other records",
    Effect.gen(function* () {
      const body: Json = JSON.parse('{"__proto__":{"name":"x","dueAt":1},"n":1,"in":{"__proto__":[1]}}')
      yield* commit([insert("a", body)])
      expect(JSON.stringify((yield* rowOf(byId("a")))?.body)).toBe(JSON.stringify(body))
      expect(yield* rowOf(byKey("name", ["x"]))).toBeUndefined()
    }),
    store
  )

  it("shares nothing with another build of its layer", async () => {
    const ids = await Effect.runPromise(
      Effect.gen(function* () {
        yield* commit([insert("a")]).pipe(Effect.provide(store))
        return yield* rowOf(byId("a")).pipe(Effect.provide(store))
      })
    )
    expect(ids).toBeUndefined()
  })
})

describe("the serialized store", () => {
  story(
    "returns deeply frozen rows",
    Effect.gen(function* () {
      yield* commit([insert("a", { list: [{ n: 1 }] })])
      const row = yield* rowOf(byId("a"))
      const { list: inner } = (row?.body ?? {}) as { readonly list: ReadonlyArray<object> }
      expect(() => Object.assign(row?.body ?? {}, { list: [] })).toThrow(TypeError)
      expect(() => Object.assign(inner, { 0: {} })).toThrow(TypeError)
      expect(() => Object.assign(inner[0] ?? {}, { n: 2 })).toThrow(TypeError)
      expect(yield* rowOf(byId("a"))).toMatchObject({ version: 1, body: { list: [{ n: 1 }] } })
    }),
    serializedMemoryStore
  )

  story(
    "stores values outside JSON as their JSON text, as a database does",
    Effect.gen(function* () {
      const slip: Json = JSON.parse('{"at":0}', (_, value) => (value === 0 ? new Date(0) : value))
      yield* commit([insert("a", slip)])
      expect((yield* rowOf(byId("a")))?.body).toStrictEqual({ at: "1970-01-01T00:00:00.000Z" })
    }),
    serializedMemoryStore
  )
})
