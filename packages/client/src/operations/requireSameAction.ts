import { canonicalJson, type Json, parseStrictJson, sha256HexAsync } from "@countersign/wire"

import type { SignedRequestChallenge } from "../answers/credentials.ts"
import { type Guard, object, text } from "../answers/guard.ts"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { isPathOf } from "./path.ts"

/** The call that a signature over a payload authorizes. The server compares the retry with every field. */
interface SignedContext {
  readonly operation: string
  readonly method: string
  readonly path: string
  /** SHA-256 of the canonical JSON of the body, lower-case hex; of `null` when there is no body. */
  readonly bodyDigest: string
  readonly requestId: string
  /** Decimal milliseconds since the epoch. */
  readonly expiresAt: string
  readonly mode: string
  readonly platformId: string
}

/** Returns the context of a payload and ignores its other fields. Throws `UnexpectedAnswerError`. */
const contextOf = (answer: Answer, payload: string): SignedContext => {
  const activity = jsonOf(answer, payload)
  if (isActivity(activity)) return activity.parameters.context
  throw new UnexpectedAnswerError(answer, "the payload to sign does not say what it is for")
}

/** Returns the activity type of a payload and its parameters by name. Throws `UnexpectedAnswerError`. */
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

/** Rejects repeated keys, because the server and the client might each read a different value. */
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

/** The call that a signature is requested for. */
export interface RequestedAction {
  readonly method: string
  readonly path: string
  /** The base path of all calls, which `path` omits. */
  readonly basePath: string
  /** The exact body text as sent. */
  readonly text: string | undefined
}

/**
 * Throws `UnexpectedAnswerError` unless the payload is for this call. Otherwise a hostile backend could obtain a
 * signature for another operation of the same wallet, or for this one with its own key.
 *
 * The server accepts a stamp only over a payload that it issued, so the context determines what is executed. The
 * activity name, the environment and the expiry are the server's, and the client has nothing to compare them with.
 */
export const requireSameAction = async (
  answer: Answer,
  { payloadToSign, requestId }: SignedRequestChallenge,
  { basePath, method, path, text }: RequestedAction
): Promise<void> => {
  const context = contextOf(answer, payloadToSign)
  const refuse = (what: string) => {
    throw new UnexpectedAnswerError(answer, `the payload to sign is for another ${what}`)
  }
  if (context.requestId !== requestId) refuse("request id")
  if (context.method.toUpperCase() !== method.toUpperCase()) refuse("method")
  if (!isPathOf(context.path, { path, basePath })) refuse(OTHER_PATH)
  if (context.bodyDigest !== (await digestOf(text))) refuse("body")
}

/** A value from the caller, spelled as it must be in the payload's activity. */
export interface Agreed {
  readonly type: string
  readonly names: Readonly<Record<string, string>>
}

/** Throws `UnexpectedAnswerError` unless the payload has this activity and contains the caller's values (FA4). */
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

/** The most common harmless cause of a different path. */
const OTHER_PATH =
  "path. Where a proxy changes it, put its prefix into baseUrl, or declare it to the service as strippedPrefix"

const digestOf = (text: string | undefined): Promise<string> => {
  const body: Json = text === undefined ? null : JSON.parse(text)
  return sha256HexAsync(canonicalJson(body))
}
