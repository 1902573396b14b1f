import { parseId } from "@countersign/wire"
import { Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { type Counted, eventsBefore, withCount } from "../../model/counted.ts"
import { Environment, environmentKey, Millis } from "../../model/Environment.ts"
import { entry, missing } from "../../model/faults.ts"
import { EventId } from "../../model/ids.ts"
import { WebhookFaultWord } from "../../ports/WebhookSender.ts"
import * as Collection from "../../store/Collection.ts"
import { type Draft, insert } from "../../store/records.ts"

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
  "INTERNAL_ACCOUNT.STATUS_UPDATED",
  "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  "TEST"
])
export type EventType = typeof EventType.Type

/** What a change announces: all but the word that an endpoint is there. */
export type Told = Exclude<EventType, "TEST">

export const DeliveryStatus = Schema.Literals(["PENDING", "DELIVERED", "GIVEN_UP"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** Why the last try came to nothing: what the sender met, or what kept it from being asked. */
export const DeliveryFault = Schema.Literals([...WebhookFaultWord.literals, "NO_ENDPOINT", "UNRENDERED"])
export type DeliveryFault = typeof DeliveryFault.Type

/** A try that was put off and one that came to nothing leave an event pending; an operator sends any event again. */
export const { machine } = Machine.words({
  name: "Delivery",
  begins: "PENDING",
  table: {
    PENDING: {
      Taken: "DELIVERED",
      TakenToRepeat: "PENDING",
      Failed: "PENDING",
      PutOff: "PENDING",
      GivenUp: "GIVEN_UP",
      Redriven: "PENDING"
    },
    DELIVERED: { Redriven: "PENDING" },
    GIVEN_UP: { Redriven: "PENDING" }
  }
})

const Fields = Schema.Struct({
  eventId: EventId,
  environment: Environment,
  type: EventType,
  /** The record as the change left it, as its collection keeps it: what is sealed there is sealed here. */
  subject: Schema.Json,
  /** 1 for the first event about that object, and one more for each further event about it. */
  sequence: Schema.optionalKey(Schema.Int),
  at: Millis,
  status: DeliveryStatus,
  /** Tries since it happened, or since somebody had it sent again. */
  attempts: Schema.Int,
  /** What the endpoint answered to the last try. */
  lastStatus: Schema.optionalKey(Schema.Int),
  lastFault: Schema.optionalKey(DeliveryFault),
  deliveredAt: Schema.optionalKey(Millis),
  /** How many more times it is sent after an endpoint took it. */
  repeats: Schema.optionalKey(Schema.Int),
  /** Absent once it is over. */
  dueAt: Schema.optionalKey(Millis),
  expiresAt: Millis
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Delivery", Fields)

/**
 * Something that happened, and how far telling the platform of it has come. Written in the commit of the change itself:
 * it is told if that was committed, and never otherwise (I12).
 */
export type Event = Machine.Made<"Delivery", Fields>
/** An event that is still to be delivered. */
export type Waiting = Event & { readonly status: "PENDING" }

export const events = Collection.make({
  name: "events",
  schema: state,
  id: ({ eventId }) => eventId,
  indexes: { all: [], status: ["status"] },
  expiry: "expiresAt",
  due: "dueAt"
})

/** The event with these fields, in the status that `on` leads to. All but `Redriven` happens to a waiting event only. */
export const moved = <On extends Machine.EventsOf<typeof machine>>(
  event: On extends "Redriven" ? Event : Waiting,
  on: On,
  fields: Omit<Fields, "status">
): Event => seal({ ...fields, status: Result.getOrThrow(machine.after(event.status, [on])) })

export const isWaiting = (event: Event): event is Waiting => event.status === "PENDING"

/** Asks for a decision about an incoming payment: the status of the answer is the decision, and there is one try. */
export const isApprovalCall = ({ type }: { readonly type: string }): boolean => type === "INCOMING_PAYMENT.PENDING"

/** Who has not taken an event after so long is not there to take it. */
export const TRIED_FOR: Millis = 7 * 86_400_000

/** A day longer, so that what was given up at the very end can be seen, and sent again. */
const KEPT_FOR: Millis = TRIED_FOR + 86_400_000

/** The insert that puts an event about a record into the outbox. `sequence` is the count with this event. */
export const announce = <A>(
  type: Told,
  collection: Collection.Collection<A>,
  subject: A,
  at: Millis,
  sequence: number
): Draft => outboxed({ type, subject: collection.encode(subject), sequence, at })

/**
 * Announces one event about a record. Returns the record with the event counted, which the same commit must write.
 * `version` is that of the record as it is stored, and 0 for a new record.
 */
export const announced = <A extends Counted>(
  type: Told,
  collection: Collection.Collection<A>,
  subject: A,
  at: Millis,
  version: number
) => {
  const eventCount = eventsBefore(subject, version) + 1
  const next = withCount(subject, eventCount)
  return { subject: next, draft: announce(type, collection, next, at, eventCount) }
}

/** The insert that sends the endpoint an event about nothing, to see whether it answers. */
export const announceTest = (at: Millis): Draft => outboxed({ type: "TEST", subject: {}, at })

const outboxed = (what: Pick<Event, "type" | "subject" | "at" | "sequence">): Draft => ({
  prefix: "Webhook",
  insert: (id, environment) => {
    const event = seal({
      eventId: parseId("Webhook", id),
      environment,
      ...what,
      status: machine.begins,
      attempts: 0,
      dueAt: what.at,
      expiresAt: what.at + KEPT_FOR
    })
    return insert(events, environmentKey(environment), event, what.at)
  }
})

// biome-ignore-all format: a table, one refusal a line

/** No event of this id is kept here. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {
  static readonly entry = missing(
    "No event of this id is kept here. They are kept for 8 days; list the deliveries for the ones there are."
  )
}

/** There is no endpoint that a test could go to. */
export class WebhookEndpointNotSet extends Schema.TaggedError<WebhookEndpointNotSet>()("WebhookEndpointNotSet", {}) {
  static readonly entry = entry(
    "invalid",
    "WEBHOOK_ENDPOINT_NOT_SET",
    "No webhook endpoint",
    "There is no endpoint to send to. Set webhookEndpoint with PATCH /config, or name a url."
  )
}

/** The test came to no answer. */
export class WebhookNotDelivered extends Schema.TaggedError<WebhookNotDelivered>()("WebhookNotDelivered", {
  check: Schema.String
}) {
  static readonly entry = entry(
    "invalid",
    "WEBHOOK_DELIVERY_ERROR",
    "Test webhook not delivered",
    "No answer came from the endpoint; reason says how far it got. Check that it is reachable, and try again."
  )
}
