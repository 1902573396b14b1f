import { Clock, Effect } from "effect"
import { type DeliveryStatus, events } from "../../events/Event.ts"
import { redriven } from "../../events/outcome.ts"
import { DeliveryNotFound } from "../../events/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { EventId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, findPage, loadOne, replace } from "../../ports/records.ts"
import { ALL } from "../../ports/Store.ts"

/** Events and how far they have come, newest first. */
export const listDeliveries = Effect.fnUntraced(function* (
  filter: { readonly status?: DeliveryStatus | undefined },
  page: PageRequest
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const index = filter.status === undefined ? ALL : { name: "status", values: [filter.status] }
  return yield* findPage({ collection: events, environment, index }, page)
})

/** Has an event sent again at once, also one that was delivered or given up. */
export const redriveDelivery = Effect.fnUntraced(function* (eventId: EventId) {
  return yield* again(driven(eventId))
})

const driven = Effect.fnUntraced(function* (eventId: EventId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(events, environment, eventId))
  if (record === undefined) return yield* new DeliveryNotFound()
  const at = yield* Clock.currentTimeMillis
  const event = redriven(record.value, at)
  yield* commit({ changes: [replace(record, event, at)], guards: [] })
  return event
})
