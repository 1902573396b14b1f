import type { List, ListQuery } from "../paged.ts"
import type * as t from "../types.ts"
import type { Once, Owner, Retry, Span } from "./calls.ts"
import type { Destination, Guards, OwnCall, ReceiptsApi, SignedOrNot } from "./host.ts"

/** The parts of the API that are not printed from the contract. */
export interface EnvironmentOfHost extends Guards {
  /** Bank accounts and wallets elsewhere, of a customer or of the platform. An account is found only under its owner. */
  readonly externalAccounts: ExternalAccountsApi
  /** Transfers between an external and an internal account, in one currency. */
  readonly transfers: TransfersApi
  /**
   * Receipts of authorised actions, with the signature that authorised each of them. Pages of 100, oldest first. An
   * export has one receipt per line, as JSON.
   */
  readonly receipts: ReceiptsApi
  /**
   * Compares a bank's statement with the payments, and lists what is missing, doubled or different. Changes nothing. Reads
   * the payments of the period and of 90 days before it, and older ones that a booking names by their id.
   */
  readonly reconcile: (statement: t.BankStatement) => Promise<ReadonlyArray<t.StatementDifference>>
  /**
   * Requires a signature for a call to the host. The first call resolves to a challenge, to be returned with status
   * 202. The retry with its request id and stamp resolves to `isSigned: true`, once.
   */
  readonly signedCall: (call: OwnCall, retry?: Retry) => Promise<SignedOrNot>
}

/** Operations on customers that have no endpoint. */
export interface CustomersOfHost {
  /**
   * Deletes a customer without the end user's signature, where law requires it, and returns the deleted customer.
   * `reason`, 1 to 200 printable characters without personal data, is recorded in the receipt of each of the
   * customer's wallets. The customer's known addresses are notified. Rejects with `USER_NOT_FOUND` (404),
   * `CUSTOMER_DELETED` (410), or `CONFLICT` (409) while the customer has a balance or a pending payment.
   */
  readonly erase: (
    id: string,
    options: {
      readonly reason: string
    }
  ) => Promise<t.Customer>
  /**
   * Sets the verification result of a customer and returns the customer. Needed in production, where the host
   * verifies customers. Rejects with `USER_NOT_FOUND` (404) or `CUSTOMER_DELETED` (410).
   */
  readonly reportVerification: (id: string, standing: t.Standing) => Promise<t.Customer>
}

/** Operations on beneficial owners that have no endpoint. */
export interface BeneficialOwnersOfHost {
  /**
   * Sets the verification result of a beneficial owner and returns the owner. Needed in production, where the host
   * verifies owners. Rejects with `REFERENCE_NOT_FOUND` (404).
   */
  readonly reportVerification: (id: string, standing: t.Standing) => Promise<t.BeneficialOwner>
}

/** Operations on API tokens that have no endpoint. */
export interface TokensOfHost {
  /**
   * Removes a stolen token, and closes what it made and what that made in turn: tokens, the tokens of its platforms, the
   * open recoveries that it started as an operator, and the webhook endpoint that it set. Repeat a call that was cut
   * off. `id` may be one of the option `tokens`: remove its secret there first, on every node. Rejects with
   * `TOKEN_NOT_FOUND` (404) when the id is of no token and made nothing.
   */
  readonly revokeStolen: (id: string) => Promise<ReadonlyArray<t.ClosedMakings>>
}

/** Operations on external accounts that have no endpoint. */
export interface ExternalAccountsOfHost {
  /**
   * Records the verification result of an account and returns the account. With `revision`, the result applies only
   * to that revision: rejects with `CONFLICT` (409) when the account has changed since.
   */
  readonly reportVerification: (id: string, finding: t.Finding, revision?: number) => Promise<t.ExternalAccount>
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

/** Bank accounts and wallets elsewhere, of a customer or of the platform. An account is found only under its owner. */
export interface ExternalAccountsApi extends ExternalAccountsOfHost {
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
}

/** Transfers between an external and an internal account, in one currency. */
export interface TransfersApi {
  /** Transfers money from an external account to an internal one. */
  readonly in: (transfer: t.Transfer, once?: Once) => Promise<t.Transaction>
  /** Transfers money from an internal account to an external one, in the same currency. */
  readonly out: (transfer: t.Transfer, once?: Once) => Promise<t.Transaction>
}

/** The clock of the sandbox, which takes a duration in place of seconds. */
export interface SandboxClock {
  /**
   * Advances the sandbox clock and returns its new time. Everything that became due has been processed when the
   * promise resolves. Rejects with `INVALID_INPUT` (400) more than ten years ahead of the system clock.
   */
  readonly advance: (by: Span, once?: Once) => Promise<t.Instant>
}

/** The operations that have no endpoint and that only the host can run. */
export interface HostPrograms extends Pick<EnvironmentOfHost, "receipts" | "reconcile" | "signedCall"> {
  readonly customers: CustomersOfHost
  readonly beneficialOwners: BeneficialOwnersOfHost
  readonly externalAccounts: ExternalAccountsOfHost
  readonly tokens: TokensOfHost
}

/** The operations whose endpoints depend on their arguments, or take them in another form. */
export interface Arranged extends Pick<EnvironmentOfHost, "transfers"> {
  readonly externalAccounts: Omit<ExternalAccountsApi, keyof ExternalAccountsOfHost>
  readonly sandbox: SandboxClock
}
