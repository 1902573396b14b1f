import { sha256Hex } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { PublicKey, QuoteId } from "../../model/ids.ts"
import type { Quote } from "../../rules/payments/Quote.ts"
import { quoteDigest, type SignedTerms } from "../../rules/payments/SignedTerms.ts"
import type { Authorised } from "../../rules/receipts/chain.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { StampInvalid } from "../../rules/signed-requests/refusals.ts"
import type { Signer } from "../../rules/signed-requests/Signer.ts"
import { readStamp, StampAuthority, type StampEvidence } from "../../rules/signed-requests/StampAuthority.ts"
import { firstBy, type Stored } from "../../store/records.ts"
import { byOf, headRef, proofOfStamp } from "../receipts/receiptPlan.ts"

/** The session of the wallet whose key made the stamp, if one has that key, and the chain of the wallet's receipts. */
export const signerReads = ({ wallet }: Quote, stamp: string | undefined, environment: EnvironmentKey) => {
  if (wallet === undefined || stamp === undefined) return undefined
  const key = Result.match(readStamp(stamp), { onSuccess: ({ publicKey }) => publicKey, onFailure: () => "" })
  return {
    session: firstBy(Session.sessions, environment, "signer", [wallet.accountId, key]),
    head: headRef(environment, wallet.accountId)
  }
}

/** A text that the owner of a wallet signed. */
export interface SignedPayment {
  readonly payload: string
  readonly evidence: StampEvidence
}

/** Judges the stamp over a quote: by a key of an active session of the wallet that pays (I3), over the signed terms. */
export const walletStamp = Effect.fnUntraced(function* (
  quote: Quote,
  { payload, quoteDigest: signedDigest }: SignedTerms,
  stamp: string,
  allowed: ReadonlyArray<PublicKey>
) {
  // X11: a quote whose record changed since it was offered is not the one that was signed.
  if (quoteDigest(quote) !== signedDigest) return yield* new StampInvalid()
  const authority = yield* StampAuthority
  const signer: Signer = { _tag: "SessionOfAccount" }
  const signed: SignedPayment = {
    payload,
    evidence: yield* authority.judge({ header: stamp, payload, signer, allowed })
  }
  return signed
})

/** The key of a session that may sign at `at`. */
export const allowedKey = (session: Stored<Session.Session> | undefined, at: Millis): ReadonlyArray<PublicKey> => {
  const active = session === undefined ? undefined : Session.asOf(session.value, at)
  return active?._tag === "Active" ? [active.publicKey] : []
}

/** What the owner of the wallet authorised. */
export const paymentAuthorised = (
  quoteId: QuoteId,
  { evidence, payload }: SignedPayment,
  session: Stored<Session.Session> | undefined
): Authorised => ({
  ...quoteCall(quoteId),
  consumed: quoteId,
  payloadSha256: sha256Hex(payload),
  proof: proofOfStamp(evidence),
  by: byOf(session)
})

/** The call that pays a quote has no body: all its terms are in the payload. */
const quoteCall = (quoteId: QuoteId) => ({
  operation: "ExecuteQuote",
  method: "POST",
  path: `/quotes/${quoteId}/execute`,
  bodyDigest: ""
})
