import { sha256Hex } from "@countersign/wire"
import { Effect } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { PublicKey, QuoteId } from "../../model/ids.ts"
import { byOf, headRef, proofOfStamp } from "../../steps/receiptPlan.ts"
import { keyOfStamp } from "../../steps/signers.ts"
import { firstBy, type Stored } from "../../store/records.ts"
import type { Authorised } from "../receipts/rules/chain.ts"
import * as Session from "../sessions/rules/Session.ts"
import { StampInvalid } from "../signed-requests/rules/refusals.ts"
import type { Signer } from "../signed-requests/rules/Signer.ts"
import { StampAuthority, type StampEvidence } from "../signed-requests/rules/StampAuthority.ts"
import { PAYMENT } from "./paymentAccess.ts"
import type { Quote } from "./rules/Quote.ts"
import { quoteDigest, type SignedTerms } from "./SignedTerms.ts"

/** The wallet's session whose key made the stamp, if there is one, and the head of the wallet's receipt chain. */
export const signerReads = ({ wallet }: Quote, stamp: string | undefined, environment: EnvironmentKey) => {
  if (wallet === undefined || stamp === undefined) return undefined
  return {
    session: firstBy(Session.sessions, environment, "signer", [wallet.accountId, keyOfStamp(stamp)]),
    head: headRef(environment, wallet.accountId)
  }
}

/** A text that the wallet's owner signed. */
export interface SignedPayment {
  readonly payload: string
  readonly evidence: StampEvidence
}

/**
 * Verifies the stamp of a quote: it must be made by the key of an active session of the paying wallet (I3), over the
 * signed terms.
 */
export const walletStamp = Effect.fnUntraced(function* (
  quote: Quote,
  { payload, quoteDigest: signedDigest }: SignedTerms,
  stamp: string,
  allowed: ReadonlyArray<PublicKey>
) {
  // X11: the record of the quote must still be the one whose digest was signed.
  if (quoteDigest(quote) !== signedDigest) return yield* new StampInvalid()
  const authority = yield* StampAuthority
  const signer: Signer = { _tag: "SessionOfAccount" }
  const signed: SignedPayment = {
    payload,
    evidence: yield* authority.judge({ header: stamp, payload, signer, allowed })
  }
  return signed
})

/** The key of the session, if the session may sign at `at`. */
export const allowedKey = (session: Stored<Session.Session> | undefined, at: Millis): ReadonlyArray<PublicKey> => {
  const active = session === undefined ? undefined : Session.asOf(session.value, at)
  return active?._tag === "Active" ? [active.publicKey] : []
}

/** The authorisation of a payment by the wallet's owner. */
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

/** The call that pays a quote has no body: the payload contains all terms. */
const quoteCall = (quoteId: QuoteId) => ({
  operation: PAYMENT,
  method: "POST",
  path: `/quotes/${quoteId}/execute`,
  bodyDigest: ""
})
