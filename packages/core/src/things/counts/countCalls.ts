import { Clock, Context, Effect, Result } from "effect"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import { withRetry } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import { type Change, Store, type StoreUnavailable } from "../../store/Store.ts"
import { type DailyCount, dailyCount, dailyCounts, dayOf } from "./rules/DailyCount.ts"

/** The calls of one operation with one outcome, since the day began. */
interface Counter {
  readonly environment: EnvironmentKey
  readonly operation: string
  readonly refusal: string
  calls: number
  /** The calls that the store has, and the version of their record; 0 without one. */
  written: number
  version: number
}

export interface CallCounter {
  /** Counts a call whose caller is known. It is on the path of every call, so it only increments. */
  readonly count: (environment: Environment, operation: string, refusal: string) => void
  /** Writes what changed since the last time, in one commit for each environment. Nothing if nothing did. */
  readonly flush: Effect.Effect<void, StoreUnavailable, Store>
}

/** The counter of this node. Absent in a host that builds its ports by itself: it counts no calls. */
export const CallCounts = Context.Reference<CallCounter | undefined>("@countersign/core/counts/CallCounts", {
  defaultValue: () => undefined
})

/**
 * Counts calls by environment, operation and refusal for the node with this name. A call belongs to the day of the flush before it,
 * because a clock is not read for each.
 */
export const makeCallCounter = (node: string): CallCounter => {
  const counters = new Map<string, Counter>()
  let day: number | undefined

  const flush = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const of = day ?? dayOf(at)
    const changed = [...counters.values()]
      .filter(({ calls, written }) => calls > written)
      .map((counter) => ({ counter, value: dailyCount({ ...namesOf(counter), day: of, node }) }))
    // A commit is of one environment, and the failure of one is not that of the others.
    const environments = new Set(changed.map(({ counter }) => counter.environment))
    const outcomes = yield* Effect.forEach(
      environments,
      (one) =>
        Effect.result(
          written(
            changed.filter(({ counter }) => counter.environment === one),
            at
          )
        ),
      { concurrency: "unbounded" }
    )
    const failed = outcomes.find(Result.isFailure)
    if (failed !== undefined) return yield* failed.failure
    day = dayOf(at)
    if (day !== of) beginDay(counters)
  })

  return {
    count: (environment, operation, refusal) => {
      const key = `${environment.mode}/${environment.platformId} ${operation} ${refusal}`
      const known = counters.get(key)
      if (known === undefined)
        counters.set(key, {
          environment: environmentKey(environment),
          ...{ operation, refusal, calls: 1, written: 0, version: 0 }
        })
      else known.calls += 1
    },
    flush
  }
}

const namesOf = ({ calls, operation, refusal }: Counter) => ({ calls, operation, refusal })

type Changed = ReadonlyArray<{ readonly counter: Counter; readonly value: DailyCount }>

const written = Effect.fnUntraced(function* (changed: Changed, at: Millis) {
  const write = writing(changed, at)
  yield* withRetry(write, undefined, Effect.andThen(versioned(changed), write))
  for (const { counter, value } of changed) {
    counter.written = value.calls
    counter.version += 1
  }
})

/** The records have the calls of the whole day, so that a commit whose outcome is unknown can be repeated. */
const writing = (changed: Changed, at: Millis) =>
  Effect.flatMap(Store, (store) =>
    store.commit(
      changed.map(({ counter: { environment, version }, value }): Change => {
        const id = dailyCounts.id(value)
        const record = { collection: dailyCounts, environment, id, body: dailyCounts.encode(value), at }
        return version === 0 ? { op: "insert", ...record } : { op: "replace", version, ...record }
      }),
      []
    )
  )

/** Takes the versions from the store: an earlier commit whose outcome was unknown has written them. */
const versioned = (changed: Changed) =>
  Effect.map(
    load(changed.map(({ counter, value }) => byId(dailyCounts, counter.environment, dailyCounts.id(value)))),
    (found) => {
      for (const [nth, { counter }] of changed.entries()) counter.version = found[nth]?.version ?? 0
    }
  )

/** Leaves the calls that came after the last commit. */
const beginDay = (counters: Map<string, Counter>): void => {
  for (const [key, counter] of counters) {
    if (counter.calls === counter.written) counters.delete(key)
    counter.calls -= counter.written
    counter.written = 0
    counter.version = 0
  }
}
