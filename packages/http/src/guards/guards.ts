import { DateTime, Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { answered } from "../errors/answer.ts"
import type { CallHeaders, Checked } from "../message/hostTypes.ts"
import { json, Reply, uncached } from "../message/Reply.ts"
import { AuthSession, authSession } from "../resources/authentication/sessions.ts"
import { retryOf, SignedRequestChallenge, signedRequestChallenge } from "../resources/signedEndpoint.ts"
import type { Gate } from "../server/gate.ts"

export const refused = (reply: Reply): Checked<never> => ({
  answer: uncached(reply, crypto.randomUUID()),
  granted: undefined
})
export const granted = <A>(what: A): Checked<A> => ({ answer: undefined, granted: what })

/** A program that succeeds with a `Reply` stops the call. Any other result grants it. */
export const guarded = <A, E, R>(program: Effect.Effect<{ readonly granted: A } | Reply, E, R>) =>
  Effect.map(program, (outcome): Checked<A> => (outcome instanceof Reply ? refused(outcome) : granted(outcome.granted)))

/** Runs a check as a call of the API: its refusals and defects get the same replies as at the edge. */
export const decided =
  (gate: Gate) =>
  async <A>(check: () => Promise<Checked<A>>): Promise<Checked<A>> => {
    const outcome = await gate.admitted(check)
    return outcome instanceof Reply ? refused(outcome) : outcome
  }

/** Guards a host endpoint by session: grants the session that the call proves. */
export const guardBySession = (call: core.ProvenCall) =>
  guarded(
    answered(
      Effect.map(core.proveSession(call), ({ heldUntil, session }) => ({
        granted: { ...encodeSession(authSession(session)), ...held(heldUntil) }
      }))
    )
  )

/** The end of the hold of an account, for a guard that allows held ones. */
export const held = (until: number | undefined) =>
  until === undefined ? {} : { heldUntil: DateTime.formatIso(DateTime.makeUnsafe(until)) }

const encodeSession = Schema.encodeSync(AuthSession)

/** Guards a host endpoint by signed retry, with the replies of the built-in signed endpoints. */
export const guardBySignature = (
  call: Omit<core.OwnCall, "accountId"> & { readonly accountId: string },
  headers: CallHeaders
) => guarded(answered(signed(call, headers)))

const signed = Effect.fnUntraced(function* (
  { accountId, ...call }: Parameters<typeof guardBySignature>[0],
  headers: CallHeaders
) {
  const retry = yield* Effect.fromResult(retryOf(headers))
  // The host may pass an id from the request, so a malformed one means that the account does not exist.
  if (!isAccountId(accountId)) return yield* new core.AccountNotFound()
  const outcome = yield* core.signedCall({ ...call, accountId }, retry)
  if (outcome._tag === "Challenge") return challenge(outcome)
  const { heldUntil, requestId } = outcome.reply
  return { granted: { requestId, ...held(heldUntil) } }
})

const isAccountId = Schema.is(core.AccountId)
const encodeChallenge = Schema.encodeSync(SignedRequestChallenge)
const challenge = (outcome: Parameters<typeof signedRequestChallenge>[0]) =>
  json(202, encodeChallenge(signedRequestChallenge(outcome)))
