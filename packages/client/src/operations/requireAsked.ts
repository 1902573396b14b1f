import { canonicalJson, type Json, sha256Hex } from "@countersign/wire"
import { activityOf, contextOf } from "../answers/SignedContext.ts"
import type { SignedRequestChallenge } from "../answers/SignedRequestChallenge.ts"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors/UnexpectedAnswerError.ts"
import { isPathOf } from "./namedPath.ts"

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
