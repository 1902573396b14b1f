/**
 * Exports shared between the packages of this repository, beyond the public surface. Hosts and third-party adapters
 * must not import them: they may change in any release.
 */

export * from "./index.ts"
export * from "./kernel/compiledDecoder.ts"
export type * as Machine from "./machine/Machine.ts"
export { toMarkdownTable, toMermaid } from "./machine/Machine.ts"
export { typesIn } from "./model/AccessPolicy.ts"
export * from "./model/Address.ts"
export * from "./model/ClientPublicKey.ts"
export { clientIdOf, placeOf as placeOfToken, type TokenPlace } from "./model/clientId.ts"
export { Amount, type CurrencyOf, currencies, currencyOf, Money } from "./model/currencies.ts"
export * from "./model/EmbeddedWalletConfig.ts"
export { secondsUntil } from "./model/Environment.ts"
export { FAULTS_LISTED, FieldError, missing } from "./model/expected.ts"
export { type Faults, faultsOf, isName } from "./model/faults.ts"
export { asciiHost } from "./model/hostName.ts"
export {
  type Currency as PolicyCurrency,
  EMAIL_CHANGES,
  type PolicyField,
  policyFields,
  RATE_BOUNDS
} from "./model/Policy.ts"
export type { CatalogueEntry, RefusalTexts } from "./model/Refusal.ts"
export { FailureReason, type Move, type Payment, type Place, RefundReason } from "./model/Step.ts"
export { SETTING_BOUNDS } from "./model/settingBounds.ts"
export { reference, visible } from "./model/text.ts"
export * from "./model/WebhookSettings.ts"
export * from "./operations/answerIdempotently.ts"
export { requireKeys } from "./operations/checkReady.ts"
export * from "./operations/customers/ownership.ts"
export { codeDelivery, noticeDelivery } from "./operations/deliverDue.ts"
export * from "./operations/index.ts"
export { isKnownRoot } from "./operations/internal-accounts/isKnownRoot.ts"
export * from "./operations/internal-accounts/wallets.ts"
export { type DueWorkOf, makeLanes, performDue, Unable } from "./operations/lanes.ts"
export * from "./operations/machines.ts"
export { CurrentCall, outside } from "./operations/outside.ts"
export { budgeted } from "./operations/ownerLimits.ts"
export { AccountTurns } from "./operations/payments/AccountTurns.ts"
export { outcomeDelivery } from "./operations/payments/settleOutcomes.ts"
export { type Resealed, resealEnvironment } from "./operations/resealEnvironment.ts"
export * from "./operations/sessions/open.ts"
export { webhookDelivery } from "./operations/webhooks/deliver.ts"
export * from "./operations/webhooks/webhookHeaders.ts"
export { clockAhead, clockOfStore, clockShowing, MachineTime, NodeTime } from "./ports/ClockControl.ts"
export { EnvironmentRunner, inEnvironment, type RunInEnvironment } from "./ports/EnvironmentRunner.ts"
export type { AnnouncedEvent as ToldEvent } from "./ports/EventBodies.ts"
export { audienceOf, CLOCK_SKEW, LONGEST_TOKEN } from "./ports/IdentityTokens.ts"
export type * as ports from "./ports/index.ts"
export { noticeMails, SendsNotices } from "./ports/Mailer.ts"
export { portableSeals } from "./ports/Seals.ts"
export { freshId } from "./ports/Secrets.ts"
export { portableSignatures } from "./ports/Signatures.ts"
export * as refusalModules from "./refusals.ts"
export * from "./rules/access/authority.ts"
export * from "./rules/access/refusals.ts"
export * from "./rules/beneficial-owners/BeneficialOwner.ts"
export * from "./rules/config/PlatformConfig.ts"
export * as Credentials from "./rules/credentials/Credential.ts"
export { type Credential, credentials } from "./rules/credentials/Credential.ts"
export * from "./rules/credentials/kinds/email-otp/codes.ts"
export * as EmailOtp from "./rules/credentials/kinds/email-otp/EmailOtp.ts"
export { EncryptedOtpBundle } from "./rules/credentials/kinds/email-otp/verify.ts"
export * from "./rules/credentials/kinds/index.ts"
export { Nickname, PasskeyAssertionBody } from "./rules/credentials/kinds/passkey/Passkey.ts"
export * from "./rules/customers/bodies.ts"
export {
  type Customer,
  customers,
  Onboarding,
  type OpenedCustomer,
  openedCustomer
} from "./rules/customers/Customer.ts"
export { emailChanges } from "./rules/customers/EmailChange.ts"
export * from "./rules/events/circuitBreaker.ts"
export {
  announce,
  announceTest,
  DeliveryFault,
  DeliveryStatus,
  type Event,
  EventType,
  events,
  isWaiting,
  type Waiting
} from "./rules/events/Event.ts"
export * as DeliveryOutcome from "./rules/events/outcome.ts"
export {
  AccountScope,
  type ExternalAccount,
  externalAccounts,
  verificationOrders
} from "./rules/external-accounts/ExternalAccount.ts"
export * from "./rules/external-accounts/particulars.ts"
export * as ExternalAccountStatus from "./rules/external-accounts/Status.ts"
export * from "./rules/external-accounts/schemas.ts"
export { kindOf, normalised } from "./rules/external-accounts/verifyFields.ts"
export * from "./rules/idempotency/StoredAnswer.ts"
export {
  AccountNotFound,
  AccountStatus,
  AccountType,
  Currency,
  type InternalAccount,
  internalAccounts
} from "./rules/internal-accounts/InternalAccount.ts"
export * as Level from "./rules/limits/Level.ts"
export * from "./rules/limits/storeThrottle.ts"
export { makeTurns } from "./rules/limits/turns.ts"
export { exchangeRate, MOST_LOCKED, priceOfReceiving, priceOfSending, referenceOf } from "./rules/payments/Quote.ts"
export * as Transactions from "./rules/payments/Transaction.ts"
export { outcomeOrders } from "./rules/payments/Transaction.ts"
export * from "./rules/platforms/Platform.ts"
export { ActivityType, Actor } from "./rules/receipts/Activity.ts"
export { Details } from "./rules/receipts/details.ts"
export { ErasureReason, Justification } from "./rules/receipts/Receipt.ts"
export type { Guardian } from "./rules/recovery/Guardian.ts"
export * as Recoveries from "./rules/recovery/Recovery.ts"
export { type Recovery, RecoveryMethod } from "./rules/recovery/Recovery.ts"
export * from "./rules/recovery/SavedCodes.ts"
export * as Session from "./rules/sessions/Session.ts"
export * from "./rules/sessions/SessionClient.ts"
export * from "./rules/settings/Limits.ts"
export * from "./rules/settings/PlatformSettings.ts"
export * as SignedRequest from "./rules/signed-requests/SignedRequest.ts"
export * from "./rules/signed-requests/Signer.ts"
export * from "./rules/signed-requests/StampAuthority.ts"
export * from "./rules/tokens/ApiToken.ts"
export {
  type CustomerVerification,
  VerificationError,
  VerificationStatus,
  verifications
} from "./rules/verifications/CustomerVerification.ts"
export type { RanError, RanServices } from "./steps/operation.ts"
export type { RetriedError, RetriedServices } from "./steps/signedRetry.ts"
export * from "./store/plans.ts"
export * from "./store/records.ts"
