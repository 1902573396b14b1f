import { randomUUID } from "node:crypto"
import { Collection, type Declaration, type Ref } from "@countersign/core"
import { describe, expect, it } from "vitest"
import { commitBatch, loadBatch } from "../src/batchQueue.ts"
import { loadOf } from "../src/load.ts"
import { fixed } from "../src/Statement.ts"
import { rowOf, schemaName, tableOf, tablesIn } from "../src/table.ts"
import { noPool, sending } from "./sending.ts"
import { here, insert, things } from "./things.ts"

describe("the text values of fields", () => {
  it.each([
    [{ a: "x", b: 7 }, ["x", "7"]],
    [{ a: "", b: { c: null } }, ["", '{"c":null}']],
    [{ a: "x", b: false }, ["x", "false"]],
    [{ a: "x", b: null }, ["x", undefined]],
    [{ a: "x" }, ["x", undefined]],
    ["ab", [undefined, undefined]],
    [
      ["a", "b"],
      [undefined, undefined]
    ],
    [null, [undefined, undefined]]
  ])("of %j: %j", (body, texts) => expect(["a", "b"].map((field) => Collection.textOf(body, field))).toEqual(texts))

  it("that objects inherit are ignored", () => {
    expect(Collection.textOf({}, "toString")).toBeUndefined()
  })

  it("are missing in a text or a list, including their built-in properties", () => {
    for (const body of ["ab", ["a"]]) {
      expect(Collection.textOf(body, "length")).toBeUndefined()
      expect(Collection.instantOf(body, "length")).toBeUndefined()
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
    [{ at: "7" }, undefined],
    [{}, undefined],
    ["at", undefined]
  ])("of %j: %d", (body, instant) => expect(Collection.instantOf(body, "at")).toBe(instant))
})

describe("a row", () => {
  const columns = { id: "a", version: "2", created_at: "3", updated_at: "4", body: '{"deep":[{"n":1}]}' }
  const table = tableOf('"countersign"', things)
  /** Occurs in no earlier body, also when a test is repeated. */
  const unread = (): string => randomUUID()

  it("is parsed from texts, in the requested environment", () => {
    const row = { id: "a", version: 2, createdAt: 3, updatedAt: 4, body: { deep: [{ n: 1 }] } }
    for (const environment of ["sandbox/acme", "production/acme"] as const) {
      expect(rowOf(table, columns, environment)).toEqual({ ...row, environment })
    }
  })

  it("has a body that is parsed once and deeply frozen", () => {
    const body = `{"deep":[{"n":1}],"name":"${unread()}","none":null}`
    const [one, other] = [1, 2].map(() => rowOf(table, { ...columns, body }, "sandbox/acme").body)
    expect(one).toBe(other)
    const { deep } = one as { readonly deep: ReadonlyArray<object> }
    for (const part of [one, deep, deep[0]]) expect(Object.isFrozen(part)).toBe(true)
    expect(rowOf(table, { ...columns, body: "null" }, "sandbox/acme").body).toBeNull()
  })

  it.each([
    [1023, true],
    [1024, false]
  ])("of a body of %d characters is cached: %s", (length, isKept) => {
    const body = JSON.stringify([unread().padEnd(length - 4, "x")])
    const [one, other] = [1, 2].map(() => rowOf(table, { ...columns, body }, "sandbox/acme").body)
    expect(one === other).toBe(isKept)
  })
})

describe("a statement", () => {
  it("is named by its text alone", () => {
    const [one, other] = [fixed("select $1"), fixed("select $2")]
    expect(one(1)).toEqual({ name: one(2).name, text: "select $1", values: [1] })
    expect(one(1).name).toMatch(/^countersign_[0-9a-f]{32}$/u)
    expect(other(1).name).not.toBe(one(1).name)
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
    const tables = tablesIn('"countersign"')
    const table = tables(two)
    expect(tables(two)).toBe(table)
    expect(tables({ ...two, unique: { b: ["b"], a: ["a"] }, indexes: { d: ["d"], c: ["c"] } })).toBe(table)
    expect(tables(other({ name: "others", unique: {} }))).not.toBe(table)
  })

  it.each([
    ["keys", other({ unique: {} })],
    ["indexes", other({ indexes: { owner: ["owner"], all: ["owner"] } })],
    ["a due field", other({ due: "expiresAt" })],
    ["an expiry", other({ expiry: "dueAt" })],
    ["a prefix of ids", other({ prefix: "Thing" })],
    ["prefixes of fields", other({ prefixes: { owner: "Owner" } })]
  ])("with other %s throws", (_, declaration) => {
    const tables = tablesIn('"countersign"')
    tables(things)
    expect(() => tables(declaration)).toThrow('postgres: two different collections are named "things"')
  })
})

describe("the statements of one batch", () => {
  const tables = tablesIn('"countersign"')
  const { planned } = sending(noPool)
  const byId = (mark: string, count: number) =>
    loadOf(
      tables,
      Array.from({ length: count }, (_, n): Ref => ({ ...here, by: "id", id: `${mark}${n}` }))
    )
  const inserts = (mark: string, count: number) =>
    planned(Array.from({ length: count }, (_, n) => insert(`${mark}${n}`)))

  it("contain loads of one text and 256 refs in all, or one larger load", () => {
    const batches = loadBatch()
    expect(["a", "b", "c"].map((mark) => batches(byId(mark, 100)))).toEqual([true, true, false])
    const mixed = loadBatch()
    expect([2, 3, 2].map((count) => mixed(byId("a", count)))).toEqual([true, false, true])
    const alone = loadBatch()
    expect(["a", "b"].map((mark) => alone(byId(mark, 257)))).toEqual([true, false])
  })

  it("contain commits of 256 records in all, or one larger commit", () => {
    const batches = commitBatch()
    expect(["a", "b", "c"].map((mark) => batches(inserts(mark, 100)))).toEqual([true, true, false])
    const full = commitBatch()
    expect(["a", "b", "c"].map((mark) => full(inserts(mark, 128)))).toEqual([true, true, false])
    const alone = commitBatch()
    expect(["a", "b"].map((mark) => alone(inserts(mark, 257)))).toEqual([true, false])
  })
})
