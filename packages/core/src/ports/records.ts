import { Effect } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import type { Millis } from "../model/time.ts"
import { CurrentAttempt } from "./Attempt.ts"
import type { Collection } from "./Collection.ts"
import {
  type Change,
  Conflict,
  type FieldOf,
  type Guard,
  type Query,
  type Ref,
  type Row,
  Store,
  StoreUnavailable
} from "./Store.ts"

/** A record read from the store: its value, and what a guard or a replace needs to know of it. */
export interface Stored<A> {
  readonly collection: Collection<A>
  readonly environment: EnvironmentKey
  readonly id: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly value: A
}

/** A read of one collection; `load` takes several of different collections at once. */
export type RefOf<A> = Ref & { readonly collection: Collection<A> }

export const byId = <A>(collection: Collection<A>, environment: EnvironmentKey, id: string): RefOf<A> => ({
  collection,
  environment,
  by: "id",
  id
})

export const byUnique = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  key: string,
  values: ReadonlyArray<string>
): RefOf<A> => ({ collection, environment, by: "unique", key, values })

export const byIndex = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string | FieldOf>,
  limit = 100
): RefOf<A> => ({ collection, environment, by: "index", index, values, limit })

/** The answers of one `load`. To ask for what was not part of it is a mistake of the program, and dies. */
export interface Found {
  readonly one: <A>(ref: RefOf<A>) => Stored<A> | undefined
  readonly all: <A>(ref: RefOf<A>) => ReadonlyArray<Stored<A>>
  /** How many there are, for whoever need not read them. */
  readonly count: (ref: Ref) => number
}

/** Reads all refs in one round trip of the store. */
export const load = Effect.fnUntraced(function* (refs: ReadonlyArray<Ref>) {
  const store = yield* Store
  const rows = yield* store.load(refs)
  const rowsAt = (position: number): ReadonlyArray<Row> => rows[position] ?? []
  let spellings: ReadonlyMap<string, ReadonlyArray<Row>> | undefined
  const rowsOf = (ref: Ref): ReadonlyArray<Row> => {
    // Mostly it is the very ref that was loaded, which need not be spelled.
    const position = refs.indexOf(ref)
    if (position >= 0) return rowsAt(position)
    spellings ??= new Map(refs.map((each, nth) => [spelled(each), rowsAt(nth)]))
    const found = spellings.get(spelled(ref))
    if (found === undefined) throw new Error(`records: a ref of ${ref.collection.name} was read but never loaded`)
    return found
  }
  const found: Found = {
    all: (ref) => rowsOf(ref).map((row) => stored(ref.collection, row)),
    one: (ref) => {
      const [row] = rowsOf(ref)
      return row === undefined ? undefined : stored(ref.collection, row)
    },
    count: (ref) => rowsOf(ref).length
  }
  return found
})

/** Two refs that read the same are one: a program may spell again what its caller loaded for it. */
const spelled = (ref: Ref): string => {
  const place = `${ref.by} ${ref.collection.name} ${ref.environment}`
  switch (ref.by) {
    case "id":
      return `${place} ${ref.id}`
    case "unique":
      return `${place} ${ref.key} ${JSON.stringify(ref.values)}`
    case "index":
      return `${place} ${ref.index} ${ref.limit} ${ref.values.map(spelledValue).join(" ")}`
  }
}

const spelledValue = (value: string | FieldOf): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : `${value.collection.name} ${JSON.stringify(value.id)} ${JSON.stringify(value.field)}`

/** Reads one record. */
export const loadOne = Effect.fnUntraced(function* <A>(ref: RefOf<A>) {
  const found = yield* load([ref])
  return found.one(ref)
})

/** Reads a page of one collection, newest first or as `order` says. One record more than the page holds is read: it tells that more follow. */
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

export const stored = <A>(collection: Collection<A>, row: Row): Stored<A> => ({
  collection,
  environment: row.environment,
  id: row.id,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  value: collection.decode(row.body)
})

// --- What a decision wants changed, and what must still hold when it is ---

export interface Plan {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
}

/** Several plans as one commit. */
export const joined = (...plans: ReadonlyArray<Plan>): Plan => ({
  changes: plans.flatMap(({ changes }) => changes),
  guards: plans.flatMap(({ guards }) => guards)
})

export const insert = <A>(collection: Collection<A>, environment: EnvironmentKey, value: A, at: Millis): Change => ({
  op: "insert",
  collection,
  environment,
  id: collection.id(value),
  body: collection.encode(value),
  at
})

export const replace = <A>(record: Stored<A>, value: A, at: Millis): Change => ({
  op: "replace",
  collection: record.collection,
  environment: record.environment,
  id: record.id,
  version: record.version,
  body: record.collection.encode(value),
  at
})

export const remove = <A>(record: Stored<A>): Change => ({
  op: "remove",
  collection: record.collection,
  environment: record.environment,
  id: record.id,
  version: record.version
})

/** The record is still the one that was read. */
export const unchanged = <A>(record: Stored<A>): Guard => ({
  guard: "version",
  collection: record.collection,
  environment: record.environment,
  id: record.id,
  version: record.version
})

/** It is not yet `at` by the store's own clock. */
export const before = (at: Millis): Guard => ({ guard: "before", at })

/** Writes a plan and, with the first one of a call that may be made again, word that the call was made. */
export const commit = Effect.fnUntraced(function* ({ changes, guards }: Plan) {
  const store = yield* Store
  const attempt = yield* CurrentAttempt
  if (attempt === undefined || attempt.isKept) return yield* store.commit(changes, guards)
  const { companion } = attempt
  yield* store.commit([...changes, companion], guards).pipe(
    Effect.catchTag("Conflict", (conflict): Effect.Effect<never, Conflict | StoreUnavailable> => {
      if (conflict.collection !== companion.collection.name) return Effect.fail(conflict)
      attempt.isLost = true
      // No conflict: to decide again would be to do it twice.
      return Effect.fail(new StoreUnavailable({ because: "answered" }))
    })
  )
  attempt.isKept = true
})

/** Decisions that lost every race they ran; the caller may try the same call again. */
const ROUNDS = 24

/**
 * Runs load, decide and commit, and again on a `Conflict`, a bounded number of times. Who loses that often finds the
 * record too busy, which is the same to a caller as a store that is.
 */
export const again = <A, E, R>(
  round: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Conflict> | StoreUnavailable, R> =>
  round.pipe(
    Effect.retry({ times: ROUNDS, while: (error) => error instanceof Conflict }),
    Effect.catch(
      (error): Effect.Effect<never, Exclude<E, Conflict> | StoreUnavailable> =>
        isOther(error) ? Effect.fail(error) : Effect.fail(new StoreUnavailable({ cause: error }))
    )
  )

const isOther = <E>(error: E): error is Exclude<E, Conflict> => !(error instanceof Conflict)
