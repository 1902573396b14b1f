import {
  type Answer,
  AnswerLost,
  AnswerWithheld,
  answerOnce,
  CallInFlight,
  IdempotencyKeyReused,
  StoreUnavailable
} from "@countersign/core"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../errors/answer.ts"

/** Answers a call under an Idempotency-Key once, and from then on with what it was answered. */
export const idempotently = Effect.fnUntraced(function* <E, R>(
  endpoint: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  tokenId: string,
  isWithheld: boolean
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const key = request.headers["idempotency-key"]
  if (key === undefined) return yield* endpoint
  if (!KEY.test(key)) return refuse({ _tag: "IdempotencyKeyMalformed" })
  const scope = [tokenId, request.method, request.url, request.headers["request-id"] ?? ""]
  const body = yield* Effect.orDie(request.text)
  return yield* answerOnce({ key, scope, body, isWithheld }, Effect.flatMap(endpoint, answerOf)).pipe(
    Effect.map((once) => (once._tag === "Made" ? once.answer.original : keptResponse(once.answer))),
    Effect.catchIf(isOwn, (refusal) => Effect.succeed(refuse(refusal)))
  )
})

/** Printable ASCII: what a header can carry without a doubt. */
const KEY = /^[\x20-\x7e]{1,255}$/u

type Own = AnswerLost | AnswerWithheld | CallInFlight | IdempotencyKeyReused | StoreUnavailable

/** A refusal of the key, and not a failure of the endpoint. */
const isOwn = (error: unknown): error is Own =>
  error instanceof AnswerLost ||
  error instanceof AnswerWithheld ||
  error instanceof CallInFlight ||
  error instanceof IdempotencyKeyReused ||
  error instanceof StoreUnavailable

const answerOf = Effect.fnUntraced(function* (original: HttpServerResponse.HttpServerResponse) {
  const { status } = original
  return { status, body: yield* Effect.promise(() => HttpServerResponse.toWeb(original).text()), original }
})

const keptResponse = ({ body, status }: Answer) => {
  const headers = { "idempotency-replayed": "true" }
  return body === ""
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, headers, contentType: "application/json" })
}
