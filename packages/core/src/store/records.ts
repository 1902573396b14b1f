import { Effect } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import type { AnyCollection, Collection, Declaration, Json } from "./Collection.ts"
import { type FieldOf, type Query, type Ref, type Row, Store, type StoreUnavailable } from "./Store.ts"

/** A record read from the store: its value, and the data that guards and replaces need. */
export interface Stored<A> {
  readonly collection: Collection<A>
  readonly environment: EnvironmentKey
  readonly id: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly value: A
}

/** A read of one collection; `load` accepts several of different collections. */
export type RefOf<A> = Ref & { readonly collection: Collection<A> }

/** A read for which `load` returns a record or `undefined`. */
export type OneOf<A> = RefOf<A> & { readonly take: "one" }

/** A read for which `load` returns a list. */
export type ManyOf<A> = RefOf<A> & { readonly take: "many" }

export const byId = <A>(collection: Collection<A>, environment: EnvironmentKey, id: string): OneOf<A> => ({
  collection,
  environment,
  by: "id",
  id,
  take: "one"
})

export const byUnique = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  key: string,
  values: ReadonlyArray<string>
): OneOf<A> => ({ collection, environment, by: "unique", key, values, take: "one" })

export const byIndex = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string | FieldOf>,
  limit = 100
): ManyOf<A> => ({ collection, environment, by: "index", index, values, limit, take: "many" })

/** The newest record of an index: for indexes with at most one record, or to test whether there is any. */
export const firstBy = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string | FieldOf>
): OneOf<A> => ({ collection, environment, by: "index", index, values, limit: 1, take: "one" })

/** Reads by name, nested as needed. `undefined` reads nothing. */
export interface Reads {
  readonly [name: string]: Read | undefined
}
type Leaf = Ref & { readonly collection: AnyCollection; readonly take: "one" | "many" }
type Read = Leaf | Reads | ReadonlyArray<Leaf | Reads>

/** The result of `load`: the same shape, with records in place of the reads. */
export type FoundOf<R> = R extends { readonly take: "one"; readonly collection: Collection<infer A> }
  ? Stored<A> | undefined
  : R extends { readonly take: "many"; readonly collection: Collection<infer A> }
    ? ReadonlyArray<Stored<A>>
    : R extends undefined
      ? undefined
      : { readonly [Name in keyof R]: FoundOf<R[Name]> }

/** Loads all reads in one round trip, or in none if there is nothing to read. */
export const load = <R extends Reads | ReadonlyArray<Leaf | Reads>>(
  reads: R
): Effect.Effect<FoundOf<R>, StoreUnavailable, Store> => {
  const refs = refsOf(reads)
  if (refs.length === 0) return Effect.succeed(recordsOf(reads, []))
  return Effect.flatMap(Store, (store) => Effect.map(store.load(refs), (rows) => recordsOf(reads, rows)))
}

/** The refs of the reads, in the order in which `recordsOf` consumes their rows. */
export const refsOf = (reads: Read | undefined, refs: Array<Leaf> = []): ReadonlyArray<Leaf> => {
  if (reads === undefined) return refs
  if (isLeaf(reads)) refs.push(reads)
  else for (const inner of Object.values(reads)) refsOf(inner, refs)
  return refs
}

const isLeaf = (read: Read): read is Leaf => "take" in read && typeof read.take === "string"

/** Maps the rows that a store returns for the refs of some reads to records, in the shape of the reads. */
export function recordsOf<R extends Reads | ReadonlyArray<Leaf | Reads>>(reads: R, rows: Rows): FoundOf<R>
// The result type is computed from the reads, and its value is built by the walk below.
export function recordsOf(reads: Read, rows: Rows): unknown {
  return placed(reads, { rows, at: 0 })
}

type Rows = ReadonlyArray<ReadonlyArray<Row>>

const placed = (read: Read | undefined, next: { readonly rows: Rows; at: number }): unknown => {
  if (read === undefined) return undefined
  if (isLeaf(read)) {
    const { collection, take } = read
    const found = next.rows[next.at++] ?? []
    if (take === "many") return found.map((row) => new Loaded(collection, row))
    return found[0] === undefined ? undefined : new Loaded(collection, found[0])
  }
  if (Array.isArray(read)) return read.map((inner) => placed(inner, next))
  const records: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(read)) records[name] = placed(inner, next)
  return records
}

/** Loads one record. */
export const loadOne = Effect.fnUntraced(function* <A>(ref: RefOf<A>) {
  const [row] = (yield* (yield* Store).load([ref]))[0] ?? []
  return row === undefined ? undefined : stored(ref.collection, row)
})

/**
 * Loads a page of one collection, newest first or in the given order. One extra record is read, to detect whether more
 * follow.
 */
export const findPage = Effect.fnUntraced(function* <A>(
  query: Pick<Query, "environment" | "index" | "order"> & {
    readonly collection: Collection<A>
  },
  page: PageRequest
) {
  const store = yield* Store
  const { after, limit } = page
  const rows = yield* store.find({
    ...query,
    limit: limit + 1,
    ...(after === undefined ? {} : { after })
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const answer: Page<A> = {
    items: rows.slice(0, limit).map((row) => query.collection.decode(row.body)),
    ...(last === undefined ? {} : { next: { createdAt: last.createdAt, id: last.id } })
  }
  return answer
})

/** Loads all records of an index, page by page. */
export const findAll = Effect.fnUntraced(function* <A>(query: Parameters<typeof findPage<A>>[0]) {
  const found: Array<A> = []
  let page: PageRequest | undefined = { limit: 100 }
  while (page !== undefined) {
    const { items, next }: Page<A> = yield* findPage(query, page)
    found.push(...items)
    page = next && { limit: 100, after: next }
  }
  return found
})

/** Returns the record of a row. Its body is decoded on first access, because few of the loaded records are used. */
export const stored = <A>(collection: Collection<A>, row: Row): Stored<A> => new Loaded(collection, row)

class Loaded<A, C extends Declaration & { readonly decode: (body: Json) => A }> {
  readonly collection: C
  readonly environment: EnvironmentKey
  readonly id: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly #body: Json

  constructor(collection: C, { body, createdAt, environment, id, updatedAt, version }: Row) {
    this.collection = collection
    this.environment = environment
    this.id = id
    this.version = version
    this.createdAt = createdAt
    this.updatedAt = updatedAt
    this.#body = body
  }

  get value(): A {
    return this.collection.decode(this.#body)
  }
}
