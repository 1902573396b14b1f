import { Effect, Schema } from "effect"
import { Environment, environmentKey } from "../model/Environment.ts"
import { EventId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { insert } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"

/** What a platform may be told of. The first word names the resource that the event is about. */
export const EventType = Schema.Literals([
  "OUTGOING_PAYMENT.PENDING",
  "OUTGOING_PAYMENT.PROCESSING",
  "OUTGOING_PAYMENT.COMPLETED",
  "OUTGOING_PAYMENT.FAILED",
  "OUTGOING_PAYMENT.EXPIRED",
  "OUTGOING_PAYMENT.REFUND_PENDING",
  "OUTGOING_PAYMENT.REFUND_COMPLETED",
  "OUTGOING_PAYMENT.REFUND_FAILED",
  "INCOMING_PAYMENT.PENDING",
  "INCOMING_PAYMENT.COMPLETED",
  "INCOMING_PAYMENT.FAILED",
  "CUSTOMER.KYC_APPROVED",
  "CUSTOMER.KYC_REJECTED",
  "CUSTOMER.KYC_PENDING",
  "CUSTOMER.KYB_APPROVED",
  "CUSTOMER.KYB_REJECTED",
  "CUSTOMER.KYB_PENDING",
  "VERIFICATION.APPROVED",
  "VERIFICATION.REJECTED",
  "VERIFICATION.IN_PROGRESS",
  "VERIFICATION.PENDING_MANUAL_REVIEW",
  "VERIFICATION.READY_FOR_VERIFICATION",
  "VERIFICATION.RESOLVE_ERRORS",
  "INTERNAL_ACCOUNT.BALANCE_UPDATED",
  "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  "TEST"
])
export type EventType = typeof EventType.Type

/**
 * Something that happened, waiting to be told to the platform. Written in the commit of the change itself: it is told
 * if that was committed, and never otherwise (I12).
 */
export const Event = Schema.Struct({
  eventId: EventId,
  environment: Environment,
  type: EventType,
  /** The record as the change left it, as its collection keeps it: what is sealed there is sealed here. */
  subject: Schema.Json,
  at: Millis,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int
})
export type Event = typeof Event.Type

export const events = Collection.make({
  name: "events",
  schema: Event,
  id: ({ eventId }) => eventId,
  expiry: "expiresAt",
  due: "dueAt"
})

/** Who has not taken an event after so long is not there to take it. */
const LIFETIME: Millis = 7 * 86_400_000

/** The change that puts an event about a record into the outbox. */
export const announce = Effect.fnUntraced(function* <A>(
  type: EventType,
  collection: Collection.Collection<A>,
  subject: A,
  at: Millis
) {
  const environment = yield* CurrentEnvironment
  const event: Event = {
    eventId: yield* freshId("Webhook"),
    environment,
    type,
    subject: collection.encode(subject),
    at,
    expiresAt: at + LIFETIME,
    dueAt: at,
    attempts: 0
  }
  return insert(events, environmentKey(environment), event, at)
})
