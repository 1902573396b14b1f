import { Effect } from "effect"
import { type Created, isWithin, type Page, type PageRequest, type Position, startOf } from "../model/Page.ts"
import type { Collection } from "../store/Collection.ts"
import { readable, unlisted } from "../store/records.ts"
import { type Query, Store } from "../store/Store.ts"

/** A filtered query over one index or over a whole collection. */
export interface FilteredQuery<A> extends Pick<Query, "environment" | "index" | "order">, Created {
  readonly collection: Collection<A>
  readonly isWanted: (value: A) => boolean
}

/**
 * Maximum number of records that one call reads. A page that would need more is returned short, with the position to
 * continue from.
 */
const LOOKS = 1000
const BATCH = 100

/**
 * Returns matching records in order. Records that the index does not exclude are filtered here, up to a bounded number
 * per call.
 */
export const findMatching = Effect.fnUntraced(function* <A>(
  { isWanted, since: from, until: to, ...query }: FilteredQuery<A>,
  { after, limit, since = from ?? 0, until = to }: PageRequest
) {
  const store = yield* Store
  const items: Array<A> = []
  let position = after ?? (query.order === "oldest" ? { createdAt: since, id: "" } : startOf({ until }))
  // Most pages skip no record, so the first read is only as long as the page.
  let pageSize = limit + 1
  for (let scanned = 0; scanned < LOOKS; scanned += BATCH) {
    const rows = yield* store.find({
      ...query,
      limit: pageSize,
      ...(position === undefined ? {} : { after: position })
    })
    for (const row of rows) {
      const { createdAt } = row
      // All further records are outside the time range.
      if (query.order === "oldest" ? createdAt > (until ?? createdAt) : createdAt < since) return pageOf(items)
      if (isWithin({ since, until }, createdAt)) {
        const value = readable(query.collection, row)
        if (value === undefined) yield* unlisted(query.collection.name, row.id)
        else if (isWanted(value)) {
          if (items.length === limit) return pageOf(items, position)
          items.push(value)
        }
      }
      position = { createdAt, id: row.id }
    }
    if (rows.length < pageSize) return pageOf(items)
    pageSize = BATCH
  }
  return pageOf(items, position)
})

const pageOf = <A>(items: ReadonlyArray<A>, next?: Position): Page<A> => ({
  items,
  ...(next === undefined ? {} : { next })
})
