import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Collection from "../src/store/Collection.ts"
import { replace } from "../src/store/plans.ts"
import { stored } from "../src/store/records.ts"

const Item = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
const things = Collection.make({
  name: "things",
  schema: Schema.Struct({
    id: Schema.String,
    label: Schema.optionalKey(Schema.String),
    inner: Schema.optionalKey(Schema.Struct({ count: Schema.Int })),
    items: Schema.optionalKey(Schema.Array(Item)),
    state: Schema.optionalKey(Schema.TaggedUnion({ Open: { secret: Schema.String }, Closed: {} }))
  }),
  id: ({ id }) => id
})

/** The body that replaces `body` when the value changes as given. */
const replaced = (
  body: Collection.JsonObject,
  change: (value: typeof things.schema.Type) => typeof things.schema.Type
) => {
  const row = { environment: "sandbox/a", id: "x", version: 1, createdAt: 0, updatedAt: 0, body } as const
  const record = stored(things, row)
  const next = replace(record, change(record.value), 1)
  return next.op === "replace" ? next.body : undefined
}

describe("a record that a newer version wrote", () => {
  it.each<
    [
      string,
      Collection.JsonObject,
      (value: typeof things.schema.Type) => typeof things.schema.Type,
      Collection.JsonObject
    ]
  >([
    ["a member", { id: "x", risk: 7 }, (value) => ({ ...value, label: "b" }), { id: "x", label: "b", risk: 7 }],
    [
      "a member with every kind of content",
      { id: "x", risk: { a: [null, { b: 1 }] } },
      (value) => value,
      { id: "x", risk: { a: [null, { b: 1 }] } }
    ],
    [
      "a nested member",
      { id: "x", inner: { count: 1, unit: "s" } },
      (value) => ({ ...value, inner: { count: 2 } }),
      { id: "x", inner: { count: 2, unit: "s" } }
    ],
    [
      "a member of a changed item at its place",
      {
        id: "x",
        items: [
          { name: "a", rank: 1 },
          { name: "b", rank: 2 }
        ]
      },
      (value) => ({ ...value, items: (value.items ?? []).map((item) => ({ ...item, note: "n" })) }),
      {
        id: "x",
        items: [
          { name: "a", note: "n", rank: 1 },
          { name: "b", note: "n", rank: 2 }
        ]
      }
    ],
    [
      "a member of an item that moved",
      {
        id: "x",
        items: [
          { name: "a", rank: 1 },
          { name: "b", rank: 2 }
        ]
      },
      (value) => ({ ...value, items: [{ name: "c" }, ...(value.items ?? []).slice(1)] }),
      {
        id: "x",
        items: [
          { name: "c", rank: 1 },
          { name: "b", rank: 2 }
        ]
      }
    ],
    [
      "a member of the items that remain",
      {
        id: "x",
        items: [
          { name: "a", rank: 1 },
          { name: "b", rank: 2 }
        ]
      },
      (value) => ({ ...value, items: (value.items ?? []).slice(1) }),
      { id: "x", items: [{ name: "b", rank: 2 }] }
    ],
    [
      "a member beside a state that changed, and nothing known of the old state",
      { id: "x", state: { _tag: "Open", secret: "s", since: 5 } },
      (value) => ({ ...value, state: { _tag: "Closed" } }),
      { id: "x", state: { _tag: "Closed", since: 5 } }
    ],
    [
      "no known member that was removed",
      { id: "x", label: "old", risk: 7 },
      ({ label: _, ...value }) => value,
      { id: "x", risk: 7 }
    ],
    [
      "no member over one that this version now writes",
      { id: "x", risk: 7, items: [] },
      (value) => ({ ...value, label: "b" }),
      { id: "x", items: [], label: "b", risk: 7 }
    ]
  ])("GO4, D1: keeps %s through a replace", (_, body, change, expected) => {
    expect(replaced(body, change)).toEqual(expected)
  })

  it("GO4: keeps a member named __proto__ as a member", () => {
    const body = JSON.parse('{"id":"x","__proto__":{"polluted":true}}')
    const next = replaced(body, (value) => ({ ...value, label: "b" }))
    expect(JSON.stringify(next)).toBe('{"id":"x","label":"b","__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })

  it("GO4: is replaced as before if it has no unknown member", () => {
    expect(replaced({ id: "x", label: "a" }, (value) => ({ ...value, label: "b" }))).toEqual({ id: "x", label: "b" })
  })

  it("GO4: keeps a member through a second replace by a node that remembers what it wrote", () => {
    const row = {
      environment: "sandbox/a",
      id: "x",
      version: 1,
      createdAt: 0,
      updatedAt: 0,
      body: { id: "x", risk: 7 }
    } as const
    const first = stored(things, row)
    const value = { ...first.value, label: "b" }
    replace(first, value, 1)
    const second = replace({ ...row, collection: things, version: 2, value }, { ...value, label: "c" }, 2)
    expect(second).toMatchObject({ op: "replace", body: { id: "x", label: "c", risk: 7 } })
  })

  it("GO5: cannot be read if a value is unknown where it decides, and the error names the collection", () => {
    const body = { id: "x", state: { _tag: "Frozen" } }
    expect(() => things.decode(body)).toThrow(Collection.RecordUnreadable)
    expect(() => things.decode(body)).toThrow(expect.objectContaining({ check: "things" }))
  })
})
