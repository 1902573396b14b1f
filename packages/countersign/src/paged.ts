import type { Page, PageRequest } from "@countersign/core"
import { pageBody, pageRequest, paging, type Refusal } from "@countersign/http"
import { Effect, Schema } from "effect"
import type { Run, World } from "./run.ts"

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

/** Reads a list page by page, as `GET` of the same list does. */
export const paged = <I, A, E extends Refusal | Schema.SchemaError>(
  run: Run,
  { cursor, limit }: PageQuery,
  read: (page: PageRequest) => Effect.Effect<Page<I>, E, World>,
  write: (item: I) => A
): List<A> => {
  const query = limit === undefined ? {} : { limit: String(limit) }
  const pageAfter = (position: string | undefined): Promise<ListPage<A>> =>
    run(
      Effect.flatMap(decode(position === undefined ? query : { ...query, cursor: position }), (decoded) =>
        Effect.map(read(pageRequest(decoded)), (page) => pageBody(page, write))
      )
    )
  const first = pageAfter(cursor)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first
      yield* page.data
      while (page.nextCursor !== undefined) {
        page = await pageAfter(page.nextCursor)
        yield* page.data
      }
    }
  })
}

const decode = Schema.decodeUnknownEffect(Schema.Struct(paging))
