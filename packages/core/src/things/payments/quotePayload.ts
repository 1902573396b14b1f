import { accountTypes, maskedText, variantOf } from "@countersign/account-types"
import { activity, canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import type { Environment } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import type { Details } from "../receipts/rules/Details.ts"
import type { Quote, Terms } from "./rules/Quote.ts"
import type { SignedEnd, SignedEnds } from "./SignedTerms.ts"

export interface PayloadOf {
  readonly quote: Omit<Quote, "wallet">
  /** The paying wallet. */
  readonly accountId: AccountId
  readonly ends: SignedEnds
  readonly decimals: Pick<Terms, "receivingDecimals" | "sendingDecimals">
  readonly environment: Environment
}

/**
 * The text that the owner of a wallet signs to pay a quote (dynamic linking, PSD2 RTS article 5). Amounts and payee are
 * in the text itself, so a signature over it authorises exactly this payment (X11, I17). Section 9 of
 * docs/reference/protocol.md has the fields of `context`.
 *
 * It is one line of JSON. `type`, `timestampMs`, `organizationId`, `parameters` and `generateAppProofs` are in this
 * order, and so are the first three of `parameters`; the keys of `context` are sorted at every level. Each amount is a
 * decimal text, in the smallest unit of its currency.
 *
 * - `unsignedTransaction` is the hex of the canonical JSON of the quote's id, ends, amounts, fees and exchange rate.
 * - `amount` is the total debit of the wallet, including `fee`. `rate` is in whole sending units per whole receiving
 *   unit, net of the fee.
 * - `payee` is the name of the beneficiary, or of the customer of an internal account. If no name is stored, it is the
 *   identifier: the account number or the payment address.
 * - `destination.identifiers` has every field of the account except its type and beneficiary, in plain text: a masked
 *   number could be mistaken for another account with the same last digits. An internal account has `accountId`, a
 *   payment address `umaAddress`.
 * - `digest` is the SHA-256 of the canonical JSON of the stored data of that end when the quote was created. `execute`
 *   computes it again, and fails with `QuoteEndsChanged` if it differs.
 */
export const quotePayload = ({ accountId, decimals, ends, environment, quote }: PayloadOf): string => {
  const { createdAt, destination, exchangeRate, expiresAt, fees, quoteId, received, sent, source } = quote
  const rate = String(exchangeRate)
  const terms = { quoteId, source, destination, sent, received, fees, exchangeRate: rate }
  return activity({
    organizationId: accountId,
    timestampMs: createdAt,
    activity: {
      type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
      parameters: {
        signWith: accountId,
        unsignedTransaction: encodeHex(encodeUtf8(canonicalJson(terms))),
        type: "TRANSACTION_TYPE_QUOTE"
      }
    },
    context: {
      expiresAt: String(expiresAt),
      method: "POST",
      mode: environment.mode,
      path: `/quotes/${quoteId}/execute`,
      platformId: environment.platformId,
      quoteId,
      amount: String(sent.amount),
      currency: sent.currency,
      decimals: String(decimals.sendingDecimals),
      receivedAmount: String(received.amount),
      receivedCurrency: received.currency,
      receivedDecimals: String(decimals.receivingDecimals),
      fee: String(fees),
      rate,
      payee: payeeOf(ends.destination),
      source: ends.source,
      destination: ends.destination
    }
  })
}

const payeeOf = (end: SignedEnd): string => end.name ?? identifierOf(end) ?? Object.values(end.identifiers).join(" ")

const identifierOf = ({ accountType, identifiers }: SignedEnd): string | undefined => {
  const kind = accountTypes.get(accountType)
  return kind === undefined ? undefined : identifiers[variantOf(kind, identifiers).identifier]
}

/** The payee as the history shows it: the account number is masked, because the text that was signed had it in full. */
export const payeeDetails = (end: SignedEnd): Details => {
  const number = identifierOf(end)
  return {
    ...(end.name === undefined ? {} : { payee: end.name }),
    account: number === undefined ? Object.values(end.identifiers).join(" ") : maskedText(number),
    accountType: end.accountType
  }
}
