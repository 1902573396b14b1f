/**
 * The operations of the HTTP endpoints, as Effect programs for hosts that use Effect. Each reads the caller's
 * environment from `CurrentEnvironment` and fails with the refusals in its type.
 */

export type { Outcome, RetryHeaders } from "../steps/SignedOperation.ts"
export { type ExportedWallet, type ExportWalletCommand, exportWallet } from "./accounts/export.ts"
export { fundAccount } from "./accounts/fund.ts"
export { type AccountFilter, listAccounts, listPlatformAccounts, readAccount } from "./accounts/read.ts"
export { type UpdateAccountCommand, updateAccount } from "./accounts/wallets.ts"
export { createOwner, listOwners, readOwner, reportOwnerVerification, updateOwner } from "./beneficial-owners/owners.ts"
export { type AddCredentialCommand, type AddedCredential, addCredential } from "./credentials/add.ts"
export { type ChallengeReply, challengeCredential } from "./credentials/challenge.ts"
export * from "./credentials/credentials.ts"
export { type VerifyCommand, verifyCredential } from "./credentials/verify.ts"
export { createCustomer } from "./customers/create.ts"
export { deleteCustomer, eraseCustomer } from "./customers/delete.ts"
export { challengeEmail, type ProveEmailCommand, proveEmail } from "./customers/proveEmail.ts"
export {
  type CustomerFilter,
  type CustomerView,
  customerView,
  listCustomers,
  ownersOf,
  type PendingEmail,
  pendingView,
  readCustomer
} from "./customers/read.ts"
export { type UndoEmailCommand, undoEmail } from "./customers/undoEmail.ts"
export { type UpdateCustomerCommand, updateCustomer } from "./customers/update.ts"
export {
  listVerifications,
  readVerification,
  reportCustomerVerification,
  type VerificationFilter,
  verifyCustomer
} from "./customers/verification.ts"
export { sweepExpired } from "./due-work/sweepExpired.ts"
export { createExternalAccount } from "./external-accounts/create.ts"
export {
  type DiscoveryFilter,
  type ExternalAccountFilter,
  listDiscoveries,
  listExternalAccounts,
  readExternalAccount
} from "./external-accounts/read.ts"
export { removeExternalAccount, requireDestination, updateExternalAccount } from "./external-accounts/update.ts"
export { reportAccountVerification, verificationDelivery } from "./external-accounts/verification.ts"
export { checkReady, SharesKeys } from "./keys/checkReady.ts"
export {
  operatorEndSessions,
  operatorResumeAccount,
  operatorResumeCredential,
  operatorSuspendAccount,
  operatorSuspendCredential,
  operatorUnlockCredential
} from "./operators/acts.ts"
export { approvePayment, type Verdict as Decision } from "./payments/approve.ts"
export { createQuote, type QuoteCommand, type QuoteView } from "./payments/createQuote.ts"
export { type Deposit, depositQuote, executeQuote, readQuote } from "./payments/executeQuote.ts"
export { listExchangeRates } from "./payments/listExchangeRates.ts"
export * from "./payments/readTransactions.ts"
export { type AccountDeposit, depositToAccount, type PaymentReport, reportPayment } from "./payments/report.ts"
export {
  type IncomingPayment,
  receivePayment,
  type TransferCommand,
  transferIn,
  transferOut
} from "./payments/transfer.ts"
export { readConfig, updateConfig } from "./platforms/config.ts"
export {
  configuredReads,
  createdEnvironments,
  createPlatform,
  foreignTokens,
  listPlatforms
} from "./platforms/platforms.ts"
export {
  type ActivityFilter,
  listActivity,
  listReceiptHeads,
  listReceipts,
  type ReceiptFilter
} from "./receipts/read.ts"
export * from "./recovery/byGuardian.ts"
export { cancelRecovery, cancelRecoveryByToken, operatorCancelRecovery } from "./recovery/cancel.ts"
export { type CompleteCommand, completeRecovery } from "./recovery/complete.ts"
export {
  type CreatedSavedCodes,
  type CreateSavedCodesCommand,
  createSavedCodes,
  readSavedCodes
} from "./recovery/createSavedCodes.ts"
export {
  type AddGuardianCommand,
  addGuardian,
  listGuardians,
  type RemoveGuardianCommand,
  removeGuardian
} from "./recovery/guardians.ts"
export {
  type ChallengedRecovery,
  challengeRecovery,
  listRecoveries,
  operatorStartRecovery,
  readRecovery,
  startRecovery
} from "./recovery/recoveries.ts"
export { type ProvenCall, proveSession } from "./sessions/prove.ts"
export { type RefreshSessionCommand, refreshSession } from "./sessions/refresh.ts"
export * from "./sessions/sessions.ts"
export { listSettingsRevisions, readSettings, updateSettings } from "./settings/settings.ts"
export * from "./sign-ins/oidcSignIn.ts"
export * from "./sign-ins/passkeySignIn.ts"
export * from "./sign-ins/signIns.ts"
export {
  type OwnCall,
  PAYLOAD_LIMIT,
  type SignedCall,
  signedCall
} from "./signed-requests/signedCall.ts"
export { revokeStolenToken } from "./tokens/revokeStolen.ts"
export {
  createToken,
  deleteToken,
  listTokens,
  type NewTokenView,
  readToken,
  type TokenView,
  tokenOf
} from "./tokens/tokens.ts"
export { listDeliveries, redriveDelivery, testWebhook } from "./webhooks/deliveries.ts"
