import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { answered } from "../errors/answer.ts"
import { newRequestId } from "../message/headers.ts"
import { json, Reply, toResponse, uncached } from "../message/Reply.ts"
import { AuthSession, authSession } from "../resources/authentication/readCredentials.ts"
import { SignedRequestChallenge, signedRequestChallenge } from "../resources/signedRetry.ts"
import { kept, type Survival } from "../server/gate.ts"

/** What became of a call to a guarded endpoint: an answer to send as it is, or what it was let through with. */
export type Guarded<A> =
  | { readonly answer: Response; readonly granted: undefined }
  | { readonly answer: undefined; readonly granted: A }

export const refused = (reply: Reply): Guarded<never> => ({
  answer: toResponse(uncached(reply, newRequestId())),
  granted: undefined
})
export const granted = <A>(what: A): Guarded<A> => ({ answer: undefined, granted: what })

/** An answer of ours stops the call; anything else lets it through. */
export const guarded = <A, E, R>(program: Effect.Effect<{ readonly granted: A } | Reply, E, R>) =>
  Effect.map(program, (outcome): Guarded<A> => (outcome instanceof Reply ? refused(outcome) : granted(outcome.granted)))

/** A check that counts as a call of ours: what stops or fails it is answered as it is at the edge. */
export const judged =
  (options: Survival) =>
  async <A>(check: () => Promise<Guarded<A>>): Promise<Guarded<A>> => {
    const outcome = await kept(options, check)
    return outcome instanceof Reply ? refused(outcome) : outcome
  }

/** Lets a call of the host's own through with the session that it proves. */
export const guardBySession = (call: core.ProvenCall) =>
  guarded(
    answered(Effect.map(core.proveSession(call), (session) => ({ granted: encodeSession(authSession(session)) })))
  )

const encodeSession = Schema.encodeSync(AuthSession)

/** Lets a call of the host's own through when it is signed, and answers as the endpoints of ours that want that. */
export const guardBySignature = (
  call: Omit<core.OwnCall, "accountId"> & { readonly accountId: string },
  retry: core.RetryHeaders
) => guarded(answered(signed(call, retry)))

const signed = Effect.fnUntraced(function* (
  { accountId, ...call }: Parameters<typeof guardBySignature>[0],
  retry: core.RetryHeaders
) {
  // It may stand in the host's request: one that is no id is of no account.
  if (!isAccountId(accountId)) return yield* new core.AccountNotFound()
  const outcome = yield* core.signedCall({ ...call, accountId }, retry)
  return outcome._tag === "Done" ? { granted: outcome.reply.requestId } : challenge(outcome.request)
})

const isAccountId = Schema.is(core.AccountId)
const encodeChallenge = Schema.encodeSync(SignedRequestChallenge)
const challenge = (request: core.SignedRequest.Pending) => json(202, encodeChallenge(signedRequestChallenge(request)))
