import { Clock, Effect, Result } from "effect"
import type { Bucket } from "../../model/Bucket.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { EventId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { Policy, type PolicyValues } from "../../model/Policy.ts"
import { CurrentEnvironment, currentKey } from "../../ports/EnvironmentRunner.ts"
import { freshId } from "../../ports/Secrets.ts"
import { Throttle } from "../../ports/Throttle.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { replace } from "../../store/plans.ts"
import { byId, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { configOf, WebhookEndpointRefused } from "../platforms/rules/PlatformConfig.ts"
import { postEvent } from "./postEvent.ts"
import {
  DeliveryNotFound,
  type DeliveryStatus,
  type Event,
  events,
  WebhookEndpointNotSet,
  WebhookNotDelivered
} from "./rules/Event.ts"
import { redriven } from "./rules/outcome.ts"

/** Returns events and their delivery status, newest first. */
export const listDeliveries = ({ status }: { readonly status?: DeliveryStatus | undefined }, page: PageRequest) =>
  listPage({ collection: events, index: status === undefined ? ALL : { name: "status", values: [status] } }, page)

const reads = (eventId: EventId, environment: EnvironmentKey) => ({ event: byId(events, environment, eventId) })

/** Schedules an event for immediate redelivery, including one that was delivered or has failed for good. */
export const redriveDelivery = operation(reads).decide(function redrive({ at, found: { event: record } }) {
  if (record === undefined) return Result.fail(new DeliveryNotFound())
  const event = redriven(record.value, at)
  return Result.succeed<Decision<Event>>({ reply: event, changes: [replace(record, event, at)] })
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

/** Sends a TEST event once while the caller waits. Returns the status of the answer and nothing else. */
export const testWebhook = Effect.fnUntraced(function* (wanted?: string) {
  const environment = yield* currentKey
  const url = wanted ?? (yield* loadOne(configOf(environment)))?.value.webhookEndpoint
  if (url === undefined) return yield* new WebhookEndpointNotSet()
  yield* requireEndpoint(url)
  yield* (yield* Throttle).spend([testLimit(environment, yield* Policy)])
  const at = yield* Clock.currentTimeMillis
  const eventId = yield* freshId("Webhook")
  const status = yield* postEvent({ eventId, type: "TEST", subject: {}, at }, url).pipe(
    Effect.catchTag("WebhookFault", ({ word }) => Effect.fail(new WebhookNotDelivered({ check: word })))
  )
  return { url, status }
})

/** Limits how many requests a caller may trigger to arbitrary addresses (W12). */
export const testLimit = (environment: EnvironmentKey, { webhookTests }: PolicyValues): Bucket => ({
  environment,
  key: "webhook test",
  ...webhookTests,
  consistency: "strong"
})
