/**
 * Exports shared between the packages of this repository, beyond the public surface. Hosts and third-party adapters
 * must not import them: they may change in any release.
 */

export * from "./index.ts"
export type * as Machine from "./machine/Machine.ts"
export { toMarkdownTable, toMermaid } from "./machine/Machine.ts"
export { typesIn } from "./model/AccessPolicy.ts"
export * from "./model/Address.ts"
export * as Level from "./model/Bucket.ts"
export * from "./model/ClientPublicKey.ts"
export { clientIdOf, placeOfToken, type TokenPlace } from "./model/clientId.ts"
export { Amount, type CurrencyOf, currencies, currencyOf, Money } from "./model/currencies.ts"
export { Email } from "./model/Email.ts"
export * from "./model/EmbeddedWalletConfig.ts"
export { secondsUntil } from "./model/Environment.ts"
export { OperatorAct } from "./model/Notice.ts"
export type { PageRequest } from "./model/Page.ts"
export * from "./model/Policy.ts"
export type { CatalogueEntry, RefusalTexts } from "./model/Refusal.ts"
export { FailureReason, type Move, type Payment, type Place, RefundReason } from "./model/Step.ts"
export { SETTING_BOUNDS } from "./model/settingBounds.ts"
export { asciiHost, reference, visible } from "./model/text.ts"
export * from "./model/WebhookSettings.ts"
export { clockAhead, clockOfStore, clockShowing, MachineTime, NodeTime } from "./ports/ClockControl.ts"
export { ConfigurationRefused } from "./ports/ConfigurationRefused.ts"
export { EnvironmentRunner, inEnvironment, type RunInEnvironment } from "./ports/EnvironmentRunner.ts"
export type { AnnouncedEvent } from "./ports/EventBodies.ts"
export { audienceOf, CLOCK_SKEW, LONGEST_TOKEN } from "./ports/IdentityTokens.ts"
export type * as ports from "./ports/index.ts"
export { codeAsText, noticeAsText, SendsNotices } from "./ports/Mailer.ts"
export { freshId, UNAMBIGUOUS } from "./ports/Secrets.ts"
export * as refusalModules from "./refusals.ts"
export * from "./schema/compiledDecoder.ts"
export { FAULTS_LISTED, FieldError, missing } from "./schema/expected.ts"
export { type Faults, faultsOf, isName } from "./schema/faults.ts"
export { makeOutbox, Outbox, PAUSE } from "./steps/Outbox.ts"
export type { RanError, RanServices } from "./steps/operation.ts"
export { CurrentCall, outside } from "./steps/outside.ts"
export { budgeted } from "./steps/ownerLimits.ts"
export type { RetriedError, RetriedServices } from "./steps/signedRetry.ts"
export { AccountTurns, makeTurns } from "./steps/turns.ts"
export * from "./store/plans.ts"
export * from "./store/records.ts"
export * from "./things/access/rules/authority.ts"
export * from "./things/access/rules/refusals.ts"
export {
  AccountNotFound,
  AccountStatus,
  AccountType,
  Currency,
  type InternalAccount,
  internalAccounts
} from "./things/accounts/rules/InternalAccount.ts"
export * from "./things/accounts/wallets.ts"
export { type OpenedOwner, openedOwner, sealedPerson } from "./things/beneficial-owners/owners.ts"
export * from "./things/beneficial-owners/rules/BeneficialOwner.ts"
export * from "./things/counts/countCalls.ts"
export { type DailyCount, dailyCounts } from "./things/counts/rules/DailyCount.ts"
export * from "./things/credentials/kinds/index.ts"
export * as Credentials from "./things/credentials/rules/Credential.ts"
export { type Credential, credentials } from "./things/credentials/rules/Credential.ts"
export { Nickname, PasskeyAssertionBody } from "./things/credentials/rules/Passkey.ts"
export * from "./things/customers/ownership.ts"
export { type OpenedCustomer, openedCustomer } from "./things/customers/read.ts"
export * from "./things/customers/rules/bodies.ts"
export { type Customer, customers, Onboarding } from "./things/customers/rules/Customer.ts"
export {
  type CustomerVerification,
  VerificationError,
  VerificationStatus,
  verifications
} from "./things/customers/rules/CustomerVerification.ts"
export { emailChanges } from "./things/customers/rules/EmailChange.ts"
export { codeDelivery, noticeDelivery } from "./things/due-work/deliverDue.ts"
export { type DueWorkOf, makeLanes, performDue, Unable } from "./things/due-work/lanes.ts"
export {
  BudgetRefused,
  type DueWorkAsked,
  type DueWorkReport,
  DueWorkRunner,
  makeDueWork,
  type WorkQueue
} from "./things/due-work/runDueWork.ts"
export * from "./things/external-accounts/read.ts"
export {
  AccountScope,
  type ExternalAccount,
  externalAccounts,
  verificationOrders
} from "./things/external-accounts/rules/ExternalAccount.ts"
export * as ExternalAccountStatus from "./things/external-accounts/rules/Status.ts"
export * from "./things/external-accounts/rules/schemas.ts"
export { kindOf, normalised } from "./things/external-accounts/rules/verifyFields.ts"
export * from "./things/idempotency/answerIdempotently.ts"
export * from "./things/idempotency/rules/StoredAnswer.ts"
export * from "./things/index.ts"
export { requireKeys, rewrapKey, wrappedKey } from "./things/keys/checkReady.ts"
export { type Resealed, resealEnvironment } from "./things/keys/resealEnvironment.ts"
export type { NotReady } from "./things/keys/rules/KnownKeys.ts"
export * from "./things/limits/storeThrottle.ts"
export * from "./things/machines.ts"
export { noticeMails } from "./things/notices/rules/NoticeMail.ts"
export * from "./things/one-time-codes/codes.ts"
export * from "./things/one-time-codes/rules/codes.ts"
export * as OneTimeCode from "./things/one-time-codes/rules/OneTimeCode.ts"
export { outcomeDelivery } from "./things/payments/approve.ts"
export { loadNamed } from "./things/payments/report.ts"
export { type Entry, journal, type Posting } from "./things/payments/rules/Journal.ts"
export * from "./things/payments/rules/Quote.ts"
export { Outcome as PaymentOutcome } from "./things/payments/rules/Report.ts"
export { Booking, type Difference, differencesOf, type Period } from "./things/payments/rules/reconciliation.ts"
export * as Transactions from "./things/payments/rules/Transaction.ts"
export { outcomeOrders } from "./things/payments/rules/Transaction.ts"
export { instructionDelivery } from "./things/payments/send.ts"
export * from "./things/platforms/rules/Platform.ts"
export * from "./things/platforms/rules/PlatformConfig.ts"
export { ActivityType, Actor } from "./things/receipts/rules/Activity.ts"
export { Details } from "./things/receipts/rules/Details.ts"
export { ErasureReason, Justification, receiptHeads } from "./things/receipts/rules/Receipt.ts"
export type { Guardian } from "./things/recovery/rules/Guardian.ts"
export * as Recoveries from "./things/recovery/rules/Recovery.ts"
export { type Recovery, RecoveryMethod } from "./things/recovery/rules/Recovery.ts"
export * from "./things/recovery/rules/SavedCodes.ts"
export * from "./things/sessions/open.ts"
export * as Session from "./things/sessions/rules/Session.ts"
export * from "./things/sessions/rules/SessionClient.ts"
export * from "./things/settings/rules/Limits.ts"
export * from "./things/settings/rules/PlatformSettings.ts"
export * as SignedRequest from "./things/signed-requests/rules/SignedRequest.ts"
export * from "./things/signed-requests/rules/StampAuthority.ts"
export * from "./things/tokens/rules/ApiToken.ts"
export { webhookDelivery } from "./things/webhooks/deliver.ts"
export * from "./things/webhooks/postEvent.ts"
export * from "./things/webhooks/rules/circuitBreaker.ts"
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
} from "./things/webhooks/rules/Event.ts"
export * as DeliveryOutcome from "./things/webhooks/rules/outcome.ts"
