/**
 * Selects a page of a list. `limit` is 1 to 100, and 20 when absent; `cursor` is the `nextCursor` of the previous page.
 */
export interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Selects a page of the records that were created between two instants, in ISO 8601, both inclusive. */
export interface ListQuery extends PageQuery {
  readonly createdAfter?: string | undefined
  readonly createdBefore?: string | undefined
}

/** One page of a list, newest first. `nextCursor` is present when there are more items. */
export interface ListPage<A> {
  readonly data: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly nextCursor?: string
  /** The number of all items, if one page has them all. */
  readonly totalCount?: number
}

/**
 * A promise of one page. `for await` iterates over every item from that page to the end, loading one page at a time.
 */
export interface List<A> extends Promise<ListPage<A>>, AsyncIterable<A> {}

/** Returns the page that `query` selects, with an async iterator over all items from there on. */
export const paged = <A, Query extends PageQuery>(
  query: Query,
  read: (query: Query) => Promise<ListPage<A>>
): List<A> => {
  const first = read({ ...query })
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first
      yield* page.data
      while (page.nextCursor !== undefined) {
        page = await read({ ...query, cursor: page.nextCursor })
        yield* page.data
      }
    }
  })
}
