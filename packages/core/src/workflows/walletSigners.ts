import { Effect, Result } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import type { Quote } from "../payments/Quote.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { before, byIndex, loadOne, type Plan, unchanged } from "../ports/records.ts"
import * as Session from "../sessions/Session.ts"
import { StampInvalid, StampMissing } from "../signed-requests/refusals.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { readStamp, StampAuthority } from "../signed-requests/StampAuthority.ts"
import { quotePayload } from "./quotePayload.ts"

/**
 * Judges the stamp over a quote: by an active session of the wallet that pays (I3), over the terms as they are now.
 * What comes of it are the guards under which it still holds when the payment is committed.
 */
export const walletSigners = Effect.fnUntraced(function* (quote: Quote, stamp: string | undefined, at: Millis) {
  const here = yield* CurrentEnvironment
  const { wallet, ...terms } = quote
  if (stamp === undefined) return yield* new StampMissing()
  // X11: terms that changed since they were offered are not those that somebody signed.
  if (wallet === undefined || quotePayload(terms, wallet.accountId, here) !== wallet.payload) {
    return yield* new StampInvalid()
  }
  const key = Result.match(readStamp(stamp), { onSuccess: ({ publicKey }) => publicKey, onFailure: () => "" })
  const session = yield* loadOne(byIndex(Session.sessions, environmentKey(here), "signer", [wallet.accountId, key], 1))
  const active = session === undefined ? undefined : Session.asOf(session.value, at)
  const allowed = active?._tag === "Active" ? [active.publicKey] : []
  const authority = yield* StampAuthority
  const signer = Signer.cases.SessionOfAccount.make({})
  yield* authority.judge({ header: stamp, payload: wallet.payload, signer, allowed })
  const plan: Plan = {
    changes: [],
    guards: session === undefined ? [] : [unchanged(session), before(session.value.expiresAt)]
  }
  return plan
})
