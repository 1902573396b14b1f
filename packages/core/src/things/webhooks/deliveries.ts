import { Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { EventId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { replace } from "../../store/plans.ts"
import { byId, findPage } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { WebhookEndpointRefused } from "../platforms/rules/PlatformConfig.ts"
import { DeliveryNotFound, type DeliveryStatus, type Event, events } from "./rules/Event.ts"
import { redriven } from "./rules/outcome.ts"

/** Returns events and their delivery status, newest first. */
export const listDeliveries = Effect.fnUntraced(function* (
  filter: { readonly status?: DeliveryStatus | undefined },
  page: PageRequest
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const index = filter.status === undefined ? ALL : { name: "status", values: [filter.status] }
  return yield* findPage({ collection: events, environment, index }, page)
})

const reads = (eventId: EventId, environment: EnvironmentKey) => ({ event: byId(events, environment, eventId) })

/** Schedules an event for immediate redelivery, including one that was delivered or has failed for good. */
export const redriveDelivery = operation(reads).decide(function redrive({ at, found: { event: record } }) {
  if (record === undefined) return Result.fail(new DeliveryNotFound())
  const event = redriven(record.value, at)
  const decision: Decision<Event> = { reply: event, changes: [replace(record, event, at)], guards: [] }
  return Result.succeed(decision)
})

/**
 * Fails for an endpoint address that webhooks are never sent to. The addresses that its name resolves to are checked on
 * each delivery.
 */
export const requireEndpoint = Effect.fnUntraced(function* (url: string) {
  const sender = yield* WebhookSender
  const { mode } = yield* CurrentEnvironment
  const check = sender.judge(url, mode)
  if (check !== undefined) return yield* new WebhookEndpointRefused({ check })
})
