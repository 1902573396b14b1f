import { Effect } from "effect"
import { type Created, isWithin, type Page, type PageRequest, type Position, startOf } from "../model/Page.ts"
import { currentKey } from "../ports/EnvironmentRunner.ts"
import type { Collection } from "../store/Collection.ts"
import { byId, findPage, loadOne, readable, unlisted } from "../store/records.ts"
import { type Query, Store } from "../store/Store.ts"

/** Reads a record of the caller's environment by its id. Fails with `Missing` without one. */
export const readOne = Effect.fnUntraced(function* <A, E>(collection: Collection<A>, id: string, Missing: new () => E) {
  const record = yield* loadOne(byId(collection, yield* currentKey, id))
  return record === undefined ? yield* Effect.fail(new Missing()) : record.value
})

/** A query over one index or over a whole collection, in the caller's environment. */
interface OwnQuery<A> extends Pick<Query, "index" | "order"> {
  readonly collection: Collection<A>
}

/** A page of the caller's environment, newest first or in the given order. */
export const listPage = <A>(query: OwnQuery<A>, page: PageRequest) =>
  Effect.flatMap(currentKey, (environment) => findPage({ ...query, environment }, page))

interface FilteredQuery<A> extends OwnQuery<A>, Created {
  readonly isWanted: (value: A) => boolean
}

/**
 * Maximum number of records that one call reads. A page that would need more is returned short, with the position to
 * continue from.
 */
const LOOKS = 1000
const BATCH = 100

/**
 * Returns matching records of the caller's environment in order. Records that the index does not exclude are filtered
 * here, up to a bounded number per call.
 */
export const findMatching = Effect.fnUntraced(function* <A>(
  { isWanted, since: from, until: to, ...query }: FilteredQuery<A>,
  { after, limit, since = from ?? 0, until = to }: PageRequest
) {
  const store = yield* Store
  const environment = yield* currentKey
  const items: Array<A> = []
  let position = after ?? (query.order === "oldest" ? { createdAt: since, id: "" } : startOf({ until }))
  // Most pages skip no record, so the first read is only as long as the page.
  let pageSize = limit + 1
  for (let scanned = 0; scanned < LOOKS; scanned += BATCH) {
    const rows = yield* store.find({
      ...query,
      environment,
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
