/** Which page of a list: `limit` is 1 to 100, and 20 where it is absent; `cursor` is the `nextCursor` of the page before. */
export interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** One page of a list, newest first. `nextCursor` is present only where more follows. */
export interface ListPage<A> {
  readonly data: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly nextCursor?: string
}

/** A promise of one page. `for await` reads every item from that page to the end, a page at a time. */
export interface List<A> extends Promise<ListPage<A>>, AsyncIterable<A> {}

/** Reads a list page by page. */
export const paged = <A, Query extends PageQuery>(
  query: Query,
  read: (query: Query) => Promise<ListPage<A>>
): List<A> => {
  const first = read(query)
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
