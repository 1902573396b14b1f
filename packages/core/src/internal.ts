/**
 * What the packages of this repository share beside the public surface. Not for hosts and not for adapters of others: it
 * may change in any release.
 */

export {
  type BeneficialOwner,
  beneficialOwners,
  type OpenedOwner
} from "./beneficial-owners/BeneficialOwner.ts"
export * from "./beneficial-owners/bodies.ts"
export * from "./beneficial-owners/refusals.ts"
export * from "./config/PlatformConfig.ts"
export * from "./config/refusals.ts"
export * from "./credentials/Credential.ts"
export * from "./credentials/Kind.ts"
export { codeMails } from "./credentials/kinds/email-otp/codeMails.ts"
export * as EmailOtp from "./credentials/kinds/email-otp/EmailOtp.ts"
export { guessChance, guessesOfShortCodes, MOST_GUESS_CHANCE } from "./credentials/kinds/email-otp/guessChance.ts"
export * from "./credentials/kinds/email-otp/refusals.ts"
export {
  type Addition,
  CredentialType,
  credentialTypeOf,
  kindRefusals,
  kinds,
  refusalsOf,
  type Submission
} from "./credentials/kinds/index.ts"
export * from "./credentials/refusals.ts"
export * from "./customers/bodies.ts"
export { type Customer, customers, live, type OpenedCustomer, openedCustomer } from "./customers/Customer.ts"
export * from "./customers/Onboarding.ts"
export * from "./customers/refusals.ts"
export { makeBreaker } from "./events/breaker.ts"
export {
  announce,
  announced,
  announceTest,
  DeliveryFault,
  DeliveryStatus,
  type Event,
  EventType,
  events,
  isApprovalCall,
  isWaiting,
  type Told,
  TRIED_FOR,
  type Waiting
} from "./events/Event.ts"
export * as DeliveryOutcome from "./events/outcome.ts"
export * from "./events/refusals.ts"
export * from "./external-accounts/bodies.ts"
export {
  AccountScope,
  type ExternalAccount,
  externalAccounts,
  payable,
  type Sender,
  sendable
} from "./external-accounts/ExternalAccount.ts"
export { kindOf, normalised } from "./external-accounts/judge.ts"
export { type OpenedExternalAccount, opened } from "./external-accounts/particulars.ts"
export * from "./external-accounts/refusals.ts"
export * as ExternalAccountStatus from "./external-accounts/Status.ts"
export { accountInfoSchemas } from "./external-accounts/schemas.ts"
export * from "./external-accounts/verificationOrders.ts"
export * from "./idempotency/KeptAnswer.ts"
export * from "./idempotency/refusals.ts"
export * from "./index.ts"
export {
  AccountStatus,
  AccountType,
  Currency,
  type InternalAccount,
  internalAccounts
} from "./internal-accounts/InternalAccount.ts"
export { privacyOrders } from "./internal-accounts/privacyOrders.ts"
export * from "./internal-accounts/refusals.ts"
export * from "./internal-accounts/walletRoots.ts"
export { isJsonPart } from "./kernel/ast.ts"
export * from "./kernel/plain.ts"
export * as Level from "./limits/Level.ts"
export { storeThrottle } from "./limits/storeThrottle.ts"
export * from "./machine/diagram.ts"
export type * as Machine from "./machine/Machine.ts"
export { Address } from "./model/Address.ts"
export * from "./model/Amount.ts"
export * from "./model/ClientPublicKey.ts"
export { clientIdOf, placeOf as placeOfToken, type TokenPlace } from "./model/clientId.ts"
export { type CurrencyOf, currencies, currenciesOf, currencyOf } from "./model/currencies.ts"
export * from "./model/Email.ts"
export { Branding, EmbeddedWalletConfig } from "./model/EmbeddedWalletConfig.ts"
export * from "./model/Environment.ts"
export type { CatalogueEntry } from "./model/entries.ts"
export { type Faults, faultsOf, isName } from "./model/faults.ts"
export * from "./model/fieldErrors.ts"
export * from "./model/Page.ts"
export { type Currency as PolicyCurrency, type PolicyField, policyFields, RATE_BOUNDS } from "./model/policyFields.ts"
export * from "./model/Rate.ts"
export * from "./model/Standing.ts"
export * from "./model/Step.ts"
export * from "./model/time.ts"
export { UmaAddress } from "./model/UmaAddress.ts"
export {
  defaultWebhookSettings,
  WebhookSettings,
  type WebhookSettingsValues
} from "./model/WebhookSettings.ts"
export { answerOnce, type KeyedCall, type Once } from "./operations/answerOnce.ts"
export * from "./operations/deliverMails.ts"
export * from "./operations/index.ts"
export { isKnownRoot } from "./operations/internal-accounts/isKnownRoot.ts"
export { tellWallets } from "./operations/internal-accounts/tellWallets.ts"
export * from "./operations/machines.ts"
export type { Leg, SomeSteps } from "./operations/operation.ts"
export { settleOutcomes } from "./operations/payments/settleOutcomes.ts"
export { type Resealed, resealEnvironment } from "./operations/resealEnvironment.ts"
export { issueSessionKey, type OpenedSession } from "./operations/sessions/open.ts"
export * from "./operations/signed-requests/SignedOperation.ts"
export * from "./operations/signed-requests/signedRetry.ts"
export { makeWebhookWork } from "./operations/webhooks/deliver.ts"
export { webhookHeaders, webhookSecret } from "./operations/webhooks/webhookHeaders.ts"
export { type OutcomeOrder, outcomeOrders } from "./payments/outcomeOrders.ts"
export * from "./payments/price.ts"
export { Quote, quotes } from "./payments/Quote.ts"
export { referenceOf } from "./payments/reference.ts"
export * from "./payments/refusals.ts"
export * as Transactions from "./payments/Transaction.ts"
export * from "./ports/ApiTokens.ts"
export { type Attempt, CurrentAttempt } from "./ports/Attempt.ts"
export { ClockControl, ClockLimitReached } from "./ports/ClockControl.ts"
export type { Declaration, Json, JsonObject } from "./ports/Collection.ts"
export * as Collection from "./ports/Collection.ts"
export * from "./ports/CurrentEnvironment.ts"
export { type DueRound, DueWork } from "./ports/DueWork.ts"
export { EnvironmentRunner, inEnvironment, type RunInEnvironment } from "./ports/EnvironmentRunner.ts"
export { MachineTime, machineTimeMillis } from "./ports/MachineTime.ts"
export { noticeMails } from "./ports/noticeMails.ts"
export * from "./ports/Passkeys.ts"
export * from "./ports/records.ts"
export * from "./ports/Seals.ts"
export * from "./ports/Secrets.ts"
export * from "./ports/Signatures.ts"
export * from "./ports/Throttle.ts"
export * from "./ports/WebhookKeys.ts"
export * from "./receipts/audit.ts"
export { ErasureReason, Receipt, ReceiptHead } from "./receipts/Receipt.ts"
export * from "./receipts/read.ts"
export * from "./sessions/refusals.ts"
export * as Session from "./sessions/Session.ts"
export * from "./signed-requests/refusals.ts"
export * as SignedRequest from "./signed-requests/SignedRequest.ts"
export * from "./signed-requests/Signer.ts"
export * from "./signed-requests/StampAuthority.ts"
export * from "./tokens/ApiToken.ts"
export * from "./tokens/refusals.ts"
export {
  type CustomerVerification,
  VerificationError,
  VerificationStatus,
  verifications
} from "./verifications/CustomerVerification.ts"
export * from "./verifications/refusals.ts"
