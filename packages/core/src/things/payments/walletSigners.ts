import { sha256Hex } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import type { Money } from "../../model/currencies.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { PublicKey, QuoteId } from "../../model/ids.ts"
import { byOf, headRef, proofOfStamp } from "../../steps/receiptPlan.ts"
import { keyOfStamp } from "../../steps/signers.ts"
import { noChanges, put, type Write } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import { isCounted, requirePayment, requireStepUp, type SignedPaymentFacts } from "../access/rules/evaluate.ts"
import { type PaidDay, paidAt, paidDays, withPayment } from "../access/rules/PaidDay.ts"
import type { DestinationNotAllowed, PaymentAboveLimit, StepUpRequired } from "../access/rules/refusals.ts"
import { destinationSince } from "../external-accounts/rules/ExternalAccount.ts"
import type { Authorised } from "../receipts/rules/chain.ts"
import * as Session from "../sessions/rules/Session.ts"
import { StampInvalid } from "../signed-requests/rules/refusals.ts"
import { type Signer, StampAuthority } from "../signed-requests/rules/StampAuthority.ts"
import type { FoundEnds } from "./quoteEnds.ts"
import type { Quote } from "./rules/Quote.ts"
import { quoteDigest, type SignedTerms } from "./SignedTerms.ts"

/** The sessions of the wallet, of which one may have made the stamp, and the head of the wallet's receipt chain. */
export const signerReads = ({ wallet }: Quote, stamp: string | undefined, environment: EnvironmentKey) => {
  if (wallet === undefined || stamp === undefined) return undefined
  return { sessions: Session.activeRef(environment, wallet.accountId), head: headRef(environment, wallet.accountId) }
}

/** The session whose key made the stamp. */
export const sessionOf = (sessions: ReadonlyArray<Stored<Session.Session>> | undefined, stamp: string | undefined) =>
  stamp === undefined ? undefined : sessions?.find(({ value }) => Session.hasKey(value, keyOfStamp(stamp)))

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
  return { payload, evidence: yield* authority.judge({ header: stamp, payload, signer, allowed }) }
})

/** The key of the session, if the session may sign at `at`. */
export const allowedKey = (session: Stored<Session.Session> | undefined, at: Millis): ReadonlyArray<PublicKey> => {
  const active = session === undefined ? undefined : Session.asOf(session.value, at)
  return active?._tag === "Active" ? [active.publicKey] : []
}

export const paymentAuthorised = (
  quoteId: QuoteId,
  { evidence, payload }: Effect.Success<ReturnType<typeof walletStamp>>,
  session: Stored<Session.Session> | undefined
): Authorised => ({
  // The call has no body: the payload contains all terms.
  operation: PAYMENT,
  method: "POST",
  path: `/quotes/${quoteId}/execute`,
  bodyDigest: "",
  consumed: quoteId,
  payloadSha256: sha256Hex(payload),
  proof: proofOfStamp(evidence),
  by: byOf(session)
})

/** The name of a signed payment in receipts and policies. */
export const PAYMENT = "ExecuteQuote"

/** Describes what the access policy decides a payment on. */
export const paymentFacts = (
  sent: Money,
  { external, inside }: Pick<FoundEnds, "external" | "inside">,
  paid: Stored<PaidDay> | undefined,
  at: Millis
): SignedPaymentFacts => ({
  sent,
  // Payments update an internal account, and nothing changes whose account it is.
  destinationSince: (external && destinationSince(external.value)) ?? inside?.account.value.createdAt,
  paidToday: paidAt(paid?.value, at)
})

interface Paying {
  readonly quote: Quote
  readonly ends: FoundEnds
  readonly signer: Stored<Session.Session> | undefined
  readonly paid: Stored<PaidDay> | undefined
}

/**
 * Applies the access policy to a payment from a wallet, for the session that signed it. Returns the change that counts
 * it, where the policy limits payments by day: of two payments that exceed the limit together, the second conflicts,
 * decides again and is refused.
 */
export const requireAccess = (
  access: AccessPolicy | undefined,
  { ends, paid, quote, signer }: Paying,
  { at, environment }: { readonly at: Millis; readonly environment: Stored<Quote>["environment"] }
): Result.Result<Write, DestinationNotAllowed | PaymentAboveLimit | StepUpRequired> =>
  Result.gen(function* () {
    const { sent, wallet } = quote
    if (wallet === undefined) return noChanges
    yield* requirePayment(access, paymentFacts(sent, ends, paid, at), at)
    yield* requireStepUp(access, { name: PAYMENT, sent }, signer === undefined ? [] : [signer], at)
    if (!isCounted(access, sent.currency)) return noChanges
    const next = withPayment(paid?.value, { accountId: wallet.accountId, amount: sent.amount }, at)
    return { changes: [put(paidDays, environment, paid, next, at)], guards: [] }
  })
