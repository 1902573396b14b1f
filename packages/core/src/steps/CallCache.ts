import { Effect, Exit } from "effect"
import { TurnAwaited, withRetry } from "../store/plans.ts"
import type { refsOf } from "../store/records.ts"
import { type Change, type Conflict, type Guard, type Row, type Store, StoreUnavailable } from "../store/Store.ts"
import type { ReadOptions } from "./Steps.ts"
import { inTurnOf } from "./turns.ts"

/** The data that the runner caches between the attempts of one call. */
export interface CallCache<P, E = unknown> {
  /** A refusal of `prepare` is cached too, so that a host's verifier does not run twice for the same account. */
  prepared?: { readonly inputs: unknown; readonly exit: Exit.Exit<P, E> }
  /** The names of the rate limits that the call has consumed. */
  readonly consumed: Set<string>
  /** The versions of the recent rows that the attempt decides on. Empty if its rows were loaded. */
  recentVersions: ReadonlyArray<VersionGuard>
  /** Whether the next attempt may read recent rows. */
  mayReadRecent: boolean
  /** The records that the last attempt was to write, and those whose turn the current one has. */
  wanted: ReadonlyArray<string>
  held: ReadonlyArray<string>
}

type VersionGuard = Extract<Guard, { readonly guard: "version" }>

/** The part of the cache that describes the recent rows of an attempt. */
export type RecentReads = Pick<CallCache<unknown>, "mayReadRecent" | "recentVersions">

export const newCallCache = <Command>(command: Command, { mayReadRecent = false }: ReadOptions<Command> = {}) => ({
  consumed: new Set<string>(),
  recentVersions: [],
  mayReadRecent: typeof mayReadRecent === "boolean" ? mayReadRecent : mayReadRecent(command),
  wanted: [],
  held: []
})

/** The result of `prepare`, if it has run and did not fail. */
export const preparedOf = <P>({ prepared }: CallCache<P>): P | undefined =>
  prepared !== undefined && Exit.isSuccess(prepared.exit) ? prepared.exit.value : undefined

/**
 * Runs an attempt, and once more on loaded rows if it failed on recent ones, which may be out of date. A failure of the
 * store is final: the commit may have been written.
 */
export const recentFirst = <A, E, R>(attempt: Effect.Effect<A, E, R>, cache: RecentReads): Effect.Effect<A, E, R> =>
  cache.mayReadRecent
    ? Effect.catch(attempt, (error) => {
        cache.mayReadRecent = false
        return cache.recentVersions.length === 0 || error instanceof StoreUnavailable || error instanceof TurnAwaited
          ? Effect.fail(error)
          : attempt
      })
    : attempt

/**
 * Runs attempts of a call until one is committed or refused. After the first, each waits for the turn of the records that
 * the one before was to write: then no other call of this node commits to them, and a wait costs no attempt.
 */
export const untilCommitted = <A, E, R, TakenE = never>(
  attempt: Effect.Effect<A, E | StoreUnavailable, R>,
  cache: CallCache<unknown>,
  lost?: (conflict: Conflict) => TakenE | undefined
) => {
  const round = recentFirst(attempt, cache)
  const again = Effect.suspend(() => {
    cache.held = cache.wanted
    return cache.held.length === 0 ? recentFirst(attempt, cache) : inTurnOf(cache.held, attempt)
  })
  return withRetry(round, lost, again)
}

/** Returns the recent rows of the refs if the attempt may read them and all are there, and notes their versions. */
export const recentRows = (store: Store["Service"], refs: ReturnType<typeof refsOf>, cache: RecentReads) => {
  const rows = cache.mayReadRecent ? store.recent?.(refs) : undefined
  cache.recentVersions = rows === undefined ? [] : refs.flatMap((ref, nth) => versionsOf(ref, rows[nth]))
  return rows
}

const versionsOf = (
  ref: ReturnType<typeof refsOf>[number],
  rows: ReadonlyArray<Row> = []
): ReadonlyArray<VersionGuard> => {
  const { collection, environment, isUnguarded } = ref
  if (collection.isAdvisory === true || isUnguarded === true) return []
  if (rows.length === 0 && ref.by === "id")
    return [{ guard: "version", collection, environment, id: ref.id, version: 0 }]
  return rows.map(({ id, version }) => ({ guard: "version", collection, environment, id, version }))
}

/** Adds the versions of recent rows to the guards of a write. A store accepts one condition per record. */
export const withRecentVersions = (
  guards: ReadonlyArray<Guard>,
  recentVersions: ReadonlyArray<VersionGuard>,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Guard> => {
  const keyOf = ({ collection, id }: Change | VersionGuard) => `${collection.name} ${id}`
  const conditioned = new Set(changes.map(keyOf))
  for (const guard of guards) if (guard.guard === "version") conditioned.add(keyOf(guard))
  return [...guards, ...recentVersions.filter((guard) => !conditioned.has(keyOf(guard)))]
}
