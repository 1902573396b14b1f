import { parseId } from "@countersign/wire"
import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { type Counted, eventsBefore, withCount } from "../../../model/counted.ts"
import { Environment, environmentKey, Millis } from "../../../model/Environment.ts"
import { EventId } from "../../../model/ids.ts"
import { missing, Refusal, withCode } from "../../../model/Refusal.ts"
import { WebhookFaultWord } from "../../../ports/WebhookSender.ts"
import * as Collection from "../../../store/Collection.ts"
import { type Draft, insert } from "../../../store/plans.ts"

/** The event types. The first word names the resource. */
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
  "INTERNAL_ACCOUNT.STATUS_UPDATED",
  "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  "TEST"
])
export type EventType = typeof EventType.Type

/** The event types that changes announce: all except TEST. */
export type AnnouncedType = Exclude<EventType, "TEST">

export const DeliveryStatus = Schema.Literals(["PENDING", "DELIVERED", "GIVEN_UP"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** Why the last attempt failed, or why none was made. */
export const DeliveryFault = Schema.Literals([...WebhookFaultWord.literals, "NO_ENDPOINT", "UNRENDERED"])
export type DeliveryFault = typeof DeliveryFault.Type

/** A postponed or failed attempt leaves an event pending. An operator can redeliver any event. */
export const { machine } = Machine.words({
  name: "Delivery",
  begins: "PENDING",
  table: {
    PENDING: {
      Accepted: "DELIVERED",
      AcceptedToRepeat: "PENDING",
      Failed: "PENDING",
      Postponed: "PENDING",
      Abandoned: "GIVEN_UP",
      Redriven: "PENDING"
    },
    DELIVERED: { Redriven: "PENDING" },
    GIVEN_UP: { Redriven: "PENDING" }
  }
})

const Fields = Schema.Struct({
  eventId: EventId,
  environment: Environment,
  /** An `EventType`, or one of a newer version. */
  type: Schema.String,
  /** The stored form of the record after the change. Fields that are encrypted there are encrypted here too. */
  subject: Schema.Json,
  /** The number of the event among the events of its record, starting at 1. */
  sequence: Schema.optionalKey(Schema.Int),
  at: Millis,
  status: DeliveryStatus,
  /** Attempts since the change, or since the last redelivery request. */
  attempts: Schema.Int,
  /** The HTTP status of the last attempt. */
  lastStatus: Schema.optionalKey(Schema.Int),
  lastFault: Schema.optionalKey(DeliveryFault),
  deliveredAt: Schema.optionalKey(Millis),
  /** How many more times the event is sent after a successful delivery. */
  repeats: Schema.optionalKey(Schema.Int),
  /** Absent after the delivery has ended. */
  dueAt: Schema.optionalKey(Millis),
  expiresAt: Millis
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Delivery", Fields)

/**
 * An event and its delivery status. It is written in the commit of the change it reports, so it is delivered at least
 * once if the change was committed, and never otherwise (I12).
 */
export type Event = Machine.Made<"Delivery", Fields>
/** An event that is still to be delivered. */
export type Waiting = Event & { readonly status: "PENDING" }

export const events = Collection.make({
  name: "events",
  schema: state,
  id: "eventId",
  indexes: { all: [], status: ["status"] },
  expiry: "expiresAt",
  due: "dueAt"
})

/**
 * The event with changed fields, in the status that `on` leads to. Every event except `Redriven` requires a waiting
 * event.
 */
export const moved = <On extends Machine.EventsOf<typeof machine>>(
  event: On extends "Redriven" ? Event : Waiting,
  on: On,
  fields: Omit<Fields, "status">
): Event => seal({ ...fields, status: Result.getOrThrow(machine.after(event.status, [on])) })

export const isWaiting = (event: Event): event is Waiting => event.status === "PENDING"

/**
 * Returns whether an event is an approval call for an incoming payment: the HTTP status of the answer is the decision,
 * and there is only one attempt.
 */
export const isApprovalCall = ({ type }: { readonly type: string }): boolean => type === "INCOMING_PAYMENT.PENDING"

/** Deliveries are given up after this time. */
export const TRIED_FOR: Millis = 7 * 86_400_000

/** Events are retained for one more day, so that those given up last can still be inspected and redelivered. */
const RETENTION: Millis = TRIED_FOR + 86_400_000

/** The insert of an event into the outbox. `sequence` is the event count including this event. */
export const announce = <A>(
  type: AnnouncedType,
  collection: Collection.Collection<A>,
  subject: A,
  at: Millis,
  sequence: number
): Draft => outboxed({ type, subject: collection.encode(subject), sequence, at })

/**
 * Announces one event about a record. Returns the record with its new event count, which the same commit must write.
 * `version` is the stored version of the record; 0 for a new one.
 */
export const announced = <A extends Counted>(
  type: AnnouncedType,
  collection: Collection.Collection<A>,
  subject: A,
  at: Millis,
  version: number
) => {
  const eventCount = eventsBefore(subject, version) + 1
  const next = withCount(subject, eventCount)
  return { subject: next, draft: announce(type, collection, next, at, eventCount) }
}

export const announceTest = (at: Millis): Draft => outboxed({ type: "TEST", subject: {}, at })

const outboxed = (what: Pick<Event, "type" | "subject" | "at" | "sequence">): Draft => {
  const born =
    (state: Pick<Fields, "status" | "dueAt" | "lastFault">): Draft["insert"] =>
    (id, environment) => {
      const eventId = parseId("Webhook", id)
      const event = seal({ eventId, environment, ...what, attempts: 0, expiresAt: what.at + RETENTION, ...state })
      return insert(events, environmentKey(environment), event, what.at)
    }
  const waiting = born({ status: machine.begins, dueAt: what.at })
  return isApprovalCall(what)
    ? { prefix: "Webhook", insert: waiting }
    : { prefix: "Webhook", insert: waiting, unheard: born({ status: GIVEN_UP, lastFault: "NO_ENDPOINT" }) }
}

const GIVEN_UP = Result.getOrThrow(machine.after(machine.begins, ["Abandoned"]))

export class DeliveryNotFound extends Refusal("DeliveryNotFound")(missing, {
  message:
    "No webhook delivery with this id is stored. Deliveries are stored for 8 days, so list them to find a valid id.",
  cause: "The id is misspelled, the delivery is older than 8 days, or it belongs to another platform or mode.",
  remedy:
    "Call GET /webhooks/deliveries with the same token. Read the resource of an older event for its current state."
}) {}

export class WebhookEndpointNotSet extends Refusal("WebhookEndpointNotSet")(
  withCode("invalid", "WEBHOOK_ENDPOINT_NOT_SET"),
  {
    reason: "No webhook endpoint",
    message: "No webhook endpoint is configured. Set webhookEndpoint with PATCH /config, or send a url.",
    cause: "The platform has no webhookEndpoint in this mode, and the test names no url.",
    remedy: "Set the endpoint once for each mode. Sandbox and production have separate configs."
  }
) {}

export class WebhookNotDelivered extends Refusal("WebhookNotDelivered", { check: Schema.String })(
  withCode("invalid", "WEBHOOK_DELIVERY_ERROR"),
  {
    reason: "Test webhook not delivered",
    message:
      "The endpoint did not respond to the test webhook, and reason names the failed step. Check that the endpoint is reachable, then retry.",
    cause: "The name could not be resolved, the connection or TLS failed, or the endpoint timed out.",
    remedy: "Call the endpoint from outside your network. Check its certificate and its firewall."
  }
) {}
