import { ALL } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { expect, it } from "vitest"
import { databaseOf, here, insert, storeOn } from "./things.ts"

it("ids that a text column would confuse are paged one by one, in code unit order", async () => {
  const store = await storeOn(databaseOf())
  const ids = ["", "a", "a\0", "a\0b", "\ud800", "\udc00", "\ud83e\udd8a", "\ufffd", "\uffff"]
  await Effect.runPromise(
    store.commit(
      ids.map((id) => insert(id)),
      []
    )
  )
  const seen: Array<string> = []
  let after: { readonly createdAt: number; readonly id: string } | undefined
  do {
    const [row] = await Effect.runPromise(
      store.find({ ...here, index: ALL, limit: 1, ...(after === undefined ? {} : { after }) })
    )
    if (row !== undefined) seen.push(row.id)
    after = row
  } while (after !== undefined && seen.length <= ids.length)
  expect(seen).toEqual(ids.toSorted().toReversed())
})
