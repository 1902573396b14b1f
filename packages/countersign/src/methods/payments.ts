import type { List, ListQuery, PageQuery } from "../paged.ts"
import type * as t from "../types.ts"
import type { Once, Owner } from "./calls.ts"
import type { Destination, Finding } from "./host.ts"

/** Bank accounts and wallets elsewhere, of a customer or of the platform. An account is found only under its owner. */
export interface ExternalAccountsApi {
  /**
   * Creates an account of the customer in the body, or of the platform when absent. Rejects with
   * `INVALID_INPUT` (400), listing every invalid field, or with `CONFLICT` (409) when its `platformAccountId` is in
   * use.
   */
  readonly create: (body: t.NewExternalAccount, once?: Once) => Promise<t.ExternalAccount>
  /** Returns an external account. Rejects with `REFERENCE_NOT_FOUND` (404), also when it belongs to the other owner. */
  readonly read: (id: string, of?: Owner) => Promise<t.ExternalAccount>
  /** Newest first, up to 100 per page: the accounts of `customerId`, or of the platform when it is absent. */
  readonly list: (query?: t.ExternalAccountFilter & ListQuery) => List<t.ExternalAccount>
  /** Updates the given fields. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly update: (
    id: string,
    body: t.ExternalAccountPatch,
    options?: Once & {
      readonly of?: Owner
    }
  ) => Promise<t.ExternalAccount>
  /** Removes an external account. Rejects with `CONFLICT` (409) while a payment of the account is pending. */
  readonly remove: (
    id: string,
    options?: Once & {
      readonly of?: Owner
    }
  ) => Promise<void>
  /**
   * Records the verification result of an account and returns the account. With `revision`, the result applies only
   * to that revision: rejects with `CONFLICT` (409) when the account has changed since.
   */
  readonly reportVerification: (id: string, finding: Finding, revision?: number) => Promise<t.ExternalAccount>
  /**
   * Returns the unmasked account to send money to. Rejects with `INVALID_BANK_ACCOUNT` (400) unless its status is
   * ACTIVE, and with `REFERENCE_NOT_FOUND` (404) when `sender` names another customer than its owner. Call it at the
   * time of payment.
   */
  readonly destination: (
    id: string,
    sender?: {
      readonly customerId?: string
    }
  ) => Promise<Destination>
}

/** The banks that payouts reach. */
export interface DiscoveriesApi {
  /**
   * Returns the banks that accept payouts. Accounts in some countries require a `bankName` exactly as listed here.
   */
  readonly list: (query?: {
    readonly country?: string
    readonly currency?: string
  }) => Promise<ReadonlyArray<t.Discovery>>
}

/** Offered terms of payments, and their execution. */
export interface QuotesApi {
  /** Offers the terms of a payment. Amounts are in the smallest unit of their currency. */
  readonly create: (body: t.NewQuote, once?: Once) => Promise<t.Quote>
  /** Returns a quote and the state of its payment. Rejects with `QUOTE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.Quote>
  /**
   * Executes a quote. A quote from an embedded wallet requires `stamp`, the signature over its `payloadToSign`.
   * Rejects with `QUOTE_NOT_FOUND` (404), `QUOTE_EXPIRED` (409), or `CONFLICT` (409) when it was already executed or
   * its source or destination has changed.
   */
  readonly execute: (id: string, stamp?: string, once?: Once) => Promise<t.Quote>
}

/** Transfers between an external and an internal account, in one currency. */
export interface TransfersApi {
  /** Transfers money from an external account to an internal one. */
  readonly in: (transfer: t.Transfer, once?: Once) => Promise<t.Transaction>
  /** Transfers money from an internal account to an external one, in the same currency. */
  readonly out: (transfer: t.Transfer, once?: Once) => Promise<t.Transaction>
}

/** Payments, outgoing and incoming. */
export interface TransactionsApi {
  /** Newest first, or oldest first with `sortOrder: "asc"`. Up to 100 per page. */
  readonly list: (query?: t.TransactionFilter & PageQuery) => List<t.Transaction>
  /** Returns a payment. Rejects with `TRANSACTION_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.Transaction>
  /**
   * Approves an incoming payment whose approval call was answered with 202. Rejects with
   * `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL` (409) when the payment does not wait for a decision.
   */
  readonly approve: (id: string, once?: Once) => Promise<t.Transaction>
  /**
   * Rejects an incoming payment that waits for approval: it becomes FAILED, and the money is returned. Same errors as
   * `approve`.
   */
  readonly reject: (id: string, once?: Once) => Promise<t.Transaction>
}

/** The history of an account. */
export interface ActivityApi {
  /** Returns the history of an account, newest first, up to 100 per page. A filter can leave a page short. */
  readonly list: (query: t.ActivityQuery & PageQuery) => List<t.Activity>
}
