import type { List, ListQuery } from "../paged.ts"
import type * as t from "../types.ts"
import type { Once, Retry } from "./calls.ts"

/** Customers of the platform, each with an embedded wallet. */
export interface CustomersApi {
  /**
   * Creates a customer with an embedded wallet and, when it has an e-mail address, the wallet's EMAIL_OTP credential.
   * Rejects with `CONFLICT` (409) when its `platformCustomerId` or `umaAddress` is in use.
   */
  readonly create: (body: t.NewCustomer, once?: Once) => Promise<t.Customer>
  /** Returns a customer. Rejects with `USER_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.Customer>
  /** Newest first, up to 100 per page. A filter can leave a page with fewer items than its limit. */
  readonly list: (query?: t.CustomerFilter & ListQuery) => List<t.Customer>
  /**
   * Updates the given fields. When a wallet of the customer has a credential, a new e-mail address requires a signed
   * retry, and where `emailChange` is `proven` it is pending until `proveEmail`.
   */
  readonly update: (id: string, body: t.CustomerPatch, retry?: Retry) => Promise<t.Customer | t.SignedRequestChallenge>
  /**
   * Deletes a customer and returns it. Requires a signed retry when a wallet of the customer has a credential.
   * Rejects with `USER_NOT_FOUND` (404), `CUSTOMER_DELETED` (410), or `CONFLICT` (409) while the customer has a
   * balance or a pending payment.
   */
  readonly delete: (id: string, retry?: Retry) => Promise<t.Customer | t.SignedRequestChallenge>
  /**
   * Mails a new code to the pending address. Rejects with `REFERENCE_NOT_FOUND` (404) when no change is pending, or
   * with `RATE_LIMITED` (429).
   */
  readonly challengeEmail: (id: string, once?: Once) => Promise<t.PendingEmail>
  /**
   * Proves the pending address with the encrypted code. The customer and its EMAIL_OTP credentials get the address.
   * Rejects with `UNAUTHORIZED` (401) for a wrong code.
   */
  readonly proveEmail: (id: string, encryptedOtpBundle: string, once?: Once) => Promise<t.Customer>
  /**
   * Restores the address that the token was mailed to. Rejects with `UNAUTHORIZED` (401) for a wrong, used or late
   * token.
   */
  readonly undoEmail: (id: string, undoToken: string, once?: Once) => Promise<t.Customer>
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

/** The accounts that customers hold here: embedded wallets and fiat accounts. */
export interface InternalAccountsApi {
  /** Returns an internal account. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.InternalAccount>
  /** Newest first, up to 100 per page. */
  readonly list: (query?: t.AccountQuery & ListQuery) => List<t.InternalAccount>
  /** Changes the privacy of a wallet. Requires a signed retry. */
  readonly setPrivacy: (
    id: string,
    privateEnabled: boolean,
    retry?: Retry
  ) => Promise<t.InternalAccount | t.SignedRequestChallenge>
  /**
   * Returns the mnemonic of a wallet, encrypted to `clientPublicKey`, a P-256 public key in hex. Requires a signed
   * retry.
   */
  readonly exportWallet: (
    id: string,
    clientPublicKey: string,
    retry?: Retry
  ) => Promise<t.ExportedWallet | t.SignedRequestChallenge>
}

/** Verifications of customers (KYC and KYB). */
export interface VerificationsApi {
  /** Starts the verification of a customer. Rejects with `USER_NOT_FOUND` (404). */
  readonly create: (customerId: string, once?: Once) => Promise<t.Verification>
  /** Returns a verification. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.Verification>
  /** Newest first, up to 100 per page. */
  readonly list: (customerId: string, query?: ListQuery) => List<t.Verification>
}

/** The beneficial owners of businesses. */
export interface BeneficialOwnersApi {
  /** Adds a beneficial owner to a business. */
  readonly create: (body: t.NewBeneficialOwner, once?: Once) => Promise<t.BeneficialOwner>
  /** Returns a beneficial owner. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.BeneficialOwner>
  /** Newest first, up to 100 per page. */
  readonly list: (customerId: string, query?: ListQuery) => List<t.BeneficialOwner>
  /**
   * Updates the given fields and verifies the owner again when they change the person. Rejects with
   * `REFERENCE_NOT_FOUND` (404).
   */
  readonly update: (id: string, body: t.BeneficialOwnerPatch, once?: Once) => Promise<t.BeneficialOwner>
  /**
   * Sets the verification result of a beneficial owner and returns the owner. Needed in production, where the host
   * verifies owners. Rejects with `REFERENCE_NOT_FOUND` (404).
   */
  readonly reportVerification: (id: string, standing: t.Standing) => Promise<t.BeneficialOwner>
}
