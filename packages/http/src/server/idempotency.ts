import { Effect } from "@countersign/core/effect"
import {
  type Answer,
  AnswerLost,
  AnswerTooLong,
  AnswerWithheld,
  answerIdempotently,
  CallInFlight,
  IdempotencyKeyReused,
  KeysUnavailable,
  StoreUnavailable
} from "@countersign/core/internal"
import { refuse } from "../errors/answer.ts"
import { Reply } from "../message/Reply.ts"
import { requestIdOf } from "../resources/signedEndpoint.ts"
import type { Received } from "./route.ts"

/** Runs a call once under its Idempotency-Key, and replies to each later call under it with the first reply. */
export const idempotently = Effect.fnUntraced(function* <E, R>(
  program: Effect.Effect<Reply, E, R>,
  { body, endpoint: { isSecret, refusals, shape }, headers, target }: Received,
  key: string,
  tokenId: string
) {
  if (!KEY.test(key)) return refuse({ _tag: "IdempotencyKeyMalformed" })
  // Only a call that uses the Request-Id has two legs under one key.
  const leg = refusals.includes("RequestIdMissing") ? requestIdOf(headers["request-id"]) : undefined
  const scope = [tokenId, shape.method, target, leg ?? ""]
  return yield* answerIdempotently({ key, scope, body: body?.text ?? "", isWithheld: isSecret }, program).pipe(
    Effect.map((once) => (once._tag === "Made" ? once.answer : storedReply(once.answer))),
    Effect.catchIf(isOwn, (refusal) => Effect.succeed(refuse(refusal)))
  )
})

/** Printable ASCII: characters that every proxy forwards unchanged in a header. */
const KEY = /^[\x20-\x7e]{1,255}$/u

/**
 * Refusals about the idempotency key, and store failures. They are not results of the endpoint, so they are not stored.
 */
const OWN = [
  AnswerLost,
  AnswerTooLong,
  AnswerWithheld,
  CallInFlight,
  IdempotencyKeyReused,
  KeysUnavailable,
  StoreUnavailable
]

const isOwn = (error: unknown): error is InstanceType<(typeof OWN)[number]> =>
  OWN.some((refusal) => error instanceof refusal)

const storedReply = ({ body, status }: Answer): Reply =>
  new Reply(
    status,
    body,
    { "idempotency-replayed": "true", ...(body === "" ? {} : { "content-type": "application/json" }) },
    status < 400 ? undefined : { code: "REPLAYED", check: "REPLAYED" }
  )
