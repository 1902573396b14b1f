import type { IdPrefix } from "@countersign/wire"
import { Duration, Effect, Schedule } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import type { Environment, EnvironmentKey, Millis } from "../model/Environment.ts"
import type { Collection } from "./Collection.ts"
import type { Stored } from "./records.ts"
import { type Attempt, type Change, Conflict, CurrentAttempt, type Guard, Store, StoreUnavailable } from "./Store.ts"

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
  /** Of an event: its insert for a platform without a webhook endpoint (see `announcedTo`). */
  readonly unheard?: (id: string, here: Environment) => Change
}

/** The result of a pure decision: a write, plus inserts whose ids are not generated yet. Its changes guard their own records. */
export interface Plan {
  readonly changes: ReadonlyArray<Change>
  readonly guards?: ReadonlyArray<Guard>
  readonly drafts?: ReadonlyArray<Draft>
}

/**
 * A plan that consumes tokens of rate limits before its commit. They are consumed once per call, even if the call is
 * retried.
 */
export interface Limited {
  readonly limits: ReadonlyArray<Bucket>
}

/** Merges several plans into one commit. */
export function combined<P extends ReadonlyArray<Plan>>(...plans: P): Combined<P[number]>
export function combined(...plans: ReadonlyArray<Plan & Partial<Limited>>): Plan & Limited {
  const changes: Array<Change> = []
  const guards: Array<Guard> = []
  const drafts: Array<Draft> = []
  const limits: Array<Bucket> = []
  for (const plan of plans) {
    changes.push(...plan.changes)
    if (plan.guards !== undefined) guards.push(...plan.guards)
    if (plan.drafts !== undefined) drafts.push(...plan.drafts)
    if (plan.limits !== undefined) limits.push(...plan.limits)
  }
  return { changes, guards, drafts, limits }
}

/** The changes without a second one of a record, which a store refuses. The first of them prevails. */
export const firstOfEach = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const known = new Set<string>()
  return changes.filter(({ collection, id }) => {
    const key = `${collection.name} ${id}`
    return !known.has(key) && known.add(key)
  })
}

type Combined<P> = Plan & Pick<Write, "guards"> & ([Extract<P, Limited>] extends [never] ? unknown : Limited)

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

export const noChanges: Write = { changes: [], guards: [] }

export const insert = <A>(collection: Collection<A>, environment: EnvironmentKey, value: A, at: Millis): Change => ({
  op: "insert",
  collection,
  environment,
  id: collection.id(value),
  body: collection.encode(value),
  at
})

/** A record at the version that was read. */
export const replace = <A>(record: Stored<A>, value: A, at: Millis): Extract<Change, { readonly op: "replace" }> => ({
  op: "replace",
  collection: record.collection,
  environment: record.environment,
  id: record.id,
  version: record.version,
  body: record.collection.encodeOver(value, record.value),
  at
})

/** Replaces the record with the value, or inserts the value without one. */
export const put = <A>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  record: Stored<A> | undefined,
  value: A,
  at: Millis
): Change => (record === undefined ? insert(collection, environment, value, at) : replace(record, value, at))

export const remove = <A>({ collection, environment, id, version }: Stored<A>): Change => ({
  op: "remove",
  collection,
  environment,
  id,
  version
})

/** Guards that the record is still at the version that was read. */
export const unchanged = <A>({ collection, environment, id, version }: Stored<A>): Guard => ({
  guard: "version",
  collection,
  environment,
  id,
  version
})

/** Guards that there still is no record with the id. */
export const absent = <A>(collection: Collection<A>, environment: EnvironmentKey, id: string): Guard => ({
  guard: "version",
  ...{ collection, environment, id, version: 0 }
})

/** Guards that the store's clock is before `at`. */
export const before = (at: Millis): Guard => ({ guard: "before", at })

/** Commits a write. The first commit of a call with an Idempotency-Key also records the call. */
export const commit = (write: Write): Effect.Effect<void, Conflict | StoreUnavailable, Store> =>
  Effect.flatMap(CurrentAttempt, (attempt) => Effect.flatMap(Store, (store) => commitIn(store, attempt, write)))

type Committed = Effect.Effect<void, Conflict | StoreUnavailable>

/** `commit`, for callers that have both services. `outbox` leases the orders that this node sends itself. */
export const commitIn = (
  store: Store["Service"],
  attempt: Attempt | undefined,
  write: Write,
  outbox?: { readonly commit: (write: Write, run: (write: Write) => Committed) => Committed }
): Committed => {
  if (outbox !== undefined) return outbox.commit(write, (leased) => commitIn(store, attempt, leased))
  const { changes, guards } = write
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

/** Another call of this node commits to a record of the plan. Nothing was sent to the store. */
export class TurnAwaited extends Conflict {}

/** The number of attempts after which a call gives up. */
const ATTEMPTS = 12

/**
 * Optimistic concurrency: runs load, decide and commit, and repeats them on `Conflict`: at once the first time and after a
 * wait for a turn, then with jittered exponential backoff, a bounded number of times. After that it fails with
 * `StoreUnavailable`, which callers handle in the same way. `lost` returns the refusal for a conflict that a retry would
 * meet again. `again` is the later attempts, if they differ.
 */
export const withRetry = <A, E, R, TakenE = never>(
  round: Effect.Effect<A, E, R>,
  lost?: (conflict: Conflict) => TakenE | undefined,
  again: Effect.Effect<A, E, R> = round
): Effect.Effect<A, Exclude<E, Conflict> | StoreUnavailable | TakenE, R> => {
  const refusalOf = (conflict: Conflict) => (conflict instanceof TurnAwaited ? undefined : lost?.(conflict))
  const isRepeated = (error: E) => error instanceof Conflict && refusalOf(error) === undefined
  const ended = (error: E): Effect.Effect<never, Exclude<E, Conflict> | StoreUnavailable | TakenE> => {
    if (isOther(error)) return Effect.fail(error)
    const refusal = error instanceof Conflict ? refusalOf(error) : undefined
    return Effect.fail(refusal ?? new StoreUnavailable({ cause: error }))
  }
  // Few calls conflict, and only those create the schedule.
  return Effect.catch(round, (error) =>
    isRepeated(error)
      ? Effect.catch(Effect.retry(again, { while: isRepeated, schedule: BACKOFF }), ended)
      : ended(error)
  )
}

/** From 5 to 250 milliseconds. */
const BACKOFF = Schedule.exponential("5 millis").pipe(
  Schedule.upTo({ times: ATTEMPTS - 2 }),
  Schedule.setInputType<unknown>(),
  Schedule.modifyDelay(({ duration, input }) =>
    Effect.succeed(input instanceof TurnAwaited ? Duration.zero : Duration.min(duration, Duration.millis(250)))
  ),
  Schedule.jittered
)

const isOther = <E>(error: E): error is Exclude<E, Conflict> => !(error instanceof Conflict)
