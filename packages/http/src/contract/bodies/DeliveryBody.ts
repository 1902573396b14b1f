import { DeliveryFault, DeliveryStatus, type Event, EventId, EventType } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

/** An event and how far telling of it has come. What it tells is not shown: read the resource. */
export const DeliveryBody = Schema.Struct({
  id: EventId,
  type: EventType,
  sequence: Schema.optionalKey(Schema.Int),
  status: DeliveryStatus,
  attempts: Schema.Int,
  lastStatus: Schema.optionalKey(Schema.Int),
  lastFault: Schema.optionalKey(DeliveryFault),
  createdAt: Timestamp,
  nextAttemptAt: Schema.optionalKey(Timestamp),
  deliveredAt: Schema.optionalKey(Timestamp)
}).annotate({ identifier: "WebhookDelivery" })

export const deliveryBody = (event: Event): typeof DeliveryBody.Type => {
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
