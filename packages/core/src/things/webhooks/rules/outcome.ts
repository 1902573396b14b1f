import type { Millis } from "../../../model/Environment.ts"
import { type DeliveryFault, type Event, isApprovalCall, moved, TRIED_FOR, type Waiting } from "./Event.ts"

/** The result of one delivery attempt. */
export type Reply =
  | { readonly _tag: "Answered"; readonly status: number }
  | { readonly _tag: "Failed"; readonly fault: DeliveryFault }

/** Returns whether the endpoint accepted the event (2xx). */
export const isAccepted = (reply: Reply): boolean =>
  reply._tag === "Answered" && reply.status >= 200 && reply.status < 300

/** The answers to an approval call that reject the payment or request more data. */
const isDecision = (reply: Reply): boolean =>
  reply._tag === "Answered" && (reply.status === 403 || reply.status === 422)

/** RFC 9110 section 15.5.11: the endpoint is permanently gone. */
export const isGone = (reply: Reply): boolean => reply._tag === "Answered" && reply.status === 410

/**
 * Returns whether a failure is a fault of the endpoint and not of this event, so that other events would fail as well.
 */
export const isEndpointAtFault = (reply: Reply): boolean =>
  reply._tag === "Failed" ? reply.fault !== "UNRENDERED" : reply.status >= 500 || reply.status === 429

/** The event after an attempt. `chance` is a random number from 0 to 1. */
export const after = (event: Waiting, reply: Reply, at: Millis, chance: number): Event => {
  const tried = { ...withoutLast(event), attempts: event.attempts + 1, ...lastOf(reply) }
  if (isAccepted(reply) || (isApprovalCall(event) && isDecision(reply))) {
    const { repeats = 0, ...accepted } = tried
    return repeats > 0
      ? moved(event, "AcceptedToRepeat", { ...accepted, repeats: repeats - 1, dueAt: at })
      : moved(event, "Accepted", { ...accepted, deliveredAt: at })
  }
  const retryAt = at + wait(event.attempts, chance)
  return isFinal(reply) ||
    event.type === "TEST" ||
    isApprovalCall(event) ||
    tried.attempts >= MOST_TRIES ||
    retryAt >= event.at + TRIED_FOR
    ? moved(event, "Abandoned", tried)
    : moved(event, "Failed", { ...tried, dueAt: retryAt })
}

/** The event, postponed without an attempt. If it expires before `until`, it is given up. */
export const postponed = (event: Waiting, until: Millis): Event => {
  const { dueAt: _, ...rest } = event
  return until >= event.at + TRIED_FOR
    ? moved(event, "Abandoned", rest)
    : moved(event, "Postponed", { ...rest, dueAt: until })
}

/** The event, given up because no endpoint is configured. */
export const undeliverable = (event: Waiting): Event =>
  moved(event, "Abandoned", { ...withoutLast(event), lastFault: "NO_ENDPOINT" })

/** The event, scheduled for redelivery, whatever its status. */
export const redriven = (event: Event, at: Millis): Event => {
  const { deliveredAt: _, ...rest } = event
  return moved(event, "Redriven", { ...rest, attempts: 0, dueAt: at })
}

/**
 * Exponential backoff: 5, 10, 20 … seconds, at most half an hour, with jitter between half and the full delay. 160
 * attempts cover more than 60 hours; jitter over the full range could end after 40.
 */
export const wait = (attempts: number, chance: number): Millis => {
  const most = Math.min(1_800_000, 5000 * 2 ** Math.min(attempts, 20))
  return Math.round(most / 2 + (most / 2) * chance)
}

/** 409 means that the event was already received, 410 that the endpoint no longer accepts events. */
const isFinal = (reply: Reply): boolean => isGone(reply) || (reply._tag === "Answered" && reply.status === 409)

const lastOf = (reply: Reply) => (reply._tag === "Answered" ? { lastStatus: reply.status } : { lastFault: reply.fault })

const withoutLast = ({ dueAt: _, lastFault: __, lastStatus: ___, ...event }: Event) => event

export const MOST_TRIES = 160
