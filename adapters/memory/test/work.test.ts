import { ALL, type Row, Store } from "@countersign/core"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import {
  byId,
  byKey,
  commit,
  here,
  insert,
  others,
  outcome,
  remove,
  replace,
  rowOf,
  story,
  there,
  things
} from "./things.ts"

const claim = (now: number, lease: number, limit: number) =>
  Effect.flatMap(Store, (store) => store.claimDue(things, now, lease, limit))

const claimed = (now: number, lease = 100, limit = 10) =>
  Effect.map(claim(now, lease, limit), (rows) => rows.map(({ id, version }) => `${id}@${version}`))

const swept = (now: number, limit = 10) => Effect.flatMap(Store, (store) => store.sweep([others, things], now, limit))

describe("claimDue", () => {
  story(
    "claims a record from its exact due millisecond, the earliest due first, in every environment",
    Effect.gen(function* () {
      yield* commit([
        insert("later", { dueAt: 1001 }),
        insert("now", { dueAt: 1000 }),
        insert("old", { dueAt: 10 }, { in: there }),
        insert("never", {}),
        insert("void", { dueAt: null })
      ])
      expect(yield* claimed(9)).toEqual([])
      expect(yield* claimed(1000)).toEqual(["old@2", "now@2"])
    })
  )

  story(
    "a lease is valid until its last millisecond and expires at the next; each claim increments the version",
    Effect.gen(function* () {
      yield* commit([insert("a", { dueAt: 0 }, { at: 7 })])
      expect(yield* claimed(1000, 100)).toEqual(["a@2"])
      expect(yield* claimed(1099)).toEqual([])
      expect(yield* claimed(1100)).toEqual(["a@3"])
      expect(yield* rowOf(byId("a"))).toMatchObject({ version: 3, createdAt: 7, updatedAt: 7 })
    })
  )

  story(
    "a claimed row is frozen, and reads return it",
    Effect.gen(function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      const [row] = yield* claim(0, 10, 1)
      expect(() => Object.assign(row ?? {}, { version: 9 })).toThrow(TypeError)
      expect(yield* rowOf(byId("a"))).toEqual(row)
    })
  )

  story(
    "a worker whose lease has expired cannot overwrite the next worker's result",
    Effect.gen(function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(0, 10)
      yield* claimed(10, 10)
      expect(yield* outcome([remove("a", 2)])).toBe("version things")
      expect(yield* outcome([remove("a", 3)])).toBe("written")
    })
  )

  story(
    "a replace ends the lease, and sets when the record is due again",
    Effect.gen(function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(0, 1000)
      yield* commit([replace("a", 2, { dueAt: 5 })])
      expect(yield* claimed(4)).toEqual([])
      expect(yield* claimed(5)).toEqual(["a@4"])
      yield* commit([replace("a", 4, {})])
      expect(yield* claimed(9999)).toEqual([])
    })
  )

  story(
    "returns at most its limit, and skips leased records",
    Effect.gen(function* () {
      yield* commit(["a", "b", "c"].map((id, dueAt) => insert(id, { dueAt })))
      expect(yield* claimed(10, 100, 2)).toEqual(["a@2", "b@2"])
      expect(yield* claimed(10, 100, 2)).toEqual(["c@2"])
      expect(yield* claimed(110, 100, 2)).toEqual(["a@3", "b@3"])
    })
  )

  story(
    "16 concurrent workers never claim the same record",
    Effect.gen(function* () {
      yield* commit(Array.from({ length: 100 }, (_, n) => insert(`r${n}`, { dueAt: n })))
      const worker = Effect.andThen(Effect.yieldNow, claim(1000, 50, 7))
      const rows = (yield* Effect.all(
        Array.from({ length: 16 }, () => worker),
        { concurrency: "unbounded" }
      )).flat()
      expect(rows).toHaveLength(100)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
    })
  )

  story(
    "a collection without a due field has no work",
    Effect.gen(function* () {
      yield* commit([insert("a", { dueAt: 0 }, { of: others })])
      const rows = yield* Effect.flatMap(Store, (store) => store.claimDue(others, 10, 10, 10))
      expect(rows).toEqual([])
    })
  )
})

describe("sweep", () => {
  story(
    "I10: removes a record from its exact expiry millisecond, in every environment, with keys and list entries",
    Effect.gen(function* () {
      yield* commit([
        insert("a", { expiresAt: 1000, name: "x" }),
        insert("b", { expiresAt: 1001 }, { in: there }),
        insert("c", {}),
        insert("text", { expiresAt: "0" }),
        insert("d", { expiresAt: 0 }, { of: others })
      ])
      expect(yield* swept(999)).toBe(0)
      expect(yield* swept(1000)).toBe(1)
      expect(yield* rowOf(byKey("name", ["x"]))).toBeUndefined()
      expect(yield* outcome([insert("a", { name: "x" })])).toBe("written")
      expect(yield* swept(2000)).toBe(1)
      const store = yield* Store
      expect(yield* store.find({ collection: things, environment: there, index: ALL, limit: 9 })).toEqual([])
      expect(yield* store.find({ collection: others, environment: here, index: ALL, limit: 9 })).toHaveLength(1)
    })
  )

  story(
    "its limit applies to all collections together, and the earliest expiry goes first",
    Effect.gen(function* () {
      const store = yield* Store
      const notes = { ...others, name: "notes", expiry: "expiresAt" }
      yield* commit([
        ...[3, 1, 2].map((expiresAt) => insert(`t${expiresAt}`, { expiresAt })),
        ...[3, 1, 2].map((expiresAt) => insert(`n${expiresAt}`, { expiresAt }, { of: notes }))
      ])
      expect(yield* store.sweep([notes, things], 10, 4)).toBe(4)
      expect(yield* store.find({ collection: notes, environment: here, index: ALL, limit: 9 })).toEqual([])
      const left = yield* store.find({ collection: things, environment: here, index: ALL, limit: 9 })
      expect(left.map(({ id }) => id)).toEqual(["t3", "t2"])
      expect(yield* store.sweep([notes, things], 10, 0)).toBe(0)
      expect(yield* store.sweep([], 10, 10)).toBe(0)
    })
  )

  story(
    "a replace with a later expiry postpones the sweep",
    Effect.gen(function* () {
      yield* commit([insert("a", { expiresAt: 5 })])
      yield* commit([replace("a", 1, { expiresAt: 50 })])
      expect(yield* swept(49)).toBe(0)
      expect(yield* swept(50)).toBe(1)
    })
  )
})

describe("records of one millisecond", () => {
  const places = ["b", "a", "B", "c"].flatMap((id) => [here, there].map((environment) => ({ id, environment })))
  const inOrder = ["B", "a", "b", "c"].flatMap((id) => [`production ${id}`, `sandbox ${id}`])
  const spelled = (rows: ReadonlyArray<Row>) => rows.map(({ environment, id }) => `${environment.split("/")[0]} ${id}`)

  story(
    "are claimed by id, then environment",
    Effect.gen(function* () {
      yield* commit(places.map(({ environment, id }) => insert(id, { dueAt: 5 }, { in: environment })))
      expect(spelled([...(yield* claim(5, 10, 3)), ...(yield* claim(5, 10, 9))])).toEqual(inOrder)
    })
  )

  story(
    "are swept by id, then environment",
    Effect.gen(function* () {
      const store = yield* Store
      yield* commit(places.map(({ environment, id }) => insert(id, { expiresAt: 5, dueAt: 5 }, { in: environment })))
      expect(yield* swept(5, 3)).toBe(3)
      const left = [here, there].map((environment) =>
        store.find({ collection: things, environment, index: ALL, limit: 9 })
      )
      const rows = (yield* Effect.all(left)).flat()
      expect(spelled(rows).toSorted()).toEqual(inOrder.slice(3).toSorted())
    })
  )
})
