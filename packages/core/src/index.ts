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
export * from "./model/ids.ts"
export { Notice } from "./model/Notice.ts"
export * from "./model/Page.ts"
export { defaultPolicy, Policy, type PolicyValues, withDefaults } from "./model/Policy.ts"
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
export { createOwner } from "./operations/beneficial-owners/create.ts"
export { listOwners, readOwner } from "./operations/beneficial-owners/read.ts"
export { settleOwner, updateOwner } from "./operations/beneficial-owners/update.ts"
export { checkReady } from "./operations/checkReady.ts"
export * from "./operations/collections.ts"
export { readConfig } from "./operations/config/read.ts"
export { updateConfig } from "./operations/config/update.ts"
export { type AddCredentialCommand, type AddedCredential, addCredential } from "./operations/credentials/add.ts"
export { type ChallengeReply, challengeCredential } from "./operations/credentials/challenge.ts"
export * from "./operations/credentials/list.ts"
export { type RevokeCredentialCommand, revokeCredential } from "./operations/credentials/revoke.ts"
export { type VerifyCommand, verifyCredential } from "./operations/credentials/verify.ts"
export { createCustomer } from "./operations/customers/create.ts"
export type { CustomerView } from "./operations/customers/customerView.ts"
export { deleteCustomer, eraseCustomer } from "./operations/customers/delete.ts"
export * from "./operations/customers/read.ts"
export {
  listVerifications,
  readVerification,
  type VerificationFilter
} from "./operations/customers/readVerifications.ts"
export { settleCustomer } from "./operations/customers/settle.ts"
export { type UpdateCustomerCommand, updateCustomer } from "./operations/customers/update.ts"
export { verifyCustomer } from "./operations/customers/verify.ts"
export * from "./operations/deliverMails.ts"
export { createExternalAccount } from "./operations/external-accounts/create.ts"
export * from "./operations/external-accounts/listDiscoveries.ts"
export {
  type ExternalAccountFilter,
  listExternalAccounts,
  readExternalAccount
} from "./operations/external-accounts/read.ts"
export { removeExternalAccount } from "./operations/external-accounts/remove.ts"
export * from "./operations/external-accounts/requireDestination.ts"
export { settleExternalAccount } from "./operations/external-accounts/settle.ts"
export { updateExternalAccount } from "./operations/external-accounts/update.ts"
export { verifyAccounts } from "./operations/external-accounts/verify.ts"
export { type ExportedWallet, type ExportWalletCommand, exportWallet } from "./operations/internal-accounts/export.ts"
export { fundAccount } from "./operations/internal-accounts/fund.ts"
export { isKnownRoot } from "./operations/internal-accounts/isKnownRoot.ts"
export { listPlatformAccounts } from "./operations/internal-accounts/listPlatform.ts"
export * from "./operations/internal-accounts/read.ts"
export { tellWallets } from "./operations/internal-accounts/tellWallets.ts"
export { type UpdateAccountCommand, updateAccount } from "./operations/internal-accounts/update.ts"
export * from "./operations/machines.ts"
export type { Leg, SomeSteps } from "./operations/operation.ts"
export { approvePayment, type Verdict as Decision } from "./operations/payments/approve.ts"
export { createQuote, type QuoteCommand, type QuoteView } from "./operations/payments/createQuote.ts"
export { type Deposit, depositQuote } from "./operations/payments/depositQuote.ts"
export { executeQuote, readQuote } from "./operations/payments/executeQuote.ts"
export { listExchangeRates } from "./operations/payments/listExchangeRates.ts"
export * from "./operations/payments/readTransactions.ts"
export { type IncomingPayment, receivePayment } from "./operations/payments/receive.ts"
export { settleOutcomes } from "./operations/payments/settleOutcomes.ts"
export { type TransferCommand, transferIn, transferOut } from "./operations/payments/transfer.ts"
export { listReceiptHeads, listReceipts } from "./operations/receipts/read.ts"
export { type Resealed, resealEnvironment } from "./operations/resealEnvironment.ts"
export * from "./operations/sessions/list.ts"
export { issueSessionKey, type OpenedSession } from "./operations/sessions/open.ts"
export { type ProvenCall, proveSession } from "./operations/sessions/prove.ts"
export { type RefreshSessionCommand, refreshSession } from "./operations/sessions/refresh.ts"
export { type RevokeSessionCommand, revokeSession } from "./operations/sessions/revoke.ts"
export * from "./operations/signed-requests/SignedOperation.ts"
export {
  type OwnCall,
  PAYLOAD_LIMIT,
  type SignedCall,
  signedCall
} from "./operations/signed-requests/signedCall.ts"
export * from "./operations/signed-requests/signedRetry.ts"
export * from "./operations/sweepExpired.ts"
export { createToken, deleteToken, listTokens, readToken, type TokenView, tokenOf } from "./operations/tokens/tokens.ts"
export { makeWebhookWork } from "./operations/webhooks/deliver.ts"
export { listDeliveries, redriveDelivery } from "./operations/webhooks/deliveries.ts"
export { testWebhook } from "./operations/webhooks/test.ts"
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
export * from "./ports/Discoveries.ts"
export { type DueRound, DueWork } from "./ports/DueWork.ts"
export { EnvironmentRunner, inEnvironment, type RunInEnvironment } from "./ports/EnvironmentRunner.ts"
export * from "./ports/EventBodies.ts"
export * from "./ports/IdentityTokens.ts"
export { MachineTime, machineTimeMillis } from "./ports/MachineTime.ts"
export * from "./ports/Mailer.ts"
export { noticeMails } from "./ports/noticeMails.ts"
export * from "./ports/Passkeys.ts"
export * from "./ports/PaymentRails.ts"
export * from "./ports/records.ts"
export * from "./ports/Screening.ts"
export * from "./ports/Seals.ts"
export * from "./ports/Secrets.ts"
export * from "./ports/ServiceKey.ts"
export * from "./ports/Signatures.ts"
export * from "./ports/Store.ts"
export * from "./ports/Throttle.ts"
export * from "./ports/Vault.ts"
export * from "./ports/Verification.ts"
export * from "./ports/Wallets.ts"
export * from "./ports/WebhookKeys.ts"
export * from "./ports/WebhookSender.ts"
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
