import { parseStrictJson } from "@countersign/wire"
import type { Answer } from "../connection.ts"
import { CountersignError, UnexpectedAnswerError } from "../errors.ts"
import { isErrorBody } from "./ErrorBody.ts"
import type { Guard } from "./guard.ts"

/** The body of a 2xx as the type it must have; `what` names that type. Throws as {@link bodyOf} does. */
export const readAs = <T>(answer: Answer, guard: Guard<T>, what: string): T => {
  const body = bodyOf(answer)
  if (guard(body)) return body
  throw new UnexpectedAnswerError(answer, `the body is not ${what}`)
}

/**
 * The JSON value of a 2xx, `undefined` where it has no body.
 *
 * Throws `CountersignError` for a refusal and `UnexpectedAnswerError` for whatever else the contract does not know.
 */
export const bodyOf = (answer: Answer): unknown => {
  const body = jsonOf(answer)
  if (answer.status >= 200 && answer.status < 300) return body
  if (answer.status < 400 || !isErrorBody(body))
    throw new UnexpectedAnswerError(answer, "that is no answer of this API")
  throw new CountersignError({ body, status: answer.status, retryAfter: answer.retryAfter })
}

const jsonOf = (answer: Answer): unknown => {
  if (answer.text === "") return undefined
  try {
    return parseStrictJson(answer.text)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "the body is not JSON", cause)
  }
}
