import { sha256Hex } from "@countersign/wire"
import { Effect, Result } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { QuoteId } from "../../model/ids.ts"
import type { Millis } from "../../model/time.ts"
import type { Quote } from "../../payments/Quote.ts"
import { quoteDigest, type SignedTerms } from "../../payments/SignedTerms.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { before, byIndex, load, type Plan, unchanged } from "../../ports/records.ts"
import type { Authorised } from "../../receipts/chain.ts"
import * as Session from "../../sessions/Session.ts"
import { StampInvalid, StampMissing } from "../../signed-requests/refusals.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { readStamp, StampAuthority } from "../../signed-requests/StampAuthority.ts"
import { byOf, type Chain, headRef, proofOfStamp } from "../receipts/receiptPlan.ts"

/** A payment that the owner of a wallet signed: the guards under which that holds when it is committed, and its receipt. */
export interface SignedPayment {
  readonly guards: Plan["guards"]
  readonly authorised: Authorised
  readonly chain: Chain
}

/** Judges the stamp over a quote: by an active session of the wallet that pays (I3), over the terms of this very quote. */
export const walletSigners = Effect.fnUntraced(function* (
  quote: Quote,
  { payload, quoteDigest: signedDigest }: SignedTerms,
  stamp: string | undefined,
  at: Millis
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { wallet } = quote
  if (stamp === undefined) return yield* new StampMissing()
  // X11: a quote whose record changed since it was offered is not the one that was signed.
  if (wallet === undefined || quoteDigest(quote) !== signedDigest) return yield* new StampInvalid()
  const { accountId } = wallet
  const key = Result.match(readStamp(stamp), { onSuccess: ({ publicKey }) => publicKey, onFailure: () => "" })
  const sessionRef = byIndex(Session.sessions, environment, "signer", [accountId, key], 1)
  const chainRef = headRef(environment, accountId)
  const found = yield* load([sessionRef, chainRef])
  const session = found.one(sessionRef)
  const active = session === undefined ? undefined : Session.asOf(session.value, at)
  const allowed = active?._tag === "Active" ? [active.publicKey] : []
  const authority = yield* StampAuthority
  const signer = Signer.cases.SessionOfAccount.make({})
  const evidence = yield* authority.judge({ header: stamp, payload, signer, allowed })
  const signed: SignedPayment = {
    guards: session === undefined ? [] : [unchanged(session), before(session.value.expiresAt)],
    authorised: {
      ...quoteCall(quote.quoteId),
      consumed: quote.quoteId,
      payloadSha256: sha256Hex(payload),
      proof: proofOfStamp(evidence),
      by: byOf(session)
    },
    chain: { accountId, head: found.one(chainRef), at }
  }
  return signed
})

/** The call that pays a quote has no body: all its terms are in the payload. */
const quoteCall = (quoteId: QuoteId) => ({
  operation: "ExecuteQuote",
  method: "POST",
  path: `/quotes/${quoteId}/execute`,
  bodyDigest: ""
})
