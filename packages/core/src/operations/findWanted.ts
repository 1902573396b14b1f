import { Effect } from "effect"
import type { Millis } from "../model/Environment.ts"
import type { Page, PageRequest, Position } from "../model/Page.ts"
import type { Collection } from "../store/Collection.ts"
import { stored } from "../store/records.ts"
import { type Query, Store } from "../store/Store.ts"

/** What is looked for among the records of one index, or of a whole collection. */
export interface Wanted<A> extends Pick<Query, "environment" | "index" | "order"> {
  readonly collection: Collection<A>
  readonly isWanted: (value: A) => boolean
  /** Of when the records are; both included. */
  readonly since?: Millis | undefined
  readonly until?: Millis | undefined
}

/** How many records one call looks at. A page that would need more is shorter, and says where to go on. */
const LOOKS = 1000
const BATCH = 100

/** Records, newest first or oldest. What no index narrows is passed over, a bounded number a call. */
export const findWanted = Effect.fnUntraced(function* <A>(
  { isWanted, since = 0, until, ...query }: Wanted<A>,
  { after, limit }: PageRequest
) {
  const store = yield* Store
  const items: Array<A> = []
  let position = after ?? (query.order === "oldest" ? { createdAt: since, id: "" } : startOf(until))
  // Most pages pass over nothing: the first look is no longer than such a one needs.
  let asked = limit + 1
  for (let looked = 0; looked < LOOKS; looked += BATCH) {
    const rows = yield* store.find({ ...query, limit: asked, ...(position === undefined ? {} : { after: position }) })
    for (const row of rows) {
      const { createdAt, value } = stored(query.collection, row)
      // Further on there is none of the time that is asked for.
      if (query.order === "oldest" ? createdAt > (until ?? createdAt) : createdAt < since) return pageOf(items)
      const isOne = createdAt >= since && createdAt <= (until ?? createdAt) && isWanted(value)
      if (isOne && items.length === limit) return pageOf(items, position)
      if (isOne) items.push(value)
      position = { createdAt, id: row.id }
    }
    if (rows.length < asked) return pageOf(items)
    asked = BATCH
  }
  return pageOf(items, position)
})

const pageOf = <A>(items: ReadonlyArray<A>, next?: Position): Page<A> => ({
  items,
  ...(next === undefined ? {} : { next })
})

/** Nothing is newer than the end, whatever its id. */
const startOf = (until: Millis | undefined): Position | undefined =>
  until === undefined ? undefined : { createdAt: until + 1, id: "" }
