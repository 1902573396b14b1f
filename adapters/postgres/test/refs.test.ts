import type { Declaration, Ref } from "@countersign/core"
import { expect, it } from "vitest"
import { loadOf } from "../src/load.ts"
import { here, things } from "./things.ts"

const spelled = (refs: ReadonlyArray<Ref>): ReadonlyArray<string> => loadOf(refs).map((one) => one.text)

const owned = (values: Extract<Ref, { readonly by: "index" }>["values"], limit = 9): Ref => ({
  ...here,
  by: "index",
  index: "owner",
  values,
  limit
})
const ownerOf = (id: string, collection: Declaration = things) => ({ collection, id, field: "owner" })

it("different refs are loaded separately", () => {
  const refs: ReadonlyArray<Ref> = [
    { ...here, by: "id", id: "x" },
    { ...here, environment: "production/acme", by: "id", id: "x" },
    { ...here, by: "unique", key: "name", values: ["x"] },
    { ...here, by: "unique", key: "phone", values: ["x"] },
    { ...here, by: "unique", key: "name", values: ["phone", "x"] },
    owned(["x"]),
    owned(["x"], 8),
    owned(["x", "y"]),
    owned([ownerOf("x")]),
    owned([ownerOf("y")]),
    owned([{ ...ownerOf("x"), field: "name" }]),
    owned([ownerOf("x", { ...things, name: "others" })])
  ]
  expect(new Set(spelled(refs)).size).toBe(refs.length)
})

it("equal refs are loaded once, whatever a collection contains besides its declaration", () => {
  const more = { ...things, codec: { of: "things" } }
  const [one, other] = spelled([owned([ownerOf("x")]), { ...owned([ownerOf("x", more)]), collection: more }])
  expect(one).toBe(other)
})
