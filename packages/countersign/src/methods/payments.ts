// Printed from the contract: npm run docs

import type { List, PageQuery } from "../paged.ts"
import type {
  Activity,
  ActivityQuery,
  Deposit,
  Discovery,
  NewQuote,
  PaymentReport,
  Quote,
  Transaction,
  TransactionFilter
} from "../types.ts"
import type { Once } from "./calls.ts"

/** The banks that payouts reach. */
export interface DiscoveriesApi {
  /**
   * List the banks of a country or a currency. Accounts in some countries require a bankName from this list, with the
   * exact spelling.
   */
  readonly list: (query?: {
    /** ISO 3166-1 alpha-2, in upper case. */
    readonly country?: string
    /** A currency code in upper case. */
    readonly currency?: string
  }) => Promise<ReadonlyArray<Discovery>>
}

/** Offered terms of payments, and their execution. */
export interface QuotesApi {
  /**
   * Create a quote for a payment. A quote from an embedded wallet has payloadToSign, which states both amounts, the
   * fee, the rate, the payee and the account, and a digest of the source and the destination at that time. Rejects
   * with `AMOUNT_OUT_OF_RANGE` (400), `MISSING_MANDATORY_USER_INFO` (400), `INVALID_CURRENCY` (400), `INVALID_INPUT`
   * (400), `INSUFFICIENT_BALANCE` (400), `INVALID_BANK_ACCOUNT` (400), `QUOTE_EXECUTION_FAILED` (400),
   * `DESTINATION_NOT_ALLOWED` (403), `PAYMENT_LIMIT_EXCEEDED` (403), `REFERENCE_NOT_FOUND` (404), `USER_NOT_FOUND`
   * (404), `UMA_NOT_FOUND` (404), `CUSTOMER_DELETED` (410) or `SERVICE_UNAVAILABLE` (503).
   */
  readonly create: (body: NewQuote, once?: Once) => Promise<Quote>
  /** Read a quote and the status of its payment. Rejects with `QUOTE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Quote>
  /**
   * Execute a quote. From an embedded wallet, requires a stamp over the quote's payloadToSign. Rejected with 409 when
   * the source or destination has changed since the quote was created: create a new quote and sign it. Rejects with
   * `AMOUNT_OUT_OF_RANGE` (400), `INSUFFICIENT_BALANCE` (400), `INVALID_CURRENCY` (400), `INVALID_BANK_ACCOUNT`
   * (400), `MISSING_MANDATORY_USER_INFO` (400), `INVALID_INPUT` (400), `QUOTE_EXECUTION_FAILED` (400),
   * `DESTINATION_NOT_ALLOWED` (403), `PAYMENT_LIMIT_EXCEEDED` (403), `REFERENCE_NOT_FOUND` (404), `USER_NOT_FOUND`
   * (404), `UMA_NOT_FOUND` (404), `QUOTE_NOT_FOUND` (404), `CONFLICT` (409), `QUOTE_EXPIRED` (409) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly execute: (id: string, stamp?: string, once?: Once) => Promise<Quote>
}

/** Payments, outgoing and incoming. */
export interface TransactionsApi {
  /** List payments, newest first or oldest. Up to 100 per page. */
  readonly list: (query?: TransactionFilter & PageQuery) => List<Transaction>
  /** Read a payment. Rejects with `TRANSACTION_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Transaction>
  /**
   * Approve an incoming payment. For a payment whose INCOMING_PAYMENT.PENDING event was answered with 202. An
   * undecided payment fails after one day. Rejects with `AMOUNT_OUT_OF_RANGE` (400), `INSUFFICIENT_BALANCE` (400),
   * `TRANSACTION_NOT_FOUND` (404) or `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL` (409).
   */
  readonly approve: (id: string, once?: Once) => Promise<Transaction>
  /**
   * Reject an incoming payment. For a payment whose INCOMING_PAYMENT.PENDING event was answered with 202. An
   * undecided payment fails after one day. `reason`: why, in your own words, shown in `rejectionReason`. Rejects with
   * `AMOUNT_OUT_OF_RANGE` (400), `INSUFFICIENT_BALANCE` (400), `TRANSACTION_NOT_FOUND` (404) or
   * `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL` (409).
   */
  readonly reject: (id: string, reason?: string, once?: Once) => Promise<Transaction>
  /**
   * Report the outcome of a payment at the bank. Reports may come again, late and in any order: their order does not
   * change how the payment ends. A report that contradicts an earlier one is refused. Rejects with
   * `AMOUNT_OUT_OF_RANGE` (400), `INSUFFICIENT_BALANCE` (400), `TRANSACTION_NOT_FOUND` (404) or `CONFLICT` (409).
   */
  readonly report: (id: string, body: PaymentReport, once?: Once) => Promise<Transaction>
}

/** Money that arrived at the host's bank. */
export interface DepositsApi {
  /**
   * Report money that arrived at the bank. For an account, it is credited. For a quote that waits for its deposit,
   * the payment starts. Rejects with `AMOUNT_OUT_OF_RANGE` (400), `INSUFFICIENT_BALANCE` (400), `INVALID_CURRENCY`
   * (400), `INVALID_BANK_ACCOUNT` (400), `MISSING_MANDATORY_USER_INFO` (400), `QUOTE_EXPIRED` (400),
   * `REFERENCE_NOT_FOUND` (404), `USER_NOT_FOUND` (404), `UMA_NOT_FOUND` (404), `QUOTE_NOT_FOUND` (404),
   * `TRANSACTION_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly report: (body: Deposit, once?: Once) => Promise<Transaction>
}

/** The history of an account. */
export interface ActivityApi {
  /**
   * List the history of an account, newest first. The receipts of the account, and what happened without a receipt:
   * money that arrived, a lock after wrong codes. Details are erased with the customer. A filter can leave a page
   * with fewer items than its limit. Up to 100 per page.
   */
  readonly list: (query: ActivityQuery & PageQuery) => List<Activity>
}
