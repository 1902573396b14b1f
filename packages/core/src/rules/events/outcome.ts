import type { Millis } from "../../model/Environment.ts"
import { type DeliveryFault, type Event, isApprovalCall, moved, TRIED_FOR, type Waiting } from "./Event.ts"

/** What came of one try. */
export type Reply =
  | { readonly _tag: "Answered"; readonly status: number }
  | { readonly _tag: "Failed"; readonly fault: DeliveryFault }

/** The endpoint took it. */
export const isTaken = (reply: Reply): boolean => reply._tag === "Answered" && reply.status >= 200 && reply.status < 300

/** The answers to an approval call that decide against the payment: rejected, or more data wanted. */
const isDecision = (reply: Reply): boolean =>
  reply._tag === "Answered" && (reply.status === 403 || reply.status === 422)

/** RFC 9110 section 15.5.11: the endpoint is gone, and says so. */
export const isGone = (reply: Reply): boolean => reply._tag === "Answered" && reply.status === 410

/** The endpoint, and not what it was told, is the trouble: others that wait for it would fare no better. */
export const isEndpointAtFault = (reply: Reply): boolean =>
  reply._tag === "Failed" ? reply.fault !== "UNRENDERED" : reply.status >= 500 || reply.status === 429

/** The event after a try. `chance` is from 0 to 1. */
export const after = (event: Waiting, reply: Reply, at: Millis, chance: number): Event => {
  const tried = { ...withoutLast(event), attempts: event.attempts + 1, ...lastOf(reply) }
  if (isTaken(reply) || (isApprovalCall(event) && isDecision(reply))) {
    const { repeats = 0, ...taken } = tried
    return repeats > 0
      ? moved(event, "TakenToRepeat", { ...taken, repeats: repeats - 1, dueAt: at })
      : moved(event, "Taken", { ...taken, deliveredAt: at })
  }
  const again = at + wait(event.attempts, chance)
  return isFinal(reply) ||
    event.type === "TEST" ||
    isApprovalCall(event) ||
    tried.attempts >= MOST_TRIES ||
    again >= event.at + TRIED_FOR
    ? moved(event, "GivenUp", tried)
    : moved(event, "Failed", { ...tried, dueAt: again })
}

/** The event, put off without a try. One whose time is over by then is given up. */
export const putOff = (event: Waiting, until: Millis): Event => {
  const { dueAt: _, ...kept } = event
  return until >= event.at + TRIED_FOR
    ? moved(event, "GivenUp", kept)
    : moved(event, "PutOff", { ...kept, dueAt: until })
}

/** The event, where there is nobody to tell. */
export const untold = (event: Waiting): Event =>
  moved(event, "GivenUp", { ...withoutLast(event), lastFault: "NO_ENDPOINT" })

/** The event as somebody asks for it once more, however it ended. */
export const redriven = (event: Event, at: Millis): Event => {
  const { deliveredAt: _, ...kept } = event
  return moved(event, "Redriven", { ...kept, attempts: 0, dueAt: at })
}

/**
 * 5, 10, 20 … seconds, half an hour at the most; each between half of that and all of it. Chance over the whole length
 * would end the tries after 40 hours, and 160 of these reach over 60.
 */
export const wait = (attempts: number, chance: number): Millis => {
  const most = Math.min(1_800_000, 5000 * 2 ** Math.min(attempts, 20))
  return Math.round(most / 2 + (most / 2) * chance)
}

/** 409 says that it was told before, 410 that nobody is to be told again. */
const isFinal = (reply: Reply): boolean => isGone(reply) || (reply._tag === "Answered" && reply.status === 409)

const lastOf = (reply: Reply) => (reply._tag === "Answered" ? { lastStatus: reply.status } : { lastFault: reply.fault })

const withoutLast = ({ dueAt: _, lastFault: __, lastStatus: ___, ...event }: Event) => event

export const MOST_TRIES = 160
