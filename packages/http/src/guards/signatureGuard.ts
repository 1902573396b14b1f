import * as core from "@countersign/core"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { SignedRequestChallenge, signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import { answered } from "../errors/answer.ts"
import { unkept } from "../web/edge.ts"

/** What became of a call to a guarded endpoint: an answer to send as it is, or what it was let through with. */
export type Guarded<A> =
  | { readonly answer: Response; readonly granted: undefined }
  | { readonly answer: undefined; readonly granted: A }

export const refused = (answer: Response): Guarded<never> => ({ answer: unkept(answer), granted: undefined })
export const granted = <A>(what: A): Guarded<A> => ({ answer: undefined, granted: what })

/** Puts a call of the host's own behind a signature, in the answers of the endpoints of ours that want one. */
export const guardBySignature = (
  call: Omit<core.OwnCall, "accountId"> & { readonly accountId: string },
  retry: core.RetryHeaders
) =>
  answered(
    Effect.gen(function* () {
      // It may stand in the host's request: one that is no id is of no account.
      if (!isAccountId(call.accountId)) return yield* new core.AccountNotFound()
      const outcome = yield* core.signedCall({ ...call, accountId: call.accountId }, retry)
      return outcome._tag === "Done" ? granted(outcome.reply.requestId) : challenge(outcome.request)
    })
  ).pipe(
    Effect.map((outcome) =>
      HttpServerResponse.isHttpServerResponse(outcome) ? refused(HttpServerResponse.toWeb(outcome)) : outcome
    )
  )

const isAccountId = Schema.is(core.AccountId)
const encode = Schema.encodeSync(SignedRequestChallenge)
const challenge = (request: core.SignedRequest.Pending) =>
  HttpServerResponse.jsonUnsafe(encode(signedRequestChallenge(request)), { status: 202 })
