import type { Addition, CredentialType, Submission } from "@countersign/core/internal"

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | ReadonlyArray<JsonValue> | JsonFields
export interface JsonFields {
  readonly [name: string]: JsonValue
}

/** An instant in ISO 8601, in UTC. */
export type Instant = string

export type CredentialKind = CredentialType
export type Standing = "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED"
export type PaymentStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED"

/**
 * The payload that the client signs. Repeat the call with `requestId` and the stamp over `payloadToSign`, byte for
 * byte.
 */
export interface SignedRequestChallenge {
  readonly type: CredentialKind
  readonly payloadToSign: string
  /** `Request:<uuid>` */
  readonly requestId: string
  readonly expiresAt: Instant
}

export interface PostalAddress {
  readonly line1: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

export interface BusinessProfile {
  readonly legalName: string
  readonly taxId?: string
  readonly registrationNumber?: string
  readonly incorporatedOn?: string
  readonly country?: string
  readonly doingBusinessAs?: string
  readonly entityType?: string
  readonly businessType?: string
  readonly countriesOfOperation?: ReadonlyArray<string>
  readonly purposeOfAccount?: string
  readonly sourceOfFunds?: string
  readonly expectedMonthlyTransactionCount?: string
  readonly expectedMonthlyTransactionVolume?: string
  readonly expectedRecipientJurisdictions?: ReadonlyArray<string>
}

interface AnyCustomer {
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly currencies: ReadonlyArray<string>
  readonly region?: string
  readonly email?: string
  readonly address?: PostalAddress
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly isDeleted: boolean
}

export interface IndividualCustomer extends AnyCustomer {
  readonly customerType: "INDIVIDUAL"
  readonly kycStatus: Standing
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
}

export interface BusinessCustomer extends AnyCustomer {
  readonly customerType: "BUSINESS"
  readonly kybStatus: Standing
  readonly businessInfo: BusinessProfile
  /** The newest 100. `beneficialOwners.list` returns all of them. */
  readonly beneficialOwners?: ReadonlyArray<BeneficialOwner>
}

export type Customer = IndividualCustomer | BusinessCustomer

interface AnyNewCustomer {
  readonly platformCustomerId?: string
  readonly region?: string
  readonly email?: string
  /** `$name@host`, in lower case. */
  readonly umaAddress?: string
  readonly currencies?: ReadonlyArray<string>
  readonly address?: PostalAddress
}

export interface NewIndividual extends AnyNewCustomer {
  readonly customerType: "INDIVIDUAL"
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
}

export interface NewBusiness extends AnyNewCustomer {
  readonly customerType: "BUSINESS"
  readonly businessInfo: BusinessProfile
}

export type NewCustomer = NewIndividual | NewBusiness

/** Omitted fields stay unchanged. */
export interface CustomerPatch extends Omit<AnyNewCustomer, "platformCustomerId"> {
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
  readonly businessInfo?: BusinessProfile
}

/** Filters are combined with AND. Instants are in ISO 8601; both ends of a range are inclusive. */
export interface CustomerFilter {
  readonly platformCustomerId?: string
  readonly umaAddress?: string
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  readonly region?: string
  readonly currency?: string
  readonly createdAfter?: Instant
  readonly createdBefore?: Instant
  readonly updatedAfter?: Instant
  readonly updatedBefore?: Instant
  readonly isIncludingDeleted?: boolean
}

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** `amount` is in the smallest unit of the currency. */
export interface CurrencyAmount {
  readonly amount: number
  readonly currency: Currency
}

export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET"

export interface InternalAccount {
  /** `InternalAccount:<uuid>` */
  readonly id: string
  readonly customerId?: string
  readonly type: InternalAccountType
  readonly status: "PENDING" | "ACTIVE" | "CLOSED" | "FROZEN"
  readonly balance: CurrencyAmount
  readonly totalBalance: CurrencyAmount
  readonly fundingPaymentInstructions: ReadonlyArray<JsonValue>
  /** Present on embedded wallets. */
  readonly privateEnabled?: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Selects the internal accounts of one customer, or of all customers when `customerId` is absent. */
export interface AccountQuery {
  readonly customerId?: string
  readonly currency?: string
  readonly type?: InternalAccountType
}

export interface ExportedWallet {
  readonly id: string
  /** A signed bundle that contains the mnemonic, encrypted to `clientPublicKey` (HPKE). */
  readonly encryptedWalletCredentials: string
}

export type OwnerRole = "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER"

export interface PersonalInfo {
  readonly firstName: string
  readonly lastName: string
  readonly middleName?: string
  readonly birthDate?: string
  readonly nationality?: string
  readonly address?: PostalAddress
  readonly email?: string
  readonly phoneNumber?: string
  readonly idType?: string
  readonly identifier?: string
  readonly countryOfIssuance?: string
}

export interface BeneficialOwner {
  /** `BeneficialOwner:<uuid>` */
  readonly id: string
  readonly customerId: string
  readonly roles: ReadonlyArray<OwnerRole>
  /** In percent, 0 to 100. */
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
  readonly kycStatus: Standing
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface NewBeneficialOwner {
  readonly customerId: string
  readonly roles?: ReadonlyArray<OwnerRole>
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
}

export interface BeneficialOwnerPatch {
  readonly roles?: ReadonlyArray<OwnerRole>
  readonly ownershipPercentage?: number
  readonly personalInfo?: Partial<PersonalInfo>
}

export interface Verification {
  /** `Verification:<uuid>` */
  readonly id: string
  readonly customerId: string
  readonly verificationStatus:
    | "RESOLVE_ERRORS"
    | "PENDING_MANUAL_REVIEW"
    | "IN_PROGRESS"
    | "APPROVED"
    | "REJECTED"
    | "READY_FOR_VERIFICATION"
  readonly kycStatus?: Standing
  readonly kybStatus?: Standing
  readonly errors: ReadonlyArray<{
    readonly resourceId: string
    readonly type: "MISSING_FIELD"
    readonly field: string
    readonly reason: string
  }>
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type Permission = "VIEW" | "TRANSACT" | "MANAGE"

export interface NewToken {
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
}

/** An API token, without its secret. */
export interface Token extends NewToken {
  /** `Token:<uuid>` */
  readonly id: string
  readonly clientId: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The answer of `tokens.create`, the only one that contains the secret. */
export interface CreatedToken extends Token {
  readonly clientSecret: string
}

/** A sign-in method of a wallet. */
export interface Credential {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialKind
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Of a PASSKEY: the credential id for the browser's `allowCredentials`. */
  readonly credentialId?: string
  /** Present only in answers that issue a code. */
  readonly otpEncryptionTargetBundle?: string
}

/** The options of a passkey assertion in the browser. */
export interface PasskeyChallenge {
  readonly id: string
  readonly accountId: string
  readonly type: "PASSKEY"
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly credentialId: string
  /** Base64url. */
  readonly challenge: string
  /** Identifies the login in the call to `verify`. */
  readonly requestId: string
  readonly expiresAt: Instant
}

export interface Session {
  /** `Session:<uuid>` */
  readonly id: string
  readonly accountId: string
  readonly type: CredentialKind
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly expiresAt: Instant
  /**
   * The session's private key, encrypted to the client's key (HPKE). Present only in the answer that opens the session.
   */
  readonly encryptedSessionSigningKey?: string
}

/** A credential to add. An EMAIL_OTP credential uses the customer's e-mail address. */
export type NewCredential = Addition

/** The proof of a login. `clientPublicKey` is a P-256 public key in hex. */
export type Proof = Submission

export interface ExternalAccount {
  /** `ExternalAccount:<uuid>` */
  readonly id: string
  readonly customerId?: string
  readonly status: "PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE"
  readonly currency: string
  readonly platformAccountId?: string
  /** As it was sent, with derived fields added. docs/generated/accounts.md lists the fields of each type. */
  readonly accountInfo: JsonFields
  readonly beneficiaryVerificationStatus?:
    | "MATCHED"
    | "NOT_MATCHED"
    | "PARTIAL_MATCH"
    | "PENDING"
    | "UNSUPPORTED"
    | "CHECKED_BY_RECEIVING_FI"
  readonly beneficiaryVerifiedData?: { readonly fullName: string }
  readonly defaultUmaDepositAccount: boolean
}

/** Without `customerId` the account belongs to the platform. */
export interface NewExternalAccount {
  readonly customerId?: string
  readonly currency: string
  readonly platformAccountId?: string
  readonly accountInfo: object
  readonly defaultUmaDepositAccount?: boolean
}

/** `accountInfo` is merged into the stored fields as a JSON Merge Patch (RFC 7396): null removes a field. */
export interface ExternalAccountPatch {
  readonly platformAccountId?: string | null
  readonly accountInfo?: object
  readonly status?: "ACTIVE" | "INACTIVE"
  readonly defaultUmaDepositAccount?: boolean
}

export interface ExternalAccountFilter {
  readonly customerId?: string
  readonly currency?: string
  readonly platformAccountId?: string
}

export interface Discovery {
  readonly bankName: string
  readonly displayName: string
  readonly country: string
  readonly currency: string
}

/** The source or destination of a payment. */
interface End {
  readonly accountId?: string
  readonly umaAddress?: string
  readonly customerId?: string
  readonly currency: string
}
type EndKind = "ACCOUNT" | "REALTIME_FUNDING" | "UMA_ADDRESS"

export interface PaymentSource extends End {
  readonly sourceType: EndKind
}

export interface PaymentDestination extends End {
  readonly destinationType: EndKind
}

/** Amounts are in the smallest unit of their currency. */
export interface NewQuote {
  readonly source:
    | {
        readonly sourceType: "ACCOUNT"
        readonly accountId: string
        readonly customerId?: string
        readonly currency?: string
      }
    | {
        readonly sourceType: "REALTIME_FUNDING"
        readonly customerId: string
        readonly currency: string
        readonly cryptoNetwork?: string
      }
  readonly destination:
    | {
        readonly destinationType: "ACCOUNT"
        readonly accountId: string
        readonly currency?: string
        readonly paymentRail?: string
      }
    | { readonly destinationType: "UMA_ADDRESS"; readonly umaAddress: string; readonly currency: string }
  readonly lockedCurrencySide: "SENDING" | "RECEIVING"
  readonly lockedCurrencyAmount: number
  readonly description?: string
  readonly immediatelyExecute?: boolean
  readonly purposeOfPayment?: string
  readonly lookupId?: string
  readonly remittanceInformation?: string
  readonly senderCustomerInfo?: JsonFields
}

export interface Quote {
  /** `Quote:<uuid>` */
  readonly id: string
  readonly status: PaymentStatus
  readonly source: PaymentSource
  readonly destination: PaymentDestination
  readonly sendingCurrency: Currency
  readonly receivingCurrency: Currency
  readonly totalSendingAmount: number
  readonly totalReceivingAmount: number
  /** Sending units per receiving unit, net of fees. */
  readonly exchangeRate: number
  readonly feesIncluded: number
  readonly transactionId: string
  /** A quote from an embedded wallet has one entry, which contains `payloadToSign`. */
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

/** A payment from one account to another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly remittanceInformation?: string
  readonly purposeOfPayment?: string
}

export interface Transaction {
  /** `Transaction:<uuid>` */
  readonly id: string
  readonly status: PaymentStatus
  readonly type: "INCOMING" | "OUTGOING"
  readonly direction: "CREDIT" | "DEBIT"
  readonly source: PaymentSource
  readonly destination: PaymentDestination
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly sentAmount: CurrencyAmount
  readonly receivedAmount: CurrencyAmount
  readonly fees: number
  /** Of OUTGOING: sending units per receiving unit, net of fees. */
  readonly exchangeRate?: number
  readonly quoteId?: string
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  readonly failureReason?:
    | "QUOTE_EXPIRED"
    | "QUOTE_EXECUTION_FAILED"
    | "LIGHTNING_PAYMENT_FAILED"
    | "FUNDING_AMOUNT_MISMATCH"
    | "COUNTERPARTY_POST_TX_FAILED"
    | "PAYOUT_RETURNED"
    | "LIMIT_EXCEEDED"
    | "ACCOUNT_CANNOT_RECEIVE"
    | "ACCOUNT_INVALID"
    | "COMPLIANCE_REJECTED"
    | "PAYMENT_APPROVAL_WEBHOOK_ERROR"
    | "PAYMENT_APPROVAL_TIMED_OUT"
    | "MISSING_MANDATORY_PAYEE_DATA"
  readonly refund?: {
    readonly reference: string
    readonly initiatedAt: Instant
    readonly status: "PENDING" | "COMPLETED" | "FAILED"
    readonly settledAt?: Instant
    readonly reason: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT"
  }
  readonly reconciliationInstructions: { readonly reference: string }
  readonly settledAt?: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface TransactionFilter {
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly accountIdentifier?: string
  readonly senderAccountIdentifier?: string
  readonly receiverAccountIdentifier?: string
  readonly status?: PaymentStatus
  readonly type?: "INCOMING" | "OUTGOING"
  readonly reference?: string
  readonly startDate?: Instant
  readonly endDate?: Instant
  readonly sortOrder?: "asc" | "desc"
}

export interface SupportedCurrency {
  readonly currencyCode: string
  readonly minAmount?: number
  readonly maxAmount?: number
  readonly requiredCounterpartyFields?: ReadonlyArray<{ readonly name: string; readonly mandatory: boolean }>
  readonly enabledTransactionTypes: ReadonlyArray<"INCOMING" | "OUTGOING">
}

export interface EmbeddedWalletConfig {
  readonly appName?: string
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
  readonly logoUrl?: string
  readonly otpLength?: number
  readonly alphanumeric?: boolean
  /** The validity of a code, in seconds. */
  readonly expirationSeconds?: number
}

export interface PlatformConfig {
  /** `PlatformConfig:<uuid>` */
  readonly id: string
  readonly umaDomain: string
  readonly proxyUmaSubdomain?: string
  readonly webhookEndpoint?: string
  readonly supportedCurrencies: ReadonlyArray<SupportedCurrency>
  readonly isRegulatedFinancialInstitution: boolean
  readonly embeddedWalletConfig: EmbeddedWalletConfig
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Omitted fields stay unchanged. */
export interface ConfigPatch {
  readonly umaDomain?: string
  readonly proxyUmaSubdomain?: string
  /** Null removes the endpoint. */
  readonly webhookEndpoint?: string | null
  readonly supportedCurrencies?: ReadonlyArray<SupportedCurrency>
  readonly isRegulatedFinancialInstitution?: boolean
  readonly embeddedWalletConfig?: EmbeddedWalletConfig
}

/** An event and its delivery state. It does not contain the event's resource; read that separately. */
export interface WebhookDelivery {
  /** `Webhook:<uuid>` */
  readonly id: string
  /** For example `OUTGOING_PAYMENT.COMPLETED`. */
  readonly type: string
  readonly sequence?: number
  readonly status: "PENDING" | "DELIVERED" | "GIVEN_UP"
  readonly attempts: number
  readonly lastStatus?: number
  readonly lastFault?: string
  readonly createdAt: Instant
  readonly nextAttemptAt?: Instant
  readonly deliveredAt?: Instant
}

export interface DeliveryFilter {
  readonly status?: "PENDING" | "DELIVERED" | "GIVEN_UP"
}

export interface WebhookKey {
  readonly algorithm: "ECDSA_P256_SHA256" | "ED25519"
  /** The name of the header whose signatures this key verifies. */
  readonly header: string
  readonly publicKeyPem: string
  /** In the format of Standard Webhooks. */
  readonly publicKey?: string
}

export interface WebhookTest {
  readonly url: string
  readonly response_status: number
  readonly response_body: ""
}

/**
 * An authorised action and the signature that authorised it. docs/guides/receipts.md documents the fields. `at` is in
 * milliseconds since the epoch.
 */
export interface Receipt {
  readonly version: 1
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly previous: string
  readonly at: number
  readonly consumed: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly bodyDigest: string
  readonly payloadSha256: string
  readonly proof:
    | { readonly type: "STAMP"; readonly stamp: string }
    | {
        readonly type: "ASSERTION"
        readonly clientDataJson: string
        readonly authenticatorData: string
        readonly signature: string
      }
    | { readonly type: "WAIVED" }
    | { readonly type: "ERASURE"; readonly reason: string }
  readonly sessionId: string | null
  readonly credentialId: string | null
  readonly changes: ReadonlyArray<{
    readonly collection: string
    readonly id: string
    readonly from: number
    readonly to: number
  }>
  readonly kid: string
  readonly hash: string
  readonly signature: string
}

/** The last receipt of an account's chain. */
export interface ReceiptHead {
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly hash: string
}

/** A position in a list of receipts. */
export interface ReceiptPosition {
  readonly createdAt: number
  readonly id: string
}

export interface ReceiptPage<A> {
  readonly items: ReadonlyArray<A>
  /** The position to pass as `after` for the next page; absent on the last page. */
  readonly next?: ReceiptPosition
}
