import { parseStrictJson } from "@countersign/wire"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors/UnexpectedAnswerError.ts"
import { type Guard, object, text } from "./guard.ts"

/** What a signature over a payload is good for. The service holds the retry to every word of it. */
export interface SignedContext {
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
export const contextOf = (answer: Answer, payload: string): SignedContext => {
  const activity = jsonOf(answer, payload)
  if (isActivity(activity)) return activity.parameters.context
  throw new UnexpectedAnswerError(answer, "the payload to sign does not say what it is for")
}

/** The type of a payload's activity, and its parameters by name. Throws `UnexpectedAnswerError`. */
export const activityOf = (
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
