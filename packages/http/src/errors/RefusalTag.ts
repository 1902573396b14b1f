import type * as core from "@countersign/core"

/** Every refusal a caller can meet, by its tag in core, and those the HTTP edge adds itself. */
export type RefusalTag =
  | core.AccountNotFound["_tag"]
  | core.CredentialNotFound["_tag"]
  | core.CredentialTypeDiffers["_tag"]
  | core.OtpBundleMalformed["_tag"]
  | core.OtpBundleUnopened["_tag"]
  | core.OtpCoolingDown["_tag"]
  | core.OtpExhausted["_tag"]
  | core.OtpExpired["_tag"]
  | core.OtpNotPending["_tag"]
  | core.OtpSuperseded["_tag"]
  | core.OtpWrong["_tag"]
  | core.StoreUnavailable["_tag"]
  | core.ChallengeNotUsed["_tag"]
  | core.ClientKeyMissing["_tag"]
  | core.CredentialSetChanged["_tag"]
  | core.EmailMissing["_tag"]
  | core.EmailOtpExists["_tag"]
  | core.IssuerUnavailable["_tag"]
  | core.LastCredential["_tag"]
  | core.LoginNotAwaited["_tag"]
  | core.OauthExists["_tag"]
  | core.OidcTokenMalformed["_tag"]
  | core.OidcTokenRefused["_tag"]
  | core.PasskeyExists["_tag"]
  | core.PasskeyMalformed["_tag"]
  | core.PasskeyRefused["_tag"]
  | core.Throttled["_tag"]
  | core.TooManyCredentials["_tag"]
  | ExternalAccountTag
  | CustomerTag
  | PaymentTag
  | SandboxTag
  | SessionTag
  | SignedRequestTag
  | WebhookTag
  | core.AnswerLost["_tag"]
  | core.AnswerTooLong["_tag"]
  | core.AnswerWithheld["_tag"]
  | core.CallInFlight["_tag"]
  | core.IdempotencyKeyReused["_tag"]
  | EdgeTag

export type ExternalAccountTag =
  | core.ExternalAccountExists["_tag"]
  | core.ExternalAccountInUse["_tag"]
  | core.ExternalAccountInvalid["_tag"]
  | core.ExternalAccountMistyped["_tag"]
  | core.ExternalAccountNotActive["_tag"]
  | core.ExternalAccountNotFound["_tag"]
  | core.ExternalAccountRejected["_tag"]
  | core.OriginatorUnregistered["_tag"]
  | core.RevisionSuperseded["_tag"]
  | core.StatusUnreachable["_tag"]

export type CustomerTag =
  | core.CurrencyInUse["_tag"]
  | core.CurrencyNotOffered["_tag"]
  | core.CustomerDeleted["_tag"]
  | core.CustomerExists["_tag"]
  | core.CustomerHoldsMoney["_tag"]
  | core.CustomerNotFound["_tag"]
  | core.CustomerTypeDiffers["_tag"]
  | core.OwnerIncomplete["_tag"]
  | core.OwnerNotFound["_tag"]
  | core.PermissionsExceeded["_tag"]
  | core.TokenNotFound["_tag"]
  | core.UmaAddressTaken["_tag"]
  | core.VerificationNotFound["_tag"]

export type PaymentTag =
  | core.AccountUnsuitable["_tag"]
  | core.AmountBeyondLimits["_tag"]
  | core.AmountInvalid["_tag"]
  | core.AmountOutOfRange["_tag"]
  | core.CounterpartyIncomplete["_tag"]
  | core.CurrencyRefused["_tag"]
  | core.CurrencyUnsupported["_tag"]
  | core.DepositLate["_tag"]
  | core.InsufficientBalance["_tag"]
  | core.QuoteAwaitsDeposit["_tag"]
  | core.QuoteExecutionFailed["_tag"]
  | core.QuoteEndsChanged["_tag"]
  | core.QuoteExpired["_tag"]
  | core.QuoteNotFound["_tag"]
  | core.QuoteSpent["_tag"]
  | core.SignatureNeeded["_tag"]
  | core.TransactionNotFound["_tag"]
  | core.TransactionNotPending["_tag"]
  | core.TransactionTypeDisabled["_tag"]
  | core.UmaNotFound["_tag"]

/** Refusals of a sandbox alone. */
export type SandboxTag = core.ClockLimitReached["_tag"] | "FaultUnknown"

export type SessionTag =
  | core.SessionNotFound["_tag"]
  | core.SessionOver["_tag"]
  | core.SessionProofMalformed["_tag"]
  | core.SessionProofMissing["_tag"]
  | core.SessionProofRefused["_tag"]
  | core.SessionProofStale["_tag"]
  | core.SessionProofUsed["_tag"]

export type SignedRequestTag =
  | core.RequestBodyDiffers["_tag"]
  | core.RequestExpired["_tag"]
  | core.RequestForAnotherCall["_tag"]
  | core.RequestIdMissing["_tag"]
  | core.RequestUnknown["_tag"]
  | core.RequestUsed["_tag"]
  | core.RequestVoid["_tag"]
  | core.StampInvalid["_tag"]
  | core.StampKeyRefused["_tag"]
  | core.StampMalformed["_tag"]
  | core.StampMissing["_tag"]
  | core.PayloadDiffers["_tag"]
  | core.PayloadTooLarge["_tag"]

export type WebhookTag =
  | core.ConfigRefused["_tag"]
  | core.DeliveryNotFound["_tag"]
  | core.WebhookEndpointNotSet["_tag"]
  | core.WebhookEndpointRefused["_tag"]
  | core.WebhookNotDelivered["_tag"]

export type EdgeTag =
  | "BodyMalformed"
  | "BodyTaken"
  | "BodyTooLarge"
  | "BodyUnexpected"
  | "ContentTypeUnsupported"
  | "Defect"
  | "EndpointNotFound"
  | "HeaderRepeated"
  | "IdempotencyKeyMalformed"
  | "InputInvalid"
  | "MethodNotAllowed"
  | "ScopeMissing"
  | "Stopping"
  | "StoreUnmigrated"
  | "TargetNotNormal"
  | "TokenRefused"
