import { isJsonObject } from "@countersign/account-types"
import { Clock, Data, Effect } from "@countersign/core/effect"
import {
  ClockControl,
  events,
  type JsonObject,
  Outbox,
  Store,
  StoreUnavailable,
  Throttled
} from "@countersign/core/internal"

/** The faults that a caller of the sandbox can request with the header `Sandbox-Fault`. */
export const FAULTS = [
  "rate-limit",
  "lost-reply",
  "store-conflict",
  "webhook-duplicate",
  "webhook-late",
  "webhook-reordered"
] as const

/** The header names an unknown fault. */
export class FaultUnknown extends Data.TaggedError("FaultUnknown") {}

/**
 * Injects the fault of the call's header, so that a platform can test how its code handles it: a 429, a call whose
 * response is lost after it was executed, a store that rejects every commit, webhooks that arrive twice, late or out of
 * order. The store and webhook faults wrap the store of the call, and affect only its own commits.
 */
export const sandboxFaults = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  headers: Readonly<Record<string, string>>
): Effect.Effect<A, E | FaultUnknown | StoreUnavailable | Throttled, R | Store> => {
  const header = headers["sandbox-fault"]
  if (header === undefined) return call
  const fault = FAULTS.find((known) => known === header)
  switch (fault) {
    case undefined:
      return Effect.fail(new FaultUnknown())
    case "rate-limit":
      return Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.fail(new Throttled({ at, until: at + 1000 })))
    case "lost-reply":
      // The call was executed without a response, as when a connection breaks.
      return Effect.andThen(call, Effect.fail(new StoreUnavailable({})))
    case "store-conflict":
      return call.pipe(
        Effect.provideService(ClockControl, ClockControl.of({ advance: () => Effect.fail(new StoreUnavailable({})) })),
        overStore((store) => ({ ...store, commit: () => Effect.fail(new StoreUnavailable({})) }))
      )
    case "webhook-duplicate":
      return overStore(storeOfEvents((event) => ({ ...event, repeats: 1 })))(call)
    case "webhook-late":
      return overStore(storeOfEvents((event) => later(event, 60_000)))(call)
    case "webhook-reordered":
      return overStore(storeOfEvents((event, nth) => later(event, Math.max(1, MANY - nth) * 1000)))(call)
  }
}

/** More events than one call can have. The first one is delayed longest. */
const MANY = 9

const later = (event: JsonObject, by: number): JsonObject =>
  typeof event.dueAt === "number" ? { ...event, dueAt: event.dueAt + by } : event

const overStore =
  (over: (store: Store["Service"]) => Store["Service"]) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Store> =>
    Effect.flatMap(Store, (store) =>
      // The outbox would send an event as the call made it, and not as the store has it.
      call.pipe(Effect.provideService(Store, Store.of(over(store))), Effect.provideService(Outbox, undefined))
    )

/** A store that writes each event of the call as `faulty` returns it; events are counted from 0. */
const storeOfEvents =
  (faulty: (event: JsonObject, nth: number) => JsonObject) =>
  (store: Store["Service"]): Store["Service"] => {
    let count = 0
    return {
      ...store,
      commit: (changes, guards) =>
        Effect.suspend(() => {
          let nth = count
          const written = changes.map((change) =>
            change.op === "insert" && change.collection.name === events.name && isJsonObject(change.body)
              ? { ...change, body: faulty(change.body, nth++) }
              : change
          )
          // After a conflict the call decides again, with the same events.
          return Effect.tap(store.commit(written, guards), () =>
            Effect.sync(() => {
              count = nth
            })
          )
        })
    }
  }
