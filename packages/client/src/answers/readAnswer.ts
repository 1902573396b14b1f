import { parseStrictJson } from "@countersign/wire"
import type { Answer } from "../connection.ts"
import { CountersignError, UnexpectedAnswerError } from "../errors.ts"
import { isErrorBody } from "./ErrorBody.ts"
import type { Guard } from "./guard.ts"

/** Returns the body of a 2xx as the expected type, which `what` names in errors. Throws as {@link bodyOf} does. */
export const readAs = <T>(answer: Answer, guard: Guard<T>, what: string): T => {
  const body = bodyOf(answer)
  if (guard(body)) return body
  throw new UnexpectedAnswerError(answer, `the body is not ${what}`)
}

/**
 * Returns the JSON value of a 2xx, or `undefined` when it has no body.
 *
 * Throws `CountersignError` for a refusal and `UnexpectedAnswerError` for any other response.
 */
export const bodyOf = (answer: Answer): unknown => {
  const body = answer.status === 404 && !answer.text.startsWith("{") ? undefined : jsonOf(answer)
  if (answer.status >= 200 && answer.status < 300) return body
  if (answer.status < 400 || !isErrorBody(body))
    throw new UnexpectedAnswerError(answer, answer.status === 404 ? ELSEWHERE : "the response is not one of this API")
  const { requestId, retryAfter, status } = answer
  throw new CountersignError({ body, status, retryAfter, requestId })
}

const ELSEWHERE = "no endpoint of this API. Check baseUrl. For one of your own beside it, pass a URL as the path"

const jsonOf = (answer: Answer): unknown => {
  if (answer.text === "") return undefined
  try {
    return parseStrictJson(answer.text)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "the body is not JSON", cause)
  }
}
