import { Effect } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import { type Created, isWithin, type Page, type PageRequest, type Position, startOf } from "../model/Page.ts"
import { type AnyCollection, type Collection, type Json, RecordUnreadable } from "./Collection.ts"
import { type FieldOf, type Query, type Ref, type Row, Store, type StoreUnavailable } from "./Store.ts"

/** A record read from the store: its value, and the data that guards and replaces need. */
export interface Stored<A> extends Omit<Row, "body"> {
  readonly collection: Collection<A>
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

/**
 * A read whose recent row no commit guards: the decision is right on each of its versions, or guards the version itself.
 * One that many calls read would otherwise be locked by each of them.
 */
export const unguarded = <A>(read: OneOf<A>) => ({ ...read, isUnguarded: true }) as const

/** Reads by name, nested as needed. `undefined` reads nothing. */
export interface Reads {
  readonly [name: string]: Read | undefined
}
type Leaf = Ref & {
  readonly collection: AnyCollection
  readonly take: "one" | "many"
  readonly isUnguarded?: true
}
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
    if (take === "many") return found.map((row) => stored(collection, row))
    return found[0] === undefined ? undefined : stored(collection, found[0])
  }
  if (Array.isArray(read)) return read.map((inner) => placed(inner, next))
  const records: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(read)) records[name] = placed(inner, next)
  return records
}

/** Loads one record. */
export const loadOne = <A>(ref: RefOf<A>) =>
  Effect.map(load({ record: { ...ref, take: "one" } }), ({ record }) => record)

/** The records of one index, or of a whole collection, in an environment, newest first or in the given order. */
export interface ListQuery<A> extends Pick<Query, "environment" | "index" | "order">, Created {
  readonly collection: Collection<A>
  /** Chooses from the records that the index does not exclude. */
  readonly isWanted?: (value: A) => boolean
}

/**
 * Maximum number of records that one call reads. A page that would need more is returned short, with the position to
 * continue from.
 */
const LOOKS = 1000
const BATCH = 100

/** Loads a page of a list. One extra record is read, to detect whether more follow. */
export const findPage = Effect.fnUntraced(function* <A>(
  { isWanted = () => true, since: from, until: to, ...query }: ListQuery<A>,
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

/** Loads all records of an index, page by page. Dies if one is unreadable, because the caller decides about all. */
export const findAll = Effect.fnUntraced(function* <A>(query: Omit<ListQuery<A>, "isWanted">) {
  const store = yield* Store
  const found: Array<A> = []
  let rows: ReadonlyArray<Row> | undefined
  while (rows === undefined || rows.length === 100) {
    const last: Row | undefined = rows?.at(-1)
    rows = yield* store.find({ ...query, limit: 100, ...(last === undefined ? {} : { after: last }) })
    found.push(...rows.map(({ body }) => query.collection.decode(body)))
  }
  return found
})

/** The value of a row; undefined if this version cannot read it. */
const readable = <A>(collection: Collection<A>, { body }: Pick<Row, "body">): A | undefined => {
  try {
    return collection.decode(body)
  } catch (error) {
    if (error instanceof RecordUnreadable) return undefined
    throw error
  }
}

/** Logs that a list left out a record, which a caller would otherwise miss without a trace. */
export const unlisted = (of: string, id: string, cause?: unknown) =>
  Effect.logError(
    "a list left out a record that this node cannot read",
    { of, id },
    ...(cause === undefined ? [] : [cause])
  )

/**
 * Opens the sealed values of a list. One that does not open is left out and logged by its id, so that a record of a node
 * with another key does not hide the others.
 */
export const openAll = <A extends object, B, E, R>(
  collection: Collection<A>,
  values: ReadonlyArray<A>,
  open: (value: A) => Effect.Effect<B, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> =>
  Effect.map(
    Effect.forEach(values, (value) =>
      open(value).pipe(
        Effect.map((opened) => [opened]),
        Effect.catchDefect((defect) => Effect.as(unlisted(collection.name, collection.id(value), defect), []))
      )
    ),
    (opened) => opened.flat()
  )

/** Returns the record of a row. Its body is decoded on first access, because few of the loaded records are used. */
export const stored = <A, C>(
  collection: C & { readonly decode: (body: Json) => A },
  { body, createdAt, environment, id, updatedAt, version }: Row
) => ({
  collection,
  environment,
  id,
  version,
  createdAt,
  updatedAt,
  get value(): A {
    return collection.decode(body)
  }
})
