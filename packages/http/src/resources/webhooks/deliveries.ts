import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { idempotencyHeader } from "../signedRetry.ts"

/** An event and its delivery status. The event body is omitted: read the resource instead. */
const DeliveryBody = Schema.Struct({
  id: core.EventId,
  type: core.EventType,
  sequence: Schema.optionalKey(Schema.Int),
  status: core.DeliveryStatus,
  attempts: Schema.Int,
  lastStatus: Schema.optionalKey(Schema.Int),
  lastFault: Schema.optionalKey(core.DeliveryFault),
  createdAt: Timestamp,
  nextAttemptAt: Schema.optionalKey(Timestamp),
  deliveredAt: Schema.optionalKey(Timestamp)
}).annotate({ identifier: "WebhookDelivery" })

const deliveryBody = (event: core.Event): typeof DeliveryBody.Type => {
  const { at, attempts, deliveredAt, dueAt, eventId, lastFault, lastStatus, sequence, status, type } = event
  return {
    id: eventId,
    type,
    ...(sequence === undefined ? {} : { sequence }),
    status,
    attempts,
    ...(lastStatus === undefined ? {} : { lastStatus }),
    ...(lastFault === undefined ? {} : { lastFault }),
    createdAt: at,
    ...(dueAt === undefined ? {} : { nextAttemptAt: dueAt }),
    ...(deliveredAt === undefined ? {} : { deliveredAt })
  }
}

export const listDeliveries = endpoint(
  HttpApiEndpoint.get("listDeliveries", "/webhooks/deliveries", {
    query: { status: Schema.optionalKey(core.DeliveryStatus), ...paging },
    success: pageOf(DeliveryBody)
  }),
  { summary: "List events and their delivery status, newest first" },
  ({ query }) => Effect.map(core.listDeliveries(query, pageRequest(query)), (page) => pageBody(page, deliveryBody))
)

export const redriveDelivery = endpoint(
  HttpApiEndpoint.post("redriveDelivery", "/webhooks/deliveries/:id/redrive", {
    params: { id: core.EventId },
    headers: idempotencyHeader,
    success: DeliveryBody
  }),
  {
    summary: "Send an event again, even if it was delivered",
    scope: "MANAGE",
    refusals: ["DeliveryNotFound"]
  },
  ({ params }) => Effect.map(core.redriveDelivery(params.id), deliveryBody)
)
