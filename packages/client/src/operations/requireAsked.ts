import { canonicalJson, type Json, parseStrictJson, sha256Hex } from "@countersign/wire"

import type { SignedRequestChallenge } from "../answers/credentials.ts"
import { type Guard, object, text } from "../answers/guard.ts"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { isPathOf } from "./path.ts"

/** What a signature over a payload is good for. The service holds the retry to every word of it. */
interface SignedContext {
  readonly operation: string
  readonly method: string
  readonly path: string
  /** SHA-256 of the canonical JSON of the body, lower-case hex; of `null` where there is none. */
  readonly bodyDigest: string
  readonly requestId: string
  /** Decimal milliseconds since the epoch. */
  readonly expiresAt: string
  readonly mode: string
  readonly platformId: string
}

/** The context of a payload, whatever else it holds. Throws `UnexpectedAnswerError`. */
const contextOf = (answer: Answer, payload: string): SignedContext => {
  const activity = jsonOf(answer, payload)
  if (isActivity(activity)) return activity.parameters.context
  throw new UnexpectedAnswerError(answer, "the payload to sign does not say what it is for")
}

/** The type of a payload's activity, and its parameters by name. Throws `UnexpectedAnswerError`. */
const activityOf = (
  answer: Answer,
  payload: string
): { readonly type: string; readonly parameters: ReadonlyMap<string, unknown> } => {
  const activity = jsonOf(answer, payload)
  if (!isNamed(activity)) throw new UnexpectedAnswerError(answer, "the payload to sign does not say what it is for")
  return { type: activity.type, parameters: new Map(Object.entries(activity.parameters)) }
}

const isNamed: Guard<{ readonly type: string; readonly parameters: object }> = object<{
  readonly type: string
  readonly parameters: object
}>({ type: text, parameters: object<object>({}) })

/** Strictly: of a key that stands there twice, the service and we might each read another one. */
const jsonOf = (answer: Answer, payload: string): unknown => {
  try {
    return parseStrictJson(payload)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "the payload to sign is not JSON", cause)
  }
}

interface Activity {
  readonly parameters: { readonly context: SignedContext }
}

const isActivity: Guard<Activity> = object<Activity>({
  parameters: object<Activity["parameters"]>({
    context: object<SignedContext>({
      operation: text,
      method: text,
      path: text,
      bodyDigest: text,
      requestId: text,
      expiresAt: text,
      mode: text,
      platformId: text
    })
  })
})

/** The call that a signature is to be for. */
export interface Asked {
  readonly method: string
  readonly path: string
  /** The path that all calls stand under, which `path` leaves out. */
  readonly basePath: string
  /** The body to the byte, as it was sent. */
  readonly text: string | undefined
}

/**
 * Throws `UnexpectedAnswerError` unless the payload is for this call: else who hands out payloads could have another
 * operation of the same wallet signed, or this one with a key of theirs.
 *
 * The service takes a stamp only over a payload that it wrote itself, so what stands in the context is what happens. Its
 * name for the operation, its environment and the end of the request are its own: there is nothing here to compare.
 */
export const requireAsked = (
  answer: Answer,
  { payloadToSign, requestId }: SignedRequestChallenge,
  { basePath, method, path, text }: Asked
): void => {
  const context = contextOf(answer, payloadToSign)
  const refuse = (what: string) => {
    throw new UnexpectedAnswerError(answer, `the payload to sign is for another ${what}`)
  }
  if (context.requestId !== requestId) refuse("request id")
  if (context.method.toUpperCase() !== method.toUpperCase()) refuse("method")
  if (!isPathOf(context.path, { path, basePath })) refuse(OTHER_PATH)
  if (context.bodyDigest !== digestOf(text)) refuse("body")
}

/** What a caller named, as it must be spelled in the activity of the payload. */
export interface Agreed {
  readonly type: string
  readonly names: Readonly<Record<string, string>>
}

/** Throws `UnexpectedAnswerError` unless the payload is of this activity and names what the caller named (FA4). */
export const requireAgreed = (
  answer: Answer,
  { payloadToSign }: SignedRequestChallenge,
  { names, type }: Agreed
): void => {
  const { parameters, type: given } = activityOf(answer, payloadToSign)
  if (given !== type) throw new UnexpectedAnswerError(answer, "the payload to sign is of another activity")
  for (const [name, value] of Object.entries(names)) {
    if (parameters.get(name) === value) continue
    throw new UnexpectedAnswerError(answer, `the payload to sign names another ${name}`)
  }
}

/** What most often makes it another, where nobody means harm. */
const OTHER_PATH =
  "path. Where a proxy changes it, put its prefix into baseUrl, or declare it to the service as strippedPrefix"

const digestOf = (text: string | undefined): string => {
  const body: Json = text === undefined ? null : JSON.parse(text)
  return sha256Hex(canonicalJson(body))
}
