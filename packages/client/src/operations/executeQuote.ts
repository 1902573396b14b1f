import { isStepUp, type StepUp } from "../answers/credentials.ts"
import { type Guard, id, object, optional, text } from "../answers/guard.ts"
import { type PaymentTerms, termsOf } from "../answers/payments.ts"
import { isQuote, type Quote } from "../answers/quotes.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import { QuoteNotSignedError } from "../errors.ts"
import type { Signer } from "../keyPair.ts"
import { isPathOf, segment } from "./path.ts"
import { type Confirm, type OnStepUp, reviewedStamp } from "./signing.ts"

/** A quote whose payment has started. */
export interface ExecutedQuote {
  readonly id: string
  readonly status: string
  readonly transactionId: string
}

/** Who signs a payment, and how its terms are confirmed. */
export interface ExecuteQuoteOptions {
  /** A session of the paying wallet. */
  readonly signer: Signer
  /**
   * Called before signing, with the terms parsed from the payload. Show the user only these values, and return whether
   * they agree. Compare payee and identifiers with the user's input where possible.
   */
  readonly confirm: Confirm<PaymentTerms>
}

/**
 * Pays a quote from an embedded wallet: reads the terms from its payload, calls `confirm`, signs the payload and
 * executes the quote (dynamic linking, PSD2 RTS article 5).
 *
 * Throws `QuoteNotSignedError` before signing when the payload is missing, malformed, or for another call
 * (`OTHER_CALL`), when its amounts, currencies, fee, rate, source or destination differ from the quote
 * (`TERMS_DIFFER`), and when `confirm` returns false (`NOT_CONFIRMED`). Throws `CountersignError` when the server
 * refuses, with code `CONFLICT` when the source or destination has changed since the quote was created.
 */
export type ExecuteQuote = (quote: Quote, options: ExecuteQuoteOptions) => Promise<ExecutedQuote>

export const executeQuoteOn =
  (send: Send, signatureHeader: string, onStepUp?: OnStepUp): ExecuteQuote =>
  async (quote, { confirm, signer }) => {
    const { path, payload, terms } = agreementOf(quote)
    const notConfirmed = () => new QuoteNotSignedError("NOT_CONFIRMED", "The payment was not confirmed.")
    // Called, so that a caller without TypeScript who passes no function gets an error and no signature.
    const asked = (shown: PaymentTerms) => confirm(shown)
    const review = { payload, terms, confirm: asked, notConfirmed, signer, stepUp: stepUpOf(quote), onStepUp }
    const stamp = await reviewedStamp(review)
    return readAs(await send({ method: "POST", path, headers: { [signatureHeader]: stamp } }), isExecuted, "a Quote")
  }

/**
 * Returns the terms of a wallet quote from its payload, to show them before `executeQuote` calls `confirm`. Throws
 * `QuoteNotSignedError` when `executeQuote` would not sign.
 */
export const paymentTermsOf = (quote: Quote): PaymentTerms => agreementOf(quote).terms

/** Returns the payload of a quote and its terms, after comparing them with the quote. Throws `QuoteNotSignedError`. */
const agreementOf = (quote: Quote) => {
  if (!isQuote(quote)) throw new TypeError("Pass the Quote as the server returned it")
  const payload = walletInfoOf(quote)?.payloadToSign
  if (payload === undefined) {
    throw new QuoteNotSignedError(
      "PAYLOAD_MISSING",
      "The quote has no payload to sign: it is not paid from an embedded wallet, was executed or has expired."
    )
  }
  const path = `/quotes/${segment(quote.id, "quote.id")}/execute`
  const { call, terms, unseen } = termsOf(payload)
  if (call.method !== "POST" || !isPathOf(call.path, { path, basePath: "" }) || terms.quoteId !== quote.id) {
    throw new QuoteNotSignedError("OTHER_CALL", "The payload to sign is not for the execution of this quote.")
  }
  const compared = differences(terms, quote)
  const differing = compared.length > 0 ? compared : unseen
  if (differing.length === 0) return { path, payload, terms }
  throw new QuoteNotSignedError(
    "TERMS_DIFFER",
    `The payload to sign differs from the quote in ${differing.join(", ")}. Create a new quote.`
  )
}

/** Returns the names of the terms in which a payload differs from its quote. */
const differences = (terms: PaymentTerms, quote: Quote): ReadonlyArray<string> => {
  const { destination, fee, rate, received, sent, source } = terms
  const compared: ReadonlyArray<readonly [name: string, isSame: boolean]> = [
    ["totalSendingAmount", sent.amount === quote.totalSendingAmount],
    ["sendingCurrency", isCurrency(sent, quote.sendingCurrency)],
    ["totalReceivingAmount", received.amount === quote.totalReceivingAmount],
    ["receivingCurrency", isCurrency(received, quote.receivingCurrency)],
    ["feesIncluded", fee.amount === quote.feesIncluded],
    ["exchangeRate", rate === String(quote.exchangeRate)],
    ["source", source.accountId !== undefined && source.accountId === quote.source.accountId],
    ["destination", isDestination(destination, quote.destination)]
  ]
  return compared.flatMap(([name, isSame]) => (isSame ? [] : [name]))
}

const isCurrency = (signed: PaymentTerms["sent"], { code, decimals }: Quote["sendingCurrency"]): boolean =>
  signed.currency === code && signed.decimals === decimals

const isDestination = (
  signed: PaymentTerms["destination"],
  { accountId, umaAddress }: Quote["destination"]
): boolean =>
  accountId === undefined
    ? signed.accountId === undefined && umaAddress !== undefined && signed.identifiers.umaAddress === umaAddress
    : signed.accountId === accountId

const isExecuted: Guard<ExecutedQuote> = object<ExecutedQuote>({
  id: id("Quote"),
  status: text,
  transactionId: id("Transaction")
})

const isInstruction = object({
  accountOrWalletInfo: object({ payloadToSign: text, stepUp: optional(isStepUp) })
})

/** Returns what the platform's policy requires of the session that signs a quote, or `undefined`. */
export const stepUpOf = (quote: Quote): StepUp | undefined => walletInfoOf(quote)?.stepUp

const walletInfoOf = ({ paymentInstructions = [] }: Quote) =>
  paymentInstructions.find(isInstruction)?.accountOrWalletInfo
