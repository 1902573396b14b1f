import { Cause, DateTime, Effect, Result, Struct } from "@countersign/core/effect"
import { Collection, FAULTS_LISTED, type FieldError, secondsUntil } from "@countersign/core/internal"
import type { HeadFault, Unreadable } from "../message/Call.ts"
import { json, type Reply, uncached } from "../message/Reply.ts"
import { catalogue, type EdgeTag, type RefusalTag } from "./catalogue.ts"
import type { Details, PolicyDetails } from "./Entry.ts"

/** A refusal as a program fails with it. Its tag is in the catalogue. */
export interface Refusal extends PolicyDetails {
  readonly _tag: RefusalTag
  readonly until?: number
  readonly at?: number
  /** The end of the hold of an account. */
  readonly heldUntil?: number
  /** The time by the clock that a proof was compared with. */
  readonly serverTime?: number
  /** The check that failed, for refusals that cover several checks. */
  readonly check?: string
  /** The malformed field, for refusals that cover several fields. */
  readonly field?: string
  /** One entry for each invalid field. */
  readonly errors?: ReadonlyArray<FieldError>
  /** The number of errors that `errors` omits. */
  readonly more?: number
  /** The cause, for refusals with several causes. */
  readonly because?: string
}

/** A store without tables is unavailable until its operator runs the migrations, so the refusal states that. */
const entryOf = ({ _tag, because }: Refusal) =>
  catalogue[_tag === "StoreUnavailable" && because === "unmigrated" ? "StoreUnmigrated" : _tag]

/**
 * Returns the body of a refusal. `reason` is both at the top level and in `details`, because clients read either place.
 */
export const bodyOf = (refusal: Refusal, more: Details = {}) => {
  const { check, code, docs, message, reason: own, status } = entryOf(refusal)
  // A tag that covers several checks names the one that failed.
  const reason = refusal.check === undefined ? own : `${own}: ${refusal.check}`
  const details = { ...(reason === undefined ? {} : { reason }), ...(check === undefined ? {} : { check }), ...more }
  return {
    status,
    code,
    message,
    docs,
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(details).length === 0 ? {} : { details })
  }
}

/** Returns the headers that a refusal requires. RFC 7617 section 2 requires `realm` in a Basic challenge. */
export const headersOf = (refusal: Refusal): Record<string, string> => {
  const { status } = entryOf(refusal)
  if (refusal.until !== undefined && refusal.at !== undefined) {
    return { "retry-after": String(secondsUntil(refusal.until, refusal.at)) }
  }
  if (status === 503) return { "retry-after": isShed(refusal) ? jittered() : "1" }
  if (refusal._tag === "TokenRefused") return { "www-authenticate": 'Basic realm="countersign", charset="UTF-8"' }
  return {}
}

const isShed = ({ _tag }: Refusal): boolean => _tag === "DeadlinePassed" || _tag === "Overloaded"

/** 1 to 5 seconds, so that the callers of an overloaded node do not come again together. */
const jittered = (): string => String(1 + ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 5))

/**
 * Lists a bounded number of errors and summarizes the rest in one sentence, so that a refusal does not grow with its
 * request (I20).
 */
const fieldsOf = ({ errors, field, more = 0 }: Refusal): Details => {
  if (errors === undefined) return field === undefined ? {} : { errors: [{ field, message: MALFORMED }] }
  const rest = Math.max(errors.length - FAULTS_LISTED, 0) + more
  if (rest <= 0) return { errors }
  const faults = rest === 1 ? "1 more fault is" : `${rest} more faults are`
  return {
    errors: errors.slice(0, FAULTS_LISTED),
    more: `${faults} not listed. Correct those listed, then send the request again.`
  }
}

const MALFORMED = "The value is malformed. Send what the authenticator returned, in base64url without padding."

const policyOf = (refusal: Refusal): Details =>
  refusal.rule === undefined ? {} : Struct.pick(refusal, ["rule", "credentialTypes", "maxSessionAgeSeconds", "limit"])

const timesOf = ({ heldUntil, serverTime }: Refusal): Details => ({
  ...(heldUntil === undefined ? {} : { heldUntil: isoOf(heldUntil) }),
  ...(serverTime === undefined ? {} : { serverTime: isoOf(serverTime) })
})

const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

export const refuse = (refusal: Refusal, more: Details = {}, headers?: Readonly<Record<string, string>>): Reply => {
  const { check, code, status } = entryOf(refusal)
  return json(
    status,
    bodyOf(refusal, { ...fieldsOf(refusal), ...policyOf(refusal), ...timesOf(refusal), ...more }),
    { ...headersOf(refusal), ...headers },
    undefined,
    { code, check: more.check ?? refusal.check ?? check ?? refusal._tag }
  )
}

/**
 * Converts a failure into its reply from the catalogue, and a defect into a 500 with an incident id. A program that
 * fails with an error outside the catalogue does not compile. Interruptions are passed on.
 */
export const answered = <A, E extends Refusal, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A | Reply, never, R> => Effect.catchCause(program, replyOfCause)

const replyOfCause = (cause: Cause.Cause<Refusal>): Effect.Effect<Reply> => {
  const found = Cause.findError(cause)
  if (Result.isSuccess(found)) return Effect.succeed(refuse(found.success))
  return Cause.hasInterruptsOnly(found.failure) ? Effect.failCause(found.failure) : defect(found.failure)
}

/** Logs a defect under an incident id that the caller can quote. The reply contains only the id. */
const defect = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
  const incident = crypto.randomUUID()
  yield* Effect.logError("request failed", { incident }, cause)
  const error = Cause.squash(cause)
  if (error instanceof Collection.RecordUnreadable) return refuse(error, { incident })
  return refuse({ _tag: "Defect" }, { incident })
})

/** Returns the reply for a refusal that the HTTP edge raises. */
export const refusal = (tag: EdgeTag, details?: Details, headers?: Readonly<Record<string, string>>): Reply =>
  refuse({ _tag: tag }, details, headers)

/** Returns the reply for an unreadable head or body. Closes the connection when the rest of a long body is still unread. */
export const refuseBody = ({ details, tag }: HeadFault | Unreadable): Reply =>
  refusal(tag, details, tag === "BodyTooLarge" ? { connection: "close" } : {})

/** Returns the reply for a request that was rejected before routing, with the standard headers. */
export const refusedAtOnce = (tag: EdgeTag, details?: Details): Reply =>
  uncached(refusal(tag, details), crypto.randomUUID())
