// Printed from the contract: npm run docs

import { anything, type Guard, id, integer, list, number, object, optional, text } from "./guard.ts"

/** A currency. `decimals` is the number of digits behind the point of its major unit. */
export interface QuoteCurrency {
  readonly code: string
  readonly decimals: number
}

/** Returns whether a value has the fields of `QuoteCurrency`. */
export const isQuoteCurrency: Guard<QuoteCurrency> = object<QuoteCurrency>({
  code: text,
  decimals: integer
})

/** The source or destination of a quote: an account by its id, or a payment address. */
export interface QuoteEnd {
  readonly accountId?: string | undefined
  readonly umaAddress?: string | undefined
}

/** Returns whether a value has the fields of `QuoteEnd`. */
export const isQuoteEnd: Guard<QuoteEnd> = object<QuoteEnd>({
  accountId: optional(text),
  umaAddress: optional(text)
})

/** The fields of a quote that its payer signs. */
export interface Quote {
  /** `Quote:<uuid>` */
  readonly id: string
  /** Where the money of a payment comes from. */
  readonly source: QuoteEnd
  /** Where the money of a payment goes. */
  readonly destination: QuoteEnd
  /** A currency. `decimals` is the number of digits behind the point of its major unit. */
  readonly sendingCurrency: QuoteCurrency
  /** A currency. `decimals` is the number of digits behind the point of its major unit. */
  readonly receivingCurrency: QuoteCurrency
  /** In the smallest unit of the sending currency, including the fee. */
  readonly totalSendingAmount: number
  /** In the smallest unit of the receiving currency. */
  readonly totalReceivingAmount: number
  /** Sending units for one receiving unit, net of fees. */
  readonly exchangeRate: number
  /** In the smallest unit of the sending currency. */
  readonly feesIncluded: number
  /** A quote from an embedded wallet has one entry, which contains `payloadToSign` and any `stepUp`. */
  readonly paymentInstructions?: ReadonlyArray<unknown> | undefined
}

/** Returns whether a value has the fields of `Quote`. */
export const isQuote: Guard<Quote> = object<Quote>({
  id: id("Quote"),
  source: isQuoteEnd,
  destination: isQuoteEnd,
  sendingCurrency: isQuoteCurrency,
  receivingCurrency: isQuoteCurrency,
  totalSendingAmount: integer,
  totalReceivingAmount: integer,
  exchangeRate: number,
  feesIncluded: integer,
  paymentInstructions: optional(list(anything))
})
