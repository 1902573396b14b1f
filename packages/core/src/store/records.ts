import type { IdPrefix } from "@countersign/wire"
import { Effect } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import type { Environment, EnvironmentKey, Millis } from "../model/Environment.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import type { Move, Payment } from "../model/Step.ts"
import type { AnyCollection, Collection, Declaration, Json } from "./Collection.ts"
import {
  type Attempt,
  type Change,
  Conflict,
  CurrentAttempt,
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
export const load = <R extends Reads | ReadonlyArray<Leaf | Reads>>(
  reads: R
): Effect.Effect<FoundOf<R>, StoreUnavailable, Store> => {
  const refs = refsOf(reads)
  if (refs.length === 0) return Effect.succeed(recordsOf(reads, []))
  return Effect.flatMap(Store, (store) => Effect.map(store.load(refs), (rows) => recordsOf(reads, rows)))
}

/** The refs of some reads, in the order in which `recordsOf` takes their rows. */
export const refsOf = (reads: Read | undefined, refs: Array<Leaf> = []): ReadonlyArray<Leaf> => {
  if (reads === undefined) return refs
  if (isLeaf(reads)) refs.push(reads)
  else for (const inner of Object.values(reads)) refsOf(inner, refs)
  return refs
}

const isLeaf = (read: Read): read is Leaf => "take" in read && typeof read.take === "string"

/** The records of the rows that a store answers to the refs of some reads, in the shape of the reads. */
export function recordsOf<R extends Reads | ReadonlyArray<Leaf | Reads>>(reads: R, rows: Rows): FoundOf<R>
// The type of the answer follows from the reads; its value is made of them by the walk below.
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

/** A record of a row. Its body is decoded when its value is read: of many records that are loaded few are looked at. */
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
  const changes: Array<Change> = []
  const guards: Array<Guard> = []
  const drafts: Array<Draft> = []
  const limits: Array<Bucket> = []
  const bookings: Array<Booked["bookings"][number]> = []
  for (const plan of plans) {
    changes.push(...plan.changes)
    guards.push(...plan.guards)
    if (plan.drafts !== undefined) drafts.push(...plan.drafts)
    if (plan.limits !== undefined) limits.push(...plan.limits)
    if (plan.bookings !== undefined) bookings.push(...plan.bookings)
  }
  return { changes, guards, drafts, limits, bookings }
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

/** Writes a plan. The first one of a call under an Idempotency-Key also writes that the call was made. */
export const commit = (write: Write): Effect.Effect<void, Conflict | StoreUnavailable, Store> =>
  Effect.flatMap(CurrentAttempt, (attempt) => Effect.flatMap(Store, (store) => commitIn(store, attempt, write)))

/** `commit`, for a caller that has both services. */
export const commitIn = (
  store: Store["Service"],
  attempt: Attempt | undefined,
  { changes, guards }: Write
): Effect.Effect<void, Conflict | StoreUnavailable> => {
  if (attempt === undefined || attempt.isKept) return store.commit(changes, guards)
  const { companion } = attempt
  return store.commit([...changes, companion], guards).pipe(
    Effect.catchTag("Conflict", (conflict): Effect.Effect<never, Conflict | StoreUnavailable> => {
      if (conflict.collection !== companion.collection.name) return Effect.fail(conflict)
      attempt.isLost = true
      // No conflict: a retry would do it twice.
      return Effect.fail(new StoreUnavailable({ because: "answered" }))
    }),
    Effect.andThen(
      Effect.sync(() => {
        attempt.isKept = true
      })
    )
  )
}

/** How often a call that loses a version conflict is run again before it is refused. */
const RETRIES = 24

/**
 * Optimistic concurrency: runs load, decide and commit, and runs them again on a `Conflict`, a bounded number of times. A
 * record that is still contended then is reported as an unavailable store is, since a caller handles both the same way.
 * `lost` names the refusal of a conflict that the next round would meet again.
 */
export const withRetry = <A, E, R, TakenE = never>(
  round: Effect.Effect<A, E, R>,
  lost?: (conflict: Conflict) => TakenE | undefined,
  left = RETRIES
): Effect.Effect<A, Exclude<E, Conflict> | StoreUnavailable | TakenE, R> =>
  Effect.catch(round, (error): Effect.Effect<A, Exclude<E, Conflict> | StoreUnavailable | TakenE, R> => {
    if (isOther(error)) return Effect.fail(error)
    const refusal = error instanceof Conflict ? lost?.(error) : undefined
    if (refusal !== undefined) return Effect.fail(refusal)
    return left === 0 ? Effect.fail(new StoreUnavailable({ cause: error })) : withRetry(round, lost, left - 1)
  })

const isOther = <E>(error: E): error is Exclude<E, Conflict> => !(error instanceof Conflict)
