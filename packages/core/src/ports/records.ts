import type { IdPrefix } from "@countersign/wire"
import { Effect } from "effect"
import type { Environment, EnvironmentKey } from "../model/Environment.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import type { Millis } from "../model/time.ts"
import { CurrentAttempt } from "./Attempt.ts"
import type { AnyCollection, Collection } from "./Collection.ts"
import type { Move, Payment } from "./PaymentRails.ts"
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
import type { Bucket } from "./Throttle.ts"

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

/** A read that `load` answers with a record, or with `undefined`. */
export type OneOf<A> = RefOf<A> & { readonly take: "one" }

/** A read that `load` answers with a list. */
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

/** The newest record of an index: where an index has one at the most, or where one shows that there are any. */
export const firstBy = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string | FieldOf>
): OneOf<A> => ({ collection, environment, by: "index", index, values, limit: 1, take: "one" })

/** Reads by name, nested as their user likes. `undefined` reads nothing. */
export interface Reads {
  readonly [name: string]: Read | undefined
}
type Leaf = Ref & { readonly collection: AnyCollection; readonly take: "one" | "many" }
type Read = Leaf | Reads | ReadonlyArray<Leaf | Reads>

/** What a `load` of these reads answers: the same shape, with records in place of the reads. */
export type FoundOf<R> = R extends { readonly take: "one"; readonly collection: Collection<infer A> }
  ? Stored<A> | undefined
  : R extends { readonly take: "many"; readonly collection: Collection<infer A> }
    ? ReadonlyArray<Stored<A>>
    : R extends undefined
      ? undefined
      : { readonly [Name in keyof R]: FoundOf<R[Name]> }

/** Reads all in one round trip of the store, and none where there is nothing to read. */
export function load<R extends Reads | ReadonlyArray<Leaf | Reads>>(
  reads: R
): Effect.Effect<FoundOf<R>, StoreUnavailable, Store>
// The type of the answer follows from the reads; its value is made of them by the two walks below.
export function load(reads: Read): Effect.Effect<unknown, StoreUnavailable, Store> {
  const refs: Array<Leaf> = []
  listed(reads, refs)
  const answered = (rows: ReadonlyArray<ReadonlyArray<Row>>) => placed(reads, rows[Symbol.iterator]())
  if (refs.length === 0) return Effect.succeed(answered([]))
  return Effect.flatMap(Store, (store) => Effect.map(store.load(refs), answered))
}

const isLeaf = (read: Read): read is Leaf => "take" in read && typeof read.take === "string"

const listed = (read: Read | undefined, refs: Array<Leaf>): void => {
  if (read === undefined) return
  if (isLeaf(read)) refs.push(read)
  else for (const inner of Object.values(read)) listed(inner, refs)
}

/** The rows, taken in the order of the refs, in the shape of the reads. */
const placed = (read: Read | undefined, rows: Iterator<ReadonlyArray<Row>>): unknown => {
  if (read === undefined) return undefined
  if (isLeaf(read)) {
    const found: ReadonlyArray<Row> = rows.next().value ?? []
    const records = found.map((row) => read.collection.open<unknown>((collection) => stored(collection, row)))
    return read.take === "one" ? records[0] : records
  }
  if (Array.isArray(read)) return read.map((inner) => placed(inner, rows))
  return Object.fromEntries(Object.entries(read).map(([name, inner]) => [name, placed(inner, rows)]))
}

/** Reads one record. */
export const loadOne = Effect.fnUntraced(function* <A>(ref: RefOf<A>) {
  const [row] = (yield* (yield* Store).load([ref]))[0] ?? []
  return row === undefined ? undefined : stored(ref.collection, row)
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

/** A record of a row. Its body is decoded when its value is first read: of many that are loaded few are looked at. */
export const stored = <A>(collection: Collection<A>, row: Row): Stored<A> => {
  let decoded: { readonly value: A } | undefined
  return {
    collection,
    environment: row.environment,
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    get value() {
      decoded ??= { value: collection.decode(row.body) }
      return decoded.value
    }
  }
}

// --- What a decision wants changed, and what must still hold when it is ---

/** What one commit of the store takes. */
export interface Write {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  /** A plan is no write before its drafts have their ids. */
  readonly drafts?: never
}

/** An insert whose id is drawn when it is committed: a pure function decides that there is one, and what it contains. */
export interface Draft {
  readonly prefix: IdPrefix
  readonly insert: (id: string, here: Environment) => Change
}

/** What a pure function decided: a write, and the inserts whose ids are still to be drawn. */
export interface Plan {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  readonly drafts?: ReadonlyArray<Draft>
}

/** A plan that takes from token buckets before its commit: once a call, however often it is decided. */
export interface Limited {
  readonly limits: ReadonlyArray<Bucket>
}

/** A plan that moves money: the payment rails add to their books in the same commit. */
export interface Booked {
  readonly bookings: ReadonlyArray<{ readonly payment: Payment; readonly moves: ReadonlyArray<Move> }>
}

/** Several plans as one commit. */
export function joined<P extends ReadonlyArray<Plan>>(...plans: P): Joined<P[number]>
export function joined(...plans: ReadonlyArray<Plan & Partial<Booked & Limited>>): Plan & Booked & Limited {
  return {
    changes: plans.flatMap(({ changes }) => changes),
    guards: plans.flatMap(({ guards }) => guards),
    drafts: plans.flatMap(({ drafts = [] }) => drafts),
    limits: plans.flatMap(({ limits = [] }) => limits),
    bookings: plans.flatMap(({ bookings = [] }) => bookings)
  }
}

type Joined<P> = Plan &
  ([Extract<P, Limited>] extends [never] ? unknown : Limited) &
  ([Extract<P, Booked>] extends [never] ? unknown : Booked)

/** A refusal that is answered once its plan is committed: the count of a wrong code, a payment that failed. */
export class Recorded<E, P extends Plan = Plan> {
  readonly plan: P
  readonly refusal: E
  constructor(plan: P, refusal: E) {
    this.plan = plan
    this.refusal = refusal
  }
}

/** What a caller is answered, of a refusal that may be {@link Recorded}. */
export type RefusalOf<F> = F extends Recorded<infer E, Plan> ? E : F

export function refusalOf<F>(failure: F): RefusalOf<F>
export function refusalOf(failure: unknown): unknown {
  return failure instanceof Recorded ? failure.refusal : failure
}

/** The plan of a refusal that has one. */
export type RecordOf<F> = F extends Recorded<unknown, infer P> ? P : never

export function recordOf<F>(failure: F): RecordOf<F> | undefined
export function recordOf(failure: unknown): unknown {
  return failure instanceof Recorded ? failure.plan : undefined
}

export const nothing: Write = { changes: [], guards: [] }

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
export const commit = Effect.fnUntraced(function* ({ changes, guards }: Write) {
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
