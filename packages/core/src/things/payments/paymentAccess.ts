import { Result } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import type { Money } from "../../model/currencies.ts"
import type { Millis } from "../../model/Environment.ts"
import { insert, noChanges, replace, type Write } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import { isCounted, requirePayment, requireStepUp, type SignedPaymentFacts } from "../access/rules/evaluate.ts"
import { type PaidDay, paidAt, paidDays, withPayment } from "../access/rules/PaidDay.ts"
import type { DestinationNotAllowed, PaymentAboveLimit, StepUpRequired } from "../access/rules/refusals.ts"
import { destinationSince } from "../external-accounts/rules/ExternalAccount.ts"
import type { Session } from "../sessions/rules/Session.ts"
import type { FoundEnds } from "./quoteEnds.ts"
import type { Quote } from "./rules/Quote.ts"

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
  readonly signer: Stored<Session> | undefined
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
    const change = paid === undefined ? insert(paidDays, environment, next, at) : replace(paid, next, at)
    return { changes: [change], guards: [] }
  })
