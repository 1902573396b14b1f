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
export { kinds } from "./credentials/kinds/index.ts"
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
export * from "./model/CredentialType.ts"
export { clientIdOf, placeOf as placeOfToken, type TokenPlace } from "./model/clientId.ts"
export { type CurrencyOf, currencies, currenciesOf, currencyOf } from "./model/currencies.ts"
export * from "./model/Email.ts"
export { Branding, EmbeddedWalletConfig } from "./model/EmbeddedWalletConfig.ts"
export * from "./model/Environment.ts"
export { type Faults, faultsOf, isName } from "./model/faults.ts"
export * from "./model/fieldErrors.ts"
export * from "./model/ids.ts"
export { Notice } from "./model/Notice.ts"
export * from "./model/Page.ts"
export {
  type Currency as PolicyCurrency,
  defaultPolicy,
  Policy,
  type PolicyValues,
  withDefaults
} from "./model/Policy.ts"
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
export * from "./workflows/addCredential.ts"
export { answerOnce, type KeyedCall, type Once } from "./workflows/answerOnce.ts"
export { approvePayment, type Decision } from "./workflows/approvePayment.ts"
export * from "./workflows/challengeCredential.ts"
export { checkReady } from "./workflows/checkReady.ts"
export * from "./workflows/collections.ts"
export * from "./workflows/createCustomer.ts"
export * from "./workflows/createExternalAccount.ts"
export { createOwner } from "./workflows/createOwner.ts"
export * from "./workflows/createQuote.ts"
export type { CustomerView } from "./workflows/customerView.ts"
export { deleteCustomer, eraseCustomer } from "./workflows/deleteCustomer.ts"
export * from "./workflows/deliveries.ts"
export * from "./workflows/deliverMails.ts"
export { makeWebhookWork } from "./workflows/deliverWebhooks.ts"
export { type Deposit, depositQuote } from "./workflows/depositQuote.ts"
export { executeQuote, readQuote } from "./workflows/executeQuote.ts"
export * from "./workflows/exportWallet.ts"
export { fundAccount } from "./workflows/fundAccount.ts"
export { isKnownRoot } from "./workflows/isKnownRoot.ts"
export * from "./workflows/listCredentials.ts"
export * from "./workflows/listDiscoveries.ts"
export { listExchangeRates } from "./workflows/listExchangeRates.ts"
export { listPlatformAccounts } from "./workflows/listPlatformAccounts.ts"
export * from "./workflows/listSessions.ts"
export * from "./workflows/machines.ts"
export { issueSessionKey, type OpenedSession } from "./workflows/openSession.ts"
export { type ProvenCall, proveSession } from "./workflows/proveSession.ts"
export * from "./workflows/readAccounts.ts"
export { readConfig } from "./workflows/readConfig.ts"
export * from "./workflows/readCustomers.ts"
export {
  type ExternalAccountFilter,
  listExternalAccounts,
  readExternalAccount
} from "./workflows/readExternalAccounts.ts"
export { listOwners, readOwner } from "./workflows/readOwners.ts"
export { listReceiptHeads, listReceipts } from "./workflows/readReceipts.ts"
export * from "./workflows/readTransactions.ts"
export { listVerifications, readVerification, type VerificationFilter } from "./workflows/readVerifications.ts"
export { type IncomingPayment, receivePayment } from "./workflows/receivePayment.ts"
export * from "./workflows/refreshSession.ts"
export * from "./workflows/removeExternalAccount.ts"
export * from "./workflows/requireDestination.ts"
export { type Resealed, resealEnvironment } from "./workflows/resealEnvironment.ts"
export * from "./workflows/revokeCredential.ts"
export * from "./workflows/revokeSession.ts"
export * from "./workflows/SignedOperation.ts"
export { settleCustomer } from "./workflows/settleCustomer.ts"
export * from "./workflows/settleExternalAccount.ts"
export { settleOutcomes } from "./workflows/settleOutcomes.ts"
export * from "./workflows/signedCall.ts"
export * from "./workflows/signedRetry.ts"
export * from "./workflows/sweepExpired.ts"
export { tellWallets } from "./workflows/tellWallets.ts"
export { testWebhook } from "./workflows/testWebhook.ts"
export { createToken, deleteToken, listTokens, readToken, type TokenView, tokenOf } from "./workflows/tokens.ts"
export { type TransferCommand, transferIn, transferOut } from "./workflows/transfer.ts"
export * from "./workflows/updateAccount.ts"
export { updateConfig } from "./workflows/updateConfig.ts"
export * from "./workflows/updateCustomer.ts"
export * from "./workflows/updateExternalAccount.ts"
export { settleOwner, updateOwner } from "./workflows/updateOwner.ts"
export { verifyAccounts } from "./workflows/verifyAccounts.ts"
export * from "./workflows/verifyCredential.ts"
export { verifyCustomer } from "./workflows/verifyCustomer.ts"
export { webhookHeaders, webhookSecret } from "./workflows/webhookHeaders.ts"
