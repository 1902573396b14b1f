import type { RefusalTag } from "../errors/RefusalTag.ts"

const signed = [
  "RequestBodyDiffers",
  "RequestExpired",
  "RequestForAnotherCall",
  "RequestIdMissing",
  "RequestUnknown",
  "RequestUsed",
  "RequestVoid",
  "StampInvalid",
  "StampKeyRefused",
  "StampMalformed",
  "StampMissing"
] as const
const payments = [
  "AccountNotFound",
  "CurrencyRefused",
  "CustomerDeleted",
  "ExternalAccountNotActive",
  "ExternalAccountNotFound",
  "InsufficientBalance",
  "OriginatorUnregistered"
] as const

/** What the config of the platform refuses. */
const limited = [
  "AmountBeyondLimits",
  "CounterpartyIncomplete",
  "CurrencyUnsupported",
  "TransactionTypeDisabled"
] as const

const externalAccounts = [
  "ExternalAccountExists",
  "ExternalAccountInvalid",
  "ExternalAccountMistyped",
  "ExternalAccountRejected"
] as const

/**
 * What each operation refuses of its own, beside what all of them do. The document lists these, and a handler that
 * refuses anything else does not compile.
 */
export const refusals = {
  advanceClock: ["ClockLimitReached"],
  addCredential: [
    ...signed,
    "AccountNotFound",
    "CredentialSetChanged",
    "CustomerDeleted",
    "EmailMissing",
    "EmailOtpExists",
    "IssuerUnavailable",
    "OauthExists",
    "OidcTokenMalformed",
    "OidcTokenRefused",
    "OtpNotPending",
    "PasskeyExists",
    "PasskeyMalformed",
    "PasskeyRefused",
    "TooManyCredentials"
  ],
  approvePayment: ["InsufficientBalance", "TransactionNotFound", "TransactionNotPending"],
  challengeCredential: [
    "ChallengeNotUsed",
    "ClientKeyMissing",
    "CredentialNotFound",
    "OtpCoolingDown",
    "OtpNotPending"
  ],
  createBeneficialOwner: ["CustomerDeleted", "CustomerNotFound", "CustomerTypeDiffers", "OwnerIncomplete"],
  createCustomer: ["CurrencyNotOffered", "CustomerExists", "UmaAddressTaken"],
  createExternalAccount: [...externalAccounts, "CustomerDeleted", "CustomerNotFound"],
  createPlatformAccount: [...externalAccounts, "CustomerDeleted", "CustomerNotFound"],
  createQuote: [
    ...limited,
    ...payments,
    "AmountOutOfRange",
    "CustomerNotFound",
    "QuoteAwaitsDeposit",
    "QuoteExecutionFailed",
    "SignatureNeeded",
    "UmaNotFound"
  ],
  createToken: ["PermissionsExceeded"],
  createVerification: ["CustomerDeleted", "CustomerNotFound"],
  deleteCustomer: [...signed, "CredentialSetChanged", "CustomerDeleted", "CustomerHoldsMoney", "CustomerNotFound"],
  deleteToken: ["TokenNotFound"],
  executeQuote: [
    ...payments,
    "CustomerNotFound",
    "QuoteAwaitsDeposit",
    "QuoteEndsChanged",
    "QuoteExecutionFailed",
    "QuoteExpired",
    "QuoteNotFound",
    "QuoteSpent",
    "StampInvalid",
    "StampKeyRefused",
    "StampMalformed",
    "StampMissing",
    "UmaNotFound"
  ],
  exportWallet: [...signed, "AccountNotFound", "CredentialNotFound"],
  fundAccount: ["AccountNotFound", "AmountInvalid", "AmountOutOfRange", "CustomerDeleted"],
  readAccount: ["AccountNotFound"],
  readBeneficialOwner: ["OwnerNotFound"],
  readCustomer: ["CustomerNotFound"],
  readExternalAccount: ["ExternalAccountNotFound"],
  readPlatformAccount: ["ExternalAccountNotFound"],
  readQuote: ["QuoteNotFound"],
  readToken: ["TokenNotFound"],
  readTransaction: ["TransactionNotFound"],
  readVerification: ["VerificationNotFound"],
  receivePayment: [...limited, "AccountNotFound", "CustomerDeleted", "CustomerNotFound", "InsufficientBalance"],
  receiveUmaPayment: [...limited, "AccountNotFound", "CustomerDeleted", "CustomerNotFound", "InsufficientBalance"],
  redriveDelivery: ["DeliveryNotFound"],
  refreshSession: [...signed, "SessionNotFound"],
  rejectPayment: ["InsufficientBalance", "TransactionNotFound", "TransactionNotPending"],
  removeExternalAccount: ["ExternalAccountInUse", "ExternalAccountNotFound"],
  removePlatformAccount: ["ExternalAccountInUse", "ExternalAccountNotFound"],
  revokeCredential: [...signed, "CredentialNotFound", "LastCredential"],
  revokeSession: [...signed, "SessionNotFound"],
  sendPayment: [...payments, "CustomerNotFound", "DepositLate", "QuoteNotFound", "QuoteSpent", "UmaNotFound"],
  testSandboxWebhook: ["WebhookEndpointNotSet", "WebhookEndpointRefused", "WebhookNotDelivered"],
  testWebhook: ["WebhookEndpointNotSet", "WebhookEndpointRefused", "WebhookNotDelivered"],
  transferIn: [...limited, ...payments, "AccountUnsuitable"],
  transferOut: [...limited, ...payments, "AccountUnsuitable"],
  updateAccount: [...signed, "AccountNotFound", "CredentialNotFound"],
  updateBeneficialOwner: ["CustomerDeleted", "OwnerIncomplete", "OwnerNotFound"],
  updateConfig: ["ConfigRefused", "WebhookEndpointRefused"],
  updateCustomer: [
    ...signed,
    "CredentialSetChanged",
    "CurrencyInUse",
    "CurrencyNotOffered",
    "CustomerDeleted",
    "CustomerNotFound",
    "CustomerTypeDiffers",
    "UmaAddressTaken"
  ],
  updateExternalAccount: [...externalAccounts, "ExternalAccountNotFound", "StatusUnreachable"],
  updatePlatformAccount: [...externalAccounts, "ExternalAccountNotFound", "StatusUnreachable"],
  verifyCredential: [
    ...signed,
    "CredentialNotFound",
    "CredentialTypeDiffers",
    "IssuerUnavailable",
    "LoginNotAwaited",
    "OidcTokenMalformed",
    "OidcTokenRefused",
    "OtpBundleMalformed",
    "OtpBundleUnopened",
    "OtpExhausted",
    "OtpExpired",
    "OtpNotPending",
    "OtpSuperseded",
    "OtpWrong",
    "PasskeyMalformed",
    "PasskeyRefused"
  ]
} as const satisfies Readonly<Record<string, ReadonlyArray<RefusalTag>>>
