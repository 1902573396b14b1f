import { CurrentEventFault, StoreFault } from "@countersign/core"
import { Clock, Effect } from "effect"
import { refuse } from "../errors/answer.ts"
import type { CallHeaders } from "../serve/Call.ts"
import type { Reply } from "../serve/Reply.ts"

/** The faults that a caller of the sandbox may ask for, by the header `Sandbox-Fault`. */
export const FAULTS = [
  "rate-limit",
  "lost-reply",
  "store-conflict",
  "webhook-duplicate",
  "webhook-late",
  "webhook-reordered"
] as const

/**
 * Lets a call meet the fault it asks for, so that a platform sees how its own code takes it: a 429, a call that is
 * carried out and whose answer never comes, a store that refuses every commit, webhooks that arrive twice, late or in
 * another order.
 */
export const withFault = Effect.fnUntraced(function* <E, R>(
  endpoint: Effect.Effect<Reply, E, R>,
  headers: CallHeaders
) {
  const asked = headers["sandbox-fault"]
  if (asked === undefined) return yield* endpoint
  const fault = FAULTS.find((known) => known === asked)
  switch (fault) {
    case undefined:
      return refuse({ _tag: "FaultUnknown" })
    case "rate-limit": {
      const at = yield* Clock.currentTimeMillis
      return refuse({ _tag: "Throttled", at, until: at + 1000 })
    }
    case "lost-reply":
      // It is done, and its caller does not know: as with a connection that broke.
      return yield* Effect.as(endpoint, refuse({ _tag: "StoreUnavailable" }))
    case "store-conflict":
      return yield* Effect.provideService(endpoint, StoreFault, true)
    case "webhook-duplicate":
      return yield* Effect.provideService(endpoint, CurrentEventFault, { kind: "duplicate", announced: 0 })
    case "webhook-late":
      return yield* Effect.provideService(endpoint, CurrentEventFault, { kind: "late", announced: 0 })
    case "webhook-reordered":
      return yield* Effect.provideService(endpoint, CurrentEventFault, { kind: "reordered", announced: 0 })
  }
})
