import { Array, Clock, Context, Effect, Result } from "effect"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import { makeTurns } from "../../steps/turns.ts"
import { commit, put, withRetry } from "../../store/plans.ts"
import { byId, load, type Stored } from "../../store/records.ts"
import type { Store, StoreUnavailable } from "../../store/Store.ts"
import { type DailyCount, dailyCount, dailyCounts, dayOf } from "./rules/DailyCount.ts"

/** The calls of one operation with one outcome, since the day began. */
interface Counter {
  readonly environment: EnvironmentKey
  readonly operation: string
  readonly refusal: string
  calls: number
  /** The calls that the store has. */
  written: number
  /** The record as this node wrote it last. No other node writes it. */
  stored?: Stored<DailyCount> | undefined
  /** The outcome of the last commit is unknown. */
  isUnsure?: boolean
}

export interface CallCounter {
  /** Counts a call whose caller is known. It is on the path of every call, so it only increments. */
  readonly count: (environment: Environment, operation: string, refusal: string) => void
  /** Writes what changed since the last time, in one statement for each environment. Nothing if nothing did. */
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
  const { inTurn } = makeTurns()
  let day: number | undefined

  const write = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const of = day ?? dayOf(at)
    // A commit is of one environment, and the failure of one is not that of the others.
    const changed = [...counters.values()].filter(({ calls, written }) => calls > written)
    const outcomes = yield* Effect.forEach(
      Object.values(Array.groupBy(changed, ({ environment }) => environment)),
      (some) => Effect.result(written(some, { day: of, node }, at)),
      { concurrency: "unbounded" }
    )
    yield* Effect.fromResult(Result.all(outcomes))
    day = dayOf(at)
    if (day !== of) beginDay(counters)
  })

  return {
    count: (environment, operation, refusal) => {
      const place = environmentKey(environment)
      const key = `${place} ${operation} ${refusal}`
      const known = counters.get(key)
      if (known === undefined) counters.set(key, { environment: place, operation, refusal, calls: 1, written: 0 })
      else known.calls += 1
    },
    // A later flush has the greater counts, so it must not be overtaken.
    flush: inTurn([node], write)
  }
}

/** The records have the calls of the whole day, so that a commit whose outcome is unknown can be repeated. */
const written = Effect.fnUntraced(function* (
  counters: readonly [Counter, ...Counter[]],
  of: { readonly day: number; readonly node: string },
  at: Millis
) {
  const [{ environment }] = counters
  const values = counters.map(({ calls, operation, refusal }) => dailyCount({ ...of, operation, refusal, calls }))
  const over = (found: ReadonlyArray<Stored<DailyCount> | undefined>) => {
    const changes = values.map((value, nth) => put(dailyCounts, environment, found[nth], value, at))
    return Effect.as(commit({ changes, guards: [] }), found)
  }
  const loaded = Effect.flatMap(
    load(values.map((value) => byId(dailyCounts, environment, dailyCounts.id(value)))),
    over
  )
  const isSure = counters.every(({ isUnsure = false }) => !isUnsure)
  for (const counter of counters) counter.isUnsure = true
  const found = yield* withRetry(isSure ? over(counters.map(({ stored }) => stored)) : loaded, undefined, loaded)
  for (const [nth, value] of values.entries()) {
    const [before, id] = [found[nth], dailyCounts.id(value)]
    const record = { collection: dailyCounts, environment, id, createdAt: at, updatedAt: at, value }
    const stored = { ...record, version: (before?.version ?? 0) + 1 }
    Object.assign(counters[nth] ?? {}, { written: value.calls, stored, isUnsure: false })
  }
})

/** Leaves the calls that came after the last commit. */
const beginDay = (counters: Map<string, Counter>): void => {
  for (const [key, counter] of counters) {
    if (counter.calls === counter.written) counters.delete(key)
    counter.calls -= counter.written
    counter.written = 0
    counter.stored = undefined
  }
}
