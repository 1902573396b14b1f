import * as core from "@countersign/core"
import { Effect, Schema } from "effect"
import { SignedRequestChallenge, signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import { answered } from "../errors/answer.ts"
import { json } from "../serve/Reply.ts"
import { guarded } from "./Guarded.ts"

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
const encode = Schema.encodeSync(SignedRequestChallenge)
const challenge = (request: core.SignedRequest.Pending) => json(202, encode(signedRequestChallenge(request)))
