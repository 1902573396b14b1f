import { activity, canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import type { Environment } from "../model/Environment.ts"
import type { Quote } from "../payments/Quote.ts"

/**
 * What the owner of a wallet signs to pay a quote: every term of it stands in the text, so a quote that became another
 * one is not what was signed (X11).
 */
export const quotePayload = (quote: Omit<Quote, "wallet">, accountId: string, environment: Environment): string => {
  const { createdAt, destination, exchangeRate, expiresAt, fees, quoteId, received, sent, source } = quote
  const terms = { quoteId, source, destination, sent, received, fees, exchangeRate: String(exchangeRate) }
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
      amount: String(sent.amount),
      currency: sent.currency,
      fee: String(fees),
      payee: destination.accountId ?? destination.umaAddress ?? ""
    }
  })
}
