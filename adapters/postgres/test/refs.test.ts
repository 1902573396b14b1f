import type { Declaration, Ref } from "@countersign/core"
import { describe, expect, it } from "vitest"
import { loading, loadOf } from "../src/load.ts"
import type { PoolQuery } from "../src/Pool.ts"
import { tablesIn } from "../src/table.ts"
import { here, things } from "./things.ts"

const owned = (values: Extract<Ref, { readonly by: "index" }>["values"], limit = 9): Ref => ({
  ...here,
  by: "index",
  index: "owner",
  values,
  limit
})
const ownerOf = (id: string, collection: Declaration = things) => ({ collection, id, field: "owner" })
const byId = (id: string): Ref => ({ ...here, by: "id", id })

/** The statement of loads that share a text. */
const sentFor = async (...loads: ReadonlyArray<ReadonlyArray<Ref>>): Promise<PoolQuery> => {
  const sent: Array<PoolQuery> = []
  const tables = tablesIn('"countersign"')
  const load = loading(tables, async (statement) => {
    sent.push(statement)
    return { rows: [] }
  })
  await load(
    loads.map((refs) => loadOf(tables, refs)),
    { until: 0 }
  )
  const [statement] = sent
  if (statement === undefined || sent.length > 1) throw new Error("loads of one text are one statement")
  return statement
}

describe("a load", () => {
  it("has a text of its refs: what is asked of which table, and the order", () => {
    const tables = tablesIn('"countersign"')
    const shapes = [
      [byId("x")],
      [byId("x"), byId("y")],
      [{ ...here, by: "unique", key: "name", values: ["x"] } as const],
      [owned(["x"])],
      [owned([ownerOf("x")])],
      [owned([{ ...ownerOf("x"), field: "name" }])],
      [owned([ownerOf("x", { ...things, name: "others" })])],
      [owned(["x"]), byId("x")],
      [byId("x"), owned(["x"])]
    ].map((refs) => loadOf(tables, refs).text)
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it("differs from others of its text in its values alone, and shares their prepared statement", async () => {
    const [one, other] = await Promise.all([
      sentFor([byId("x"), owned(["o"], 8), owned([ownerOf("s")])]),
      sentFor([{ ...byId("y"), environment: "production/acme" }, owned(["p"], 7), owned([ownerOf("t")])])
    ])
    expect([one?.name, one?.text]).toEqual([other?.name, other?.text])
    const [sandbox, production] = [one?.values[0], other?.values[0]]
    expect([one?.values, other?.values]).toEqual([
      [sandbox, "x", sandbox, "o", 8, sandbox, "s", 9],
      [production, "y", sandbox, "p", 7, sandbox, "t", 9]
    ])
    expect(production).not.toBe(sandbox)
  })

  it("is one statement with others of its text, whose values are lists", async () => {
    const { values } = await sentFor([byId("x"), owned(["o"], 8)], [byId("y"), owned(["p"], 7)])
    const [sandbox] = Array.isArray(values[0]) ? values[0] : []
    expect(values).toEqual([
      [sandbox, sandbox],
      ["x", "y"],
      [sandbox, sandbox],
      ["o", "p"],
      [8, 7]
    ])
  })

  it("is the same whatever a collection contains besides its declaration", async () => {
    const more = { ...things, codec: { of: "things" } }
    const [one, other] = await Promise.all([
      sentFor([owned([ownerOf("x")])]),
      sentFor([{ ...owned([ownerOf("x", more)]), collection: more }])
    ])
    expect(one).toEqual(other)
  })

  it.each(["nickname", "__proto__", "constructor"])("by an undeclared key or index throws: %s", (name) => {
    const says = `postgres: the collection things has no key or index "${name}"`
    const tables = tablesIn('"countersign"')
    expect(() => loadOf(tables, [{ ...here, by: "unique", key: name, values: [] }])).toThrow(says)
    expect(() => loadOf(tables, [{ ...here, by: "index", index: name, values: [], limit: 1 }])).toThrow(says)
  })
})
