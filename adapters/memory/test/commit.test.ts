import { ALL, Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import {
  atVersion,
  byId,
  byIndex,
  byKey,
  commit,
  here,
  idsOf,
  insert,
  others,
  outcome,
  remove,
  replace,
  rowOf,
  story,
  things
} from "./things.ts"

const dies = <A, E>(ask: Effect.Effect<A, E, Store>) =>
  Effect.map(Effect.exit(ask), (exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause))

describe("versions and times", () => {
  story(
    "a record starts at version 1 and each replace increments it",
    Effect.gen(function* () {
      yield* commit([insert("a", { n: 1 }, { at: 10 })])
      expect(yield* rowOf(byId("a"))).toEqual({
        environment: here,
        id: "a",
        version: 1,
        createdAt: 10,
        updatedAt: 10,
        body: { n: 1 }
      })
      yield* commit([replace("a", 1, { n: 2 }, { at: 20 })])
      expect(yield* rowOf(byId("a"))).toEqual({
        environment: here,
        id: "a",
        version: 2,
        createdAt: 10,
        updatedAt: 20,
        body: { n: 2 }
      })
    })
  )

  story(
    "an insert of an existing id, and a replace or remove at another version, conflict (D1, FS24)",
    Effect.gen(function* () {
      yield* commit([insert("a")])
      expect(yield* outcome([insert("a")])).toBe("taken things")
      expect(yield* outcome([replace("a", 2)])).toBe("version things")
      expect(yield* outcome([replace("unknown", 1)])).toBe("version things")
      expect(yield* outcome([remove("a", 2)])).toBe("version things")
      expect(yield* outcome([remove("unknown", 1)])).toBe("version things")
      expect(yield* outcome([insert("b", {}, { of: others }), remove("b", 1)])).toBe("version things")
    })
  )

  story(
    "a removed record is gone, and its id can be inserted again",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x", owner: "o" })])
      yield* commit([remove("a", 1)])
      expect(yield* rowOf(byId("a"))).toBeUndefined()
      expect(yield* rowOf(byKey("name", ["x"]))).toBeUndefined()
      expect(yield* idsOf(byIndex("owner", ["o"]))).toEqual([])
      expect(yield* outcome([insert("a", { name: "x" })])).toBe("written")
      expect((yield* rowOf(byId("a")))?.version).toBe(1)
    })
  )

  story(
    "a commit that changes one record twice dies and writes nothing",
    Effect.gen(function* () {
      expect(yield* dies(commit([insert("a"), insert("a")]))).toBe(true)
      expect(yield* rowOf(byId("a"))).toBeUndefined()
    })
  )
})

describe("I6: a unique key belongs to one record", () => {
  story(
    "an insert or a replace that would share a key conflicts",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x" }), insert("b", { name: "y" })])
      expect(yield* outcome([insert("c", { name: "x" })])).toBe("taken things")
      expect(yield* outcome([replace("b", 1, { name: "x" })])).toBe("taken things")
      expect(yield* outcome([insert("c", { name: "z" }), insert("d", { name: "z" })])).toBe("taken things")
      expect(yield* outcome([replace("a", 1, { name: "x", n: 2 })])).toBe("written")
      expect((yield* rowOf(byKey("name", ["x"])))?.id).toBe("a")
    })
  )

  story(
    "a composite key compares each field separately, and a body without one of them is exempt",
    Effect.gen(function* () {
      yield* commit([insert("a", { left: "1", right: "2" })])
      expect(yield* outcome([insert("b", { left: "1", right: "2" })])).toBe("taken things")
      expect(yield* outcome([insert("b", { left: "12", right: "" }), insert("c", { left: "", right: "12" })])).toBe(
        "written"
      )
      expect(yield* outcome([insert("d", { left: "1" }), insert("e", { left: "1" })])).toBe("written")
      const halfVoid = { left: "1", right: null }
      expect(yield* outcome([insert("f", halfVoid), insert("g", halfVoid)])).toBe("written")
      expect(yield* idsOf(byKey("pair", ["1", "2"]))).toEqual(["a"])
      expect(yield* idsOf(byKey("pair", ["1"]))).toEqual([])
      expect(yield* idsOf(byKey("pair", ["1:11:2"]))).toEqual([])
    })
  )

  story(
    "one commit can pass a key from record to record in either order, and swap two keys",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x" }), insert("b", { name: "y" })])
      yield* commit([replace("a", 1, {}), insert("c", { name: "x" })])
      yield* commit([insert("d", { name: "x" }), remove("c", 1)])
      expect((yield* rowOf(byKey("name", ["x"])))?.id).toBe("d")
      yield* commit([replace("b", 1, { name: "x" }), replace("d", 1, { name: "y" })])
      expect((yield* rowOf(byKey("name", ["x"])))?.id).toBe("b")
      expect((yield* rowOf(byKey("name", ["y"])))?.id).toBe("d")
      expect(yield* outcome([insert("e", { name: "x" })])).toBe("taken things")
    })
  )

  story(
    "two collections can have the same id and the same key",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x" }), insert("a", { name: "x" }, { of: others })])
      expect(yield* outcome([insert("b", { name: "x" }, { of: others })])).toBe("taken others")
    })
  )
})

describe("guards", () => {
  story(
    "a version guard passes at exactly its version, and not for a missing record (D2, FS24)",
    Effect.gen(function* () {
      yield* commit([insert("a")])
      expect(yield* outcome([insert("b")], [atVersion("a", 2)])).toBe("version things")
      expect(yield* outcome([insert("b")], [atVersion("z", 1)])).toBe("version things")
      expect(yield* outcome([insert("b")], [atVersion("a", 1)])).toBe("written")
      expect(yield* outcome([replace("a", 1)], [atVersion("a", 1)])).toBe("written")
    })
  )

  story(
    "I10: a before guard passes one millisecond earlier and fails at its exact millisecond, by the caller's clock",
    Effect.gen(function* () {
      yield* TestClock.setTime(999)
      expect(yield* outcome([insert("a")], [{ guard: "before", at: 1000 }])).toBe("written")
      yield* TestClock.adjust(1)
      expect(yield* outcome([insert("b")], [{ guard: "before", at: 1000 }])).toBe("late")
      yield* TestClock.adjust(1)
      const late = yield* Effect.flip(commit([insert("b")], [{ guard: "before", at: 1000 }]))
      expect(late).toMatchObject({ because: "late", collection: "" })
      expect(yield* rowOf(byId("b"))).toBeUndefined()
    })
  )

  story(
    "an undeclared key or index throws, whatever its name",
    Effect.gen(function* () {
      const store = yield* Store
      for (const wrong of ["nickname", "__proto__", "constructor"]) {
        const query = { collection: things, environment: here, index: { name: wrong, values: [] }, limit: 1 }
        const asks: ReadonlyArray<Effect.Effect<unknown, unknown, Store>> = [
          rowOf(byKey(wrong, ["x"])),
          idsOf(byIndex(wrong, ["x"])),
          store.find(query)
        ]
        for (const ask of asks) expect(yield* dies(ask)).toBe(true)
      }
    })
  )

  story(
    "two different collections of one name throw; the same declaration twice does not",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x" })])
      const repeated = {
        ...things,
        unique: { pair: ["left", "right"], name: ["name"] },
        indexes: { ownerKind: ["owner", "kind"], owner: ["owner"], all: [] }
      }
      expect(yield* outcome([insert("b", { name: "x" }, { of: repeated })])).toBe("taken things")
      expect(yield* dies(commit([insert("b", {}, { of: { ...things, unique: {} } })]))).toBe(true)
    })
  )
})

describe("a commit with several reasons to conflict", () => {
  const late = { guard: "before", at: 0 } as const
  const stale = atVersion("a", 7, { of: others })
  const missing = atVersion("z", 1)
  const [exists, removed] = [insert("a"), replace("gone", 1, {}, { of: others })]
  const shares = insert("b", { name: "x" }, { of: others })

  story(
    "reports the first one: guards in order, changes in order, then unique keys",
    Effect.gen(function* () {
      yield* commit([insert("a", { name: "x" }), insert("a", { name: "x" }, { of: others })])
      for (const changes of [[exists, removed, shares], [shares, removed, exists], []]) {
        expect(yield* outcome(changes, [late, stale, missing])).toBe("late")
        expect(yield* outcome(changes, [stale, missing, late])).toBe("version others")
        expect(yield* outcome(changes, [missing, late, stale])).toBe("version things")
      }
      expect(yield* outcome([shares, exists, removed])).toBe("taken things")
      expect(yield* outcome([shares, removed, exists])).toBe("version others")
      expect(yield* outcome([shares, insert("c", { name: "x" })])).toBe("taken others")
      expect(yield* outcome([insert("c", { name: "x" }), shares])).toBe("taken things")
    })
  )
})

describe("atomicity", () => {
  const good = [insert("new", { name: "n", owner: "o" }), replace("a", 1, { name: "moved" }), remove("b", 1)]
  for (const [what, changes, guards] of [
    ["an insert of an existing id", [insert("c")], []],
    ["a replace at another version", [replace("c", 7)], []],
    ["a remove at another version", [remove("c", 7)], []],
    ["a taken key", [insert("late", { name: "c" })], []],
    ["a version guard", [], [atVersion("c", 7)]],
    ["a before guard", [], [{ guard: "before", at: 0 }]]
  ] as const) {
    story(
      `a commit that fails by ${what} changes nothing`,
      Effect.gen(function* () {
        const store = yield* Store
        const everything = Effect.all([
          store.find({ collection: things, environment: here, index: ALL, limit: 100 }),
          store.load([byKey("name", ["n"]), byKey("name", ["moved"]), byKey("name", ["a"]), byIndex("owner", ["o"])])
        ])
        yield* commit([insert("a", { name: "a" }), insert("b", { name: "b" }), insert("c", { name: "c" })])
        const before = yield* everything
        expect(yield* outcome([...good, ...changes], guards)).not.toBe("written")
        expect(yield* outcome([...changes, ...good], guards)).not.toBe("written")
        expect(yield* everything).toEqual(before)
        expect(yield* outcome(good)).toBe("written")
      })
    )
  }
})
