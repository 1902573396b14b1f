import { randomUUID } from "node:crypto"
import type { Declaration, Ref } from "@countersign/core"
import { describe, expect, it } from "vitest"
import { instantOf, textsOf } from "../src/addresses.ts"
import { commitBatch, loadBatch } from "../src/batchQueue.ts"
import { commitPlan } from "../src/commitPlan.ts"
import { loadOf } from "../src/load.ts"
import { declarations } from "../src/postgres.ts"
import { fromColumn, rowOf, toColumn } from "../src/rows.ts"
import { arrays, columnsOf, fixed } from "../src/Statement.ts"
import { schemaName } from "../src/schemaName.ts"
import { atVersion, here, insert, replace, things } from "./things.ts"

describe("the text values of fields", () => {
  it.each([
    [{ a: "x", b: 7 }, ["x", "7"]],
    [{ a: "", b: { c: null } }, ["", '{"c":null}']],
    [{ a: "x", b: false }, ["x", "false"]],
    [{ a: "x", b: null }, undefined],
    [{ a: "x" }, undefined],
    ["ab", undefined],
    [["a", "b"], undefined],
    [null, undefined]
  ])("of %j: %j", (body, texts) => expect(textsOf(body, ["a", "b"])).toEqual(texts))

  it("that objects inherit are ignored, and a missing field has none", () => {
    expect(textsOf({}, ["toString"])).toBeUndefined()
    expect(textsOf({}, [])).toEqual([])
  })

  it("are missing in a text or a list, including their built-in properties", () => {
    for (const body of ["ab", ["a"]]) {
      expect(textsOf(body, ["length"])).toBeUndefined()
      expect(instantOf(body, "length")).toBeNull()
    }
  })
})

describe("the instant in a field", () => {
  const MOST = Number.MAX_SAFE_INTEGER
  it.each([
    [{ at: 7 }, 7],
    [{ at: 7.1 }, 8],
    [{ at: -7.9 }, -7],
    [{ at: 1e300 }, MOST],
    [{ at: -1e300 }, -MOST],
    [{ at: "7" }, null],
    [{}, null],
    ["at", null]
  ])("of %j: %d", (body, instant) => expect(instantOf(body, "at")).toBe(instant))

  it("of a missing field is undefined", () => expect(instantOf({ undefined: 7 }, undefined)).toBeNull())
})

describe("an id in a text column", () => {
  it.each(["a", "", "Session:1", "😀"])("%j is stored unchanged", (id) => {
    expect([toColumn(id), fromColumn(id)]).toEqual([id, id])
  })

  it.each(["a\0b", "\ud800", "a\udfff", "\u0001", '\u0001"x"'])(
    "%j is stored as JSON behind a marker, and reads back",
    (id) => {
      expect(toColumn(id)).toBe(`\u0001${JSON.stringify(id)}`)
      expect(fromColumn(toColumn(id))).toBe(id)
    }
  )
})

describe("a row", () => {
  const columns = { id: "a", version: "2", created_at: "3", updated_at: "4", body: '{"deep":[{"n":1}]}' }
  /** Occurs in no earlier body, also when a test is repeated. */
  const unread = (): string => randomUUID()

  it("is parsed from texts, in the requested environment or its own", () => {
    const row = { id: "a", version: 2, createdAt: 3, updatedAt: 4, body: { deep: [{ n: 1 }] } }
    expect(rowOf(columns, "sandbox/acme")).toEqual({ ...row, environment: "sandbox/acme" })
    for (const environment of ["sandbox/acme", "production/acme"]) {
      expect(rowOf({ ...columns, environment })).toEqual({ ...row, environment })
    }
    for (const environment of ["staging/acme", "a sandbox/", "", null]) {
      expect(() => rowOf({ ...columns, environment })).toThrow("a record has an invalid environment")
    }
  })

  it("has a body that is parsed once and deeply frozen", () => {
    const body = `{"deep":[{"n":1}],"name":"${unread()}","none":null}`
    const [one, other] = [1, 2].map(() => rowOf({ ...columns, body }, "sandbox/acme").body)
    expect(one).toBe(other)
    const { deep } = one as { readonly deep: ReadonlyArray<object> }
    for (const part of [one, deep, deep[0]]) expect(Object.isFrozen(part)).toBe(true)
    expect(rowOf({ ...columns, body: "null" }, "sandbox/acme").body).toBeNull()
  })

  it.each([
    [1023, true],
    [1024, false]
  ])("of a body of %d characters is cached: %s", (length, isKept) => {
    const body = JSON.stringify([unread().padEnd(length - 4, "x")])
    const [one, other] = [rowOf({ ...columns, body }, "sandbox/acme"), rowOf({ ...columns, body }, "sandbox/acme")]
    expect(one.body === other.body).toBe(isKept)
  })
})

describe("a statement", () => {
  it("is named by its text alone", () => {
    const [one, other] = [fixed("select $1"), fixed("select $2")]
    expect(one(1)).toEqual({ name: one(2).name, text: "select $1", values: [1] })
    expect(one(1).name).toMatch(/^countersign_[0-9a-f]{32}$/u)
    expect(other(1).name).not.toBe(one(1).name)
  })

  it("takes lists of one type each, and rows as columns", () => {
    expect(arrays(["text", "bigint"])).toBe("$1::text[], $2::bigint[]")
    expect(
      columnsOf(2, [
        ["a", 1],
        ["b", 2]
      ])
    ).toEqual([
      ["a", "b"],
      [1, 2]
    ])
    expect(columnsOf(2, [])).toEqual([[], []])
  })
})

describe("the name of a schema", () => {
  it.each(["a", "_", "countersign_2", "a".repeat(63)])("%s is accepted", (name) => {
    expect(schemaName(name)).toBe(`"${name}"`)
  })
  it.each(["", "2a", "A", "a b", 'a"', "a\n", " a", "a".repeat(64)])("%j is rejected", (name) => {
    expect(() => schemaName(name)).toThrow(`postgres: ${JSON.stringify(name)} is not a valid schema name`)
  })
})

describe("a collection of a given name", () => {
  const other = (more: Partial<Declaration>): Declaration => ({ ...things, ...more })

  it("is the same in any order of its keys and indexes", () => {
    const two: Declaration = { name: "two", unique: { a: ["a"], b: ["b"] }, indexes: { c: ["c"], d: ["d"] } }
    const meet = declarations()
    meet(two)
    meet(two)
    meet({ ...two, unique: { b: ["b"], a: ["a"] }, indexes: { d: ["d"], c: ["c"] } })
    meet(other({ name: "others", unique: {} }))
  })

  it.each([
    ["keys", other({ unique: {} })],
    ["indexes", other({ indexes: { owner: ["owner"], all: ["owner"] } })],
    ["a due field", other({ due: "expiresAt" })],
    ["an expiry", other({ expiry: "dueAt" })]
  ])("with other %s throws", (_, declaration) => {
    const meet = declarations()
    meet(things)
    expect(() => meet(declaration)).toThrow('postgres: two different collections are named "things"')
  })
})

describe("the statements of one batch", () => {
  const load = (count: number) =>
    loadOf(Array.from({ length: count }, (_, n): Ref => ({ ...here, by: "id", id: `r${n}` })))
  const inserts = (mark: string, count: number) =>
    commitPlan(
      Array.from({ length: count }, (_, n) => insert(`${mark}${n}`)),
      []
    )

  it("contain loads of 256 refs in all, or one larger load", () => {
    const batches = loadBatch()
    expect([200, 57, 56, 1].map((count) => batches(load(count)))).toEqual([true, false, true, false])
    const alone = loadBatch()
    expect([257, 1].map((count) => alone(load(count)))).toEqual([true, false])
  })

  it("contain commits of 256 records in all, or one larger commit", () => {
    const batches = commitBatch()
    expect([batches(inserts("a", 200)), batches(inserts("b", 57)), batches(inserts("c", 56))]).toEqual([
      true,
      false,
      true
    ])
    const alone = commitBatch()
    expect([alone(inserts("a", 257)), alone(inserts("b", 1))]).toEqual([true, false])
  })

  it("contain commits that share no key, and no record that one of them writes", () => {
    const batches = commitBatch()
    const guarding = commitPlan([insert("x")], [atVersion("g", 1)])
    expect(batches(guarding)).toBe(true)
    // Two commits may guard the same record if neither writes it.
    expect(batches(commitPlan([insert("y")], [atVersion("g", 1)]))).toBe(true)
    expect(batches(commitPlan([replace("g", 1)], []))).toBe(false)
    expect(batches(commitPlan([insert("z")], [atVersion("x", 1)]))).toBe(false)
    expect(batches(commitPlan([insert("n", { name: "n" })], []))).toBe(true)
    expect(batches(commitPlan([insert("m", { name: "n" })], []))).toBe(false)
    expect(batches(commitPlan([insert("o")], [{ ...here, guard: "free", key: "name", values: ["n"] }]))).toBe(false)
  })
})
