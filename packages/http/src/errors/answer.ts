import { FAULTS_LISTED, type FieldError, secondsUntil } from "@countersign/core/internal"
import { Cause, Effect, Result } from "effect"
import type { Unreadable } from "../message/body.ts"
import { newRequestId } from "../message/headers.ts"
import { json, type Reply, uncached } from "../message/Reply.ts"
import { catalogue, type EdgeTag, type RefusalTag } from "./catalogue.ts"
import type { Entry } from "./Entry.ts"

/** A refusal as a program raises it: its tag is in the catalogue, and some carry what to wait for. */
export interface Refusal {
  readonly _tag: RefusalTag
  readonly until?: number
  readonly at?: number
  /** The one check of several that failed. */
  readonly check?: string
  /** The one field of several that is not of its shape. */
  readonly field?: string
  /** What is wrong with each field, where several may be. */
  readonly errors?: ReadonlyArray<FieldError>
  /** How many more faults there are than `errors` lists. */
  readonly more?: number
  /** Which of several ways it came about. */
  readonly because?: string
}

/** A store without its tables is unavailable in a way that only its operator can mend, and is told so. */
const entryOf = ({ _tag, because }: Refusal): Entry =>
  catalogue[_tag === "StoreUnavailable" && because === "unmigrated" ? "StoreUnmigrated" : _tag]

interface Details {
  readonly errors?: ReadonlyArray<FieldError>
  /** One sentence about the faults that are not listed. */
  readonly more?: string
  readonly check?: string
  readonly incident?: string
}

/** The one shape of every refusal: `reason` stands at the top and in `details`, since readers look in either place. */
export const bodyOf = (refusal: Refusal, more: Details = {}) => {
  const { check, code, message, status } = entryOf(refusal)
  const reason = reasonOf(refusal)
  const details = { ...(reason === undefined ? {} : { reason }), ...(check === undefined ? {} : { check }), ...more }
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(details).length === 0 ? {} : { details })
  }
}

/** A tag that stands for several checks names the one that failed. */
const reasonOf = (refusal: Refusal): string | undefined => {
  const { reason } = entryOf(refusal)
  return refusal.check === undefined ? reason : `${reason}: ${refusal.check}`
}

/** The headers a refusal must carry. `realm` is what RFC 7617 section 2 asks of a Basic challenge. */
export const headersOf = (refusal: Refusal): Record<string, string> => {
  const { status } = entryOf(refusal)
  if (refusal.until !== undefined && refusal.at !== undefined) {
    return { "retry-after": String(secondsUntil(refusal.until, refusal.at)) }
  }
  if (status === 503) return { "retry-after": "1" }
  if (refusal._tag === "TokenRefused") return { "www-authenticate": 'Basic realm="countersign", charset="UTF-8"' }
  return {}
}

/** At most so many faults from any source, and one sentence about the rest: no refusal grows with its request (I20). */
const fieldsOf = ({ errors, field, more = 0 }: Refusal): Details => {
  if (errors === undefined) return field === undefined ? {} : { errors: [{ field, message: MALFORMED }] }
  const rest = errors.length - FAULTS_LISTED + more
  if (rest <= 0) return { errors }
  const faults = rest === 1 ? "1 more fault is" : `${rest} more faults are`
  return {
    errors: errors.slice(0, FAULTS_LISTED),
    more: `${faults} not listed. Correct those listed, then send the request again.`
  }
}

const MALFORMED = "The value is malformed. Send what the authenticator returned, in base64url without padding."

export const refuse = (refusal: Refusal, more: Details = {}): Reply =>
  json(entryOf(refusal).status, bodyOf(refusal, { ...fieldsOf(refusal), ...more }), headersOf(refusal))

/**
 * Replies from the catalogue where a program fails, and with an incident id where it dies. A program that fails with
 * anything that is not in the catalogue does not compile. An interruption passes.
 */
export const answered = <A, E extends Refusal, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A | Reply, never, R> => Effect.catchCause(program, replyOfCause)

const replyOfCause = (cause: Cause.Cause<Refusal>): Effect.Effect<Reply> => {
  const found = Cause.findError(cause)
  if (Result.isSuccess(found)) return Effect.succeed(refuse(found.success))
  return Cause.hasInterruptsOnly(found.failure) ? Effect.failCause(found.failure) : defect(found.failure)
}

/** Logs a defect under an incident id that the caller can quote. The reply contains the id, and nothing of the defect. */
const defect = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
  const incident = crypto.randomUUID()
  yield* Effect.logError("request failed", { incident }, cause)
  return refuse({ _tag: "Defect" }, { incident })
})

/** A refusal of the edge, in the envelope of all others. */
export const refusal = (
  tag: EdgeTag,
  more: { readonly headers?: Record<string, string>; readonly details?: Details } = {}
): Reply =>
  json(catalogue[tag].status, bodyOf({ _tag: tag }, more.details), { ...headersOf({ _tag: tag }), ...more.headers })

/** The refusal of a body that cannot be read. A connection with the rest of a long body on it is closed. */
export const refuseBody = ({ details, tag }: Unreadable): Reply =>
  refusal(tag, {
    headers: tag === "BodyTooLarge" ? { connection: "close" } : {},
    ...(details === undefined ? {} : { details })
  })

/** A refusal of what never became a call of the edge, with the headers of every reply. */
export const refusedAtOnce = (tag: EdgeTag, details?: Details): Reply =>
  uncached(refusal(tag, details === undefined ? {} : { details }), newRequestId())
