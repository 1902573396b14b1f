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

// --- Changes and guards of a decision ---

/** The content of one commit. */
export interface Write {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  /** A plan with drafts is not a write until the drafts have ids. */
  readonly drafts?: never
}

/** An insert whose id is generated at the commit, so that pure functions can decide on it. */
export interface Draft {
  readonly prefix: IdPrefix
  readonly insert: (id: string, here: Environment) => Change
}

/** The result of a pure decision: a write, plus inserts whose ids are not generated yet. */
export interface Plan {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  readonly drafts?: ReadonlyArray<Draft>
}

/**
 * A plan that consumes tokens of rate limits before its commit. They are consumed once per call, even if the call is
 * retried.
 */
export interface Limited {
  readonly limits: ReadonlyArray<Bucket>
}

/** A plan that moves money: the payment rails add their bookings to the same commit. */
export interface Booked {
  readonly bookings: ReadonlyArray<{ readonly payment: Payment; readonly moves: ReadonlyArray<Move> }>
}

/** Merges several plans into one commit. */
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

/** A refusal that is returned after its plan is committed, such as a wrong code with its count, or a failed payment. */
export class Recorded<E, P extends Plan = Plan> {
  readonly plan: P
  readonly refusal: E
  constructor(plan: P, refusal: E) {
    this.plan = plan
    this.refusal = refusal
  }
}

/** The refusal that the caller receives, without the plan of a {@link Recorded}. */
export type RefusalOf<F> = F extends Recorded<infer E, Plan> ? E : F

export function refusalOf<F>(failure: F): RefusalOf<F>
export function refusalOf(failure: unknown): unknown {
  return failure instanceof Recorded ? failure.refusal : failure
}

/** The plan of a refusal, if it has one. */
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

/** Guards that the record is still at the version that was read. */
export const unchanged = <A>(record: Stored<A>): Guard => ({
  guard: "version",
  collection: record.collection,
  environment: record.environment,
  id: record.id,
  version: record.version
})

/** Guards that the store's clock is before `at`. */
export const before = (at: Millis): Guard => ({ guard: "before", at })

/** Commits a write. The first commit of a call with an Idempotency-Key also records the call. */
export const commit = (write: Write): Effect.Effect<void, Conflict | StoreUnavailable, Store> =>
  Effect.flatMap(CurrentAttempt, (attempt) => Effect.flatMap(Store, (store) => commitIn(store, attempt, write)))

/** `commit`, for callers that have both services. */
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
      // Not a `Conflict`: a retry would execute the call twice.
      return Effect.fail(new StoreUnavailable({ because: "answered" }))
    }),
    Effect.andThen(
      Effect.sync(() => {
        attempt.isKept = true
      })
    )
  )
}

/** Maximum number of retries after version conflicts. */
const RETRIES = 24

/**
 * Optimistic concurrency: runs load, decide and commit, and retries on `Conflict`, a bounded number of times. After
 * that it fails with `StoreUnavailable`, which callers handle in the same way. `lost` returns the refusal for a
 * conflict that a retry would meet again.
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
