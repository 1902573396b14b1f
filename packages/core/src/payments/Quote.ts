import { Schema } from "effect"
import { Money } from "../model/Amount.ts"
import { AccountId, CustomerId, QuoteId, TransactionId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { End } from "./Transaction.ts"

/** The terms of a payment, as they were offered. They never change: where the payment stands is in its transaction. */
export const Quote = Schema.Struct({
  quoteId: QuoteId,
  transactionId: TransactionId,
  customerId: Schema.NullOr(CustomerId),
  source: End,
  destination: End,
  sent: Money,
  received: Money,
  fees: Schema.Int,
  exchangeRate: Schema.Finite,
  lockedSide: Schema.Literals(["SENDING", "RECEIVING"]),
  /** Set where the source is an embedded wallet: its owner signs. What they sign is in the `SignedTerms` of the quote. */
  wallet: Schema.optionalKey(Schema.Struct({ accountId: AccountId })),
  /** Set where the money comes from outside: where it should be sent to. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Schema.String),
  createdAt: Millis,
  expiresAt: Millis
})
export type Quote = typeof Quote.Type

export const quotes = Collection.make({
  name: "quotes",
  schema: Quote,
  id: ({ quoteId }) => quoteId
})

/** A quote and its payment share the digits of their ids, so that one names the other. */
export const transactionOf = (quoteId: QuoteId): string => quoteId.replace("Quote:", "Transaction:")
