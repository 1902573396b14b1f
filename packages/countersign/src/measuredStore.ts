import { type Conflict, type Declaration, type Json, Store, type StoreUnavailable } from "@countersign/core/internal"
import { Effect, Exit, Layer, Metric, Option } from "effect"

const durations = Metric.histogram("countersign_store_duration_ms", {
  description: "Milliseconds of an operation of the store",
  boundaries: Metric.boundariesFromIterable([0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 3000])
})

const lags = Metric.histogram("countersign_queue_lag_ms", {
  description: "Milliseconds from the due time of queued work to its claim by a worker",
  boundaries: Metric.boundariesFromIterable([100, 250, 500, 1000, 5000, 15_000, 60_000, 300_000, 3_600_000])
})

/** Measures each operation of a store, and how late the workers claim due work. */
export const measuredStore = (store: Layer.Layer<Store>): Layer.Layer<Store> =>
  Layer.effect(
    Store,
    Effect.map(Store, (inner) =>
      Store.of({
        load: (refs) => timed("load", inner.load(refs)),
        ...(inner.recent === undefined ? {} : { recent: (refs) => inner.recent?.(refs) }),
        ...(inner.state === undefined ? {} : { state: inner.state }),
        ...(inner.now === undefined ? {} : { now: inner.now }),
        find: (query) => timed("find", inner.find(query)),
        commit: (changes, guards) => timed("commit", inner.commit(changes, guards)),
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
