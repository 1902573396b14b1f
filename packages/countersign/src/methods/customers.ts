// Printed from the contract: npm run docs

import type { List, ListQuery } from "../paged.ts"
import type {
  AccountQuery,
  BeneficialOwner,
  BeneficialOwnerPatch,
  Customer,
  CustomerFilter,
  CustomerPatch,
  ExportedWallet,
  InternalAccount,
  NewBeneficialOwner,
  NewCustomer,
  PendingEmail,
  SignedRequestChallenge,
  Verification
} from "../types.ts"
import type { BeneficialOwnersOfHost, CustomersOfHost } from "./byHand.ts"
import type { Once, Retry } from "./calls.ts"

/** Customers of the platform, each with an embedded wallet. */
export interface CustomersApi extends CustomersOfHost {
  /**
   * Create a customer. Also creates its embedded-wallet account and, if an e-mail address is given, the account's
   * first EMAIL_OTP credential. Rejects with `INVALID_CURRENCY` (400), `CONFLICT` (409) or `SERVICE_UNAVAILABLE`
   * (503).
   */
  readonly create: (body: NewCustomer, once?: Once) => Promise<Customer>
  /** Read a customer. Rejects with `USER_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Customer>
  /**
   * List customers, newest first. Filters are combined with AND, and their instants are inclusive. A page may have
   * fewer items than its limit when a filter skips many records; hasMore reports whether more pages follow. Up to 100
   * per page.
   */
  readonly list: (query?: CustomerFilter & ListQuery) => List<Customer>
  /**
   * Change a customer. Changing the e-mail address is a signed retry if a wallet of the customer has a credential;
   * the other fields of the same call are applied with it. The signed leg changes the address, or where emailChange
   * is proven leaves it as pendingEmail and mails a code to it, which `customers.proveEmail` proves. The mail to the
   * old address has a token that undoes the change. Rejects with `INVALID_CURRENCY` (400), `INVALID_INPUT` (400),
   * `USER_NOT_FOUND` (404), `EMAIL_OTP_CREDENTIAL_SET_CHANGED` (409), `CONFLICT` (409), `CUSTOMER_DELETED` (410),
   * `RATE_LIMITED` (429) or `SERVICE_UNAVAILABLE` (503).
   */
  readonly update: (id: string, body: CustomerPatch, retry?: Retry) => Promise<Customer | SignedRequestChallenge>
  /**
   * Delete a customer. Ends its sessions, removes its credentials, closes its accounts and releases its
   * platformCustomerId. Rejected while one of its accounts has a balance. A signed retry if a wallet of the customer
   * has a credential: any active session of any of its wallets may sign. Rejects with `USER_NOT_FOUND` (404),
   * `EMAIL_OTP_CREDENTIAL_SET_CHANGED` (409), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly delete: (id: string, retry?: Retry) => Promise<Customer | SignedRequestChallenge>
  /**
   * Mail a new code to a pending e-mail address. The previous code becomes invalid. Requires an address whose change
   * was signed. Rejects with `USER_NOT_FOUND` (404), `REFERENCE_NOT_FOUND` (404), `CUSTOMER_DELETED` (410) or
   * `RATE_LIMITED` (429).
   */
  readonly challengeEmail: (id: string, once?: Once) => Promise<PendingEmail>
  /**
   * Prove a pending e-mail address with its code. The customer and its EMAIL_OTP credentials get the address, and
   * pending codes become void. Both addresses are notified; the mail to the old one contains a token that undoes the
   * change. `encryptedOtpBundle`: JSON text with keys encappedPublic and ciphertext, both hex. Rejects with
   * `INVALID_INPUT` (400), `UNAUTHORIZED` (401), `USER_NOT_FOUND` (404), `REFERENCE_NOT_FOUND` (404) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly proveEmail: (id: string, encryptedOtpBundle: string, once?: Once) => Promise<Customer>
  /**
   * Undo a change of the e-mail address. Restores the address that the token was mailed to, even if it was changed
   * again since. Sessions that EMAIL_OTP credentials opened end, and pending codes and changes become void. Both
   * addresses are notified. `undoToken`: the token from the mail to the old address. Rejects with `UNAUTHORIZED`
   * (401), `USER_NOT_FOUND` (404) or `CUSTOMER_DELETED` (410).
   */
  readonly undoEmail: (id: string, undoToken: string, once?: Once) => Promise<Customer>
}

/** The accounts that customers hold here: embedded wallets and fiat accounts. */
export interface InternalAccountsApi {
  /** Read an internal account. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<InternalAccount>
  /** List internal accounts, newest first. Up to 100 per page. */
  readonly list: (query?: AccountQuery & ListQuery) => List<InternalAccount>
  /**
   * Change the privacy of a wallet. Signed retry by a session of the account. Rejects with `REFERENCE_NOT_FOUND`
   * (404).
   */
  readonly setPrivacy: (
    id: string,
    privateEnabled: boolean,
    retry?: Retry
  ) => Promise<InternalAccount | SignedRequestChallenge>
  /**
   * Export a wallet to its owner. Signed retry. Returns the mnemonic, encrypted to clientPublicKey, in a signed
   * bundle. Rejects with `REFERENCE_NOT_FOUND` (404).
   */
  readonly exportWallet: (
    id: string,
    clientPublicKey: string,
    retry?: Retry
  ) => Promise<ExportedWallet | SignedRequestChallenge>
}

/** Verifications of customers (KYC and KYB). */
export interface VerificationsApi {
  /**
   * Verify a customer. RESOLVE_ERRORS lists the fields that the customer lacks. In the sandbox the last three digits
   * of registrationNumber decide: 001 is pending, 002 rejected, any other approved. Rejects with `USER_NOT_FOUND`
   * (404) or `CUSTOMER_DELETED` (410).
   */
  readonly create: (customerId: string, once?: Once) => Promise<Verification>
  /** Read a verification. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Verification>
  /** List verifications, newest first. Up to 100 per page. */
  readonly list: (
    customerId: string,
    query?: {
      readonly verificationStatus?:
        | "RESOLVE_ERRORS"
        | "PENDING_MANUAL_REVIEW"
        | "IN_PROGRESS"
        | "APPROVED"
        | "REJECTED"
        | "READY_FOR_VERIFICATION"
    } & ListQuery
  ) => List<Verification>
}

/** The beneficial owners of businesses. */
export interface BeneficialOwnersApi extends BeneficialOwnersOfHost {
  /**
   * Add a beneficial owner of a business. Production also requires roles, and birthDate, nationality, address, idType
   * and identifier. In the sandbox the last three characters of lastName decide: 001 is pending, 002 rejected, any
   * other approved. Rejects with `INVALID_INPUT` (400), `MISSING_MANDATORY_USER_INFO` (400), `USER_NOT_FOUND` (404)
   * or `CUSTOMER_DELETED` (410).
   */
  readonly create: (body: NewBeneficialOwner, once?: Once) => Promise<BeneficialOwner>
  /** Read a beneficial owner. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<BeneficialOwner>
  /** List the beneficial owners of a business, newest first. Up to 100 per page. */
  readonly list: (customerId: string, query?: ListQuery) => List<BeneficialOwner>
  /**
   * Change a beneficial owner. Omitted fields of personalInfo are unchanged. An owner whose personal data changes is
   * verified again. Rejects with `MISSING_MANDATORY_USER_INFO` (400), `REFERENCE_NOT_FOUND` (404) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly update: (id: string, body: BeneficialOwnerPatch, once?: Once) => Promise<BeneficialOwner>
}
