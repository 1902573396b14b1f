import { Clock, Effect, Exit, Layer, Metric, Option, Schedule } from "@countersign/core/effect"
import {
  type Conflict,
  collections,
  type Declaration,
  type Json,
  NodeTime,
  Store,
  type StoreUnavailable,
  WorksBetweenCalls
} from "@countersign/core/internal"

const durations = Metric.histogram("countersign_store_duration_ms", {
  description: "Milliseconds of an operation of the store",
  boundaries: Metric.boundariesFromIterable([0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 3000])
})

const lags = Metric.histogram("countersign_queue_lag_ms", {
  description: "Milliseconds from the due time of queued work to its claim by a worker",
  boundaries: Metric.boundariesFromIterable([100, 250, 500, 1000, 5000, 15_000, 60_000, 300_000, 3_600_000])
})

const conflicts = Metric.counter("countersign_commit_conflicts", {
  description: "Commits that were refused because another one came first, by the collection and the kind of conflict",
  incremental: true
})

const poolWaiting = Metric.gauge("countersign_pool_waiting", { description: "Callers that wait for a connection" })

const clockDifference = Metric.gauge("countersign_clock_difference_ms", {
  description:
    "Milliseconds by which the clock of the node is ahead of that of the database, at the last readiness check"
})

const queueDepth = Metric.gauge("countersign_queue_depth", { description: "Due work that is not done" })
const queueAge = Metric.gauge("countersign_queue_age_ms", {
  description: "Milliseconds since the oldest of it was due"
})

/**
 * Measures each operation of a store, how late the workers claim due work, and every ten seconds what waits. Work that no node
 * claims shows only in the depth and age of its queue.
 */
export const measuredStore = (store: Layer.Layer<Store>): Layer.Layer<Store> =>
  Layer.effect(
    Store,
    Effect.map(Effect.tap(Store, sampled), (inner) =>
      Store.of({
        ...inner,
        load: (refs) => timed("load", inner.load(refs)),
        ...(inner.state && {
          state: Effect.tap(inner.state, ({ now }) =>
            Effect.flatMap(Effect.flatten(NodeTime), (at) => Metric.update(clockDifference, at - now))
          )
        }),
        find: (query) => timed("find", inner.find(query)),
        commit: (changes, guards) =>
          timed("commit", inner.commit(changes, guards)).pipe(
            // This node sends these itself, without a claim (see `Outbox`).
            Effect.tap(() =>
              Effect.forEach(changes, (change) =>
                change.op === "insert" && change.leasedUntil !== undefined
                  ? lagged(change.collection, change.at, change.body)
                  : Effect.void
              )
            ),
            Effect.tapError((error) =>
              error._tag === "Conflict"
                ? Metric.update(
                    Metric.withAttributes(conflicts, { collection: error.collection, because: error.because }),
                    1
                  )
                : Effect.void
            )
          ),
        claimDue: (collection, now, lease, limit, only) => {
          const claimed = timed("claimDue", inner.claimDue(collection, now, lease, limit, only))
          // An environment with a moved clock has due times of its own.
          if (only !== undefined && "ids" in only) return claimed
          return Effect.tap(claimed, (rows) =>
            Effect.forEach(rows, ({ body }) => lagged(collection, now, body), { discard: true })
          )
        },
        sweep: (collections, now, limit) => timed("sweep", inner.sweep(collections, now, limit))
      })
    )
  ).pipe(Layer.provide(store))

/** Gauges of what waits. A queue that has been seen and is empty has a depth of 0. */
const sampled = ({ depths, waiting }: Store["Service"]) => {
  const seen = new Map<string, { readonly queue: string; readonly mode: string }>()
  const queues = collections.filter(({ due }) => due !== undefined)
  const sample = Effect.gen(function* () {
    if (waiting !== undefined) yield* Metric.update(poolWaiting, waiting())
    if (depths === undefined) return
    const at = yield* Clock.currentTimeMillis
    const found = new Map((yield* depths(queues, at)).map((each) => [`${each.mode} ${each.collection}`, each]))
    for (const [key, { collection: queue, mode }] of found) seen.set(key, { queue, mode })
    for (const [key, labels] of seen) {
      const { count, since } = found.get(key) ?? { count: 0, since: at }
      yield* Metric.update(Metric.withAttributes(queueDepth, labels), count)
      yield* Metric.update(Metric.withAttributes(queueAge, labels), at - since)
    }
  })
  // A store that fails is logged where it is needed.
  const attempted = Effect.catchCause(sample, () => Effect.void)
  const sampling = Effect.forkScoped(Effect.repeat(attempted, Schedule.spaced("10 seconds")))
  return Effect.flatMap(WorksBetweenCalls, (isSampled) => (isSampled ? sampling : Effect.void))
}

const timed = <A, E extends Conflict | StoreUnavailable>(
  operation: string,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const start = performance.now()
    return Effect.onExit(effect, (exit) =>
      Metric.update(
        Metric.withAttributes(durations, { operation, outcome: outcomeOf(exit) }),
        performance.now() - start
      )
    )
  })

const outcomeOf = (exit: Exit.Exit<unknown, Conflict | StoreUnavailable>): string =>
  Exit.isSuccess(exit)
    ? "ok"
    : Option.match(Exit.findErrorOption(exit), { onNone: () => "failed", onSome: ({ _tag }) => OUTCOMES[_tag] })

const OUTCOMES = { Conflict: "conflict", StoreUnavailable: "unavailable" } as const

const lagged = ({ due = "", name }: Declaration, now: number, body: Json) => {
  const { attempts, [due]: at }: Readonly<Record<string, unknown>> = Object(body)
  const attempt = typeof attempts === "number" && attempts > 0 ? "retry" : "first"
  return Metric.update(Metric.withAttributes(lags, { queue: name, attempt }), now - Number(at))
}
