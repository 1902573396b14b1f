/**
 * The operations of the HTTP endpoints, as Effect programs for hosts that use Effect. Each reads the caller's
 * environment from `CurrentEnvironment` and fails with the refusals in its type.
 */

export type { Outcome, RetryHeaders } from "../steps/SignedOperation.ts"
export { type ExportedWallet, type ExportWalletCommand, exportWallet } from "./accounts/export.ts"
export { fundAccount } from "./accounts/fund.ts"
export { listPlatformAccounts } from "./accounts/listPlatform.ts"
export * from "./accounts/read.ts"
export { type UpdateAccountCommand, updateAccount } from "./accounts/update.ts"
export { createOwner } from "./beneficial-owners/create.ts"
export { listOwners, readOwner } from "./beneficial-owners/read.ts"
export { reportOwnerVerification, updateOwner } from "./beneficial-owners/update.ts"
export { type AddCredentialCommand, type AddedCredential, addCredential } from "./credentials/add.ts"
export { type ChallengeReply, challengeCredential } from "./credentials/challenge.ts"
export { type ConfirmCredentialCommand, confirmCredential } from "./credentials/confirm.ts"
export * from "./credentials/list.ts"
export { type RenameCredentialCommand, renameCredential } from "./credentials/rename.ts"
export { type RevokeCredentialCommand, revokeCredential } from "./credentials/revoke.ts"
export { type VerifyCommand, verifyCredential } from "./credentials/verify.ts"
export { createCustomer } from "./customers/create.ts"
export { deleteCustomer, eraseCustomer } from "./customers/delete.ts"
export { challengeEmail, type ProveEmailCommand, proveEmail } from "./customers/proveEmail.ts"
export type { CustomerView } from "./customers/read.ts"
export * from "./customers/read.ts"
export {
  listVerifications,
  readVerification,
  type VerificationFilter
} from "./customers/readVerifications.ts"
export { reportCustomerVerification } from "./customers/settle.ts"
export { type UndoEmailCommand, undoEmail } from "./customers/undoEmail.ts"
export { type UpdateCustomerCommand, updateCustomer } from "./customers/update.ts"
export { verifyCustomer } from "./customers/verify.ts"
export { sweepExpired } from "./due-work/sweepExpired.ts"
export { createExternalAccount } from "./external-accounts/create.ts"
export {
  type DiscoveryFilter,
  type ExternalAccountFilter,
  listDiscoveries,
  listExternalAccounts,
  readExternalAccount
} from "./external-accounts/read.ts"
export { removeExternalAccount } from "./external-accounts/remove.ts"
export * from "./external-accounts/requireDestination.ts"
export { reportAccountVerification } from "./external-accounts/settle.ts"
export { updateExternalAccount } from "./external-accounts/update.ts"
export { verificationDelivery } from "./external-accounts/verify.ts"
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
export { type Deposit, depositQuote } from "./payments/depositQuote.ts"
export { executeQuote, readQuote } from "./payments/executeQuote.ts"
export { listExchangeRates } from "./payments/listExchangeRates.ts"
export * from "./payments/readTransactions.ts"
export { type IncomingPayment, receivePayment } from "./payments/receive.ts"
export { type TransferCommand, transferIn, transferOut } from "./payments/transfer.ts"
export {
  configuredReads,
  createdEnvironments,
  createPlatform,
  foreignTokens,
  listPlatforms
} from "./platforms/platforms.ts"
export { readConfig } from "./platforms/readConfig.ts"
export { updateConfig } from "./platforms/updateConfig.ts"
export { listReceiptHeads, listReceipts, type ReceiptFilter } from "./receipts/read.ts"
export { type ActivityFilter, listActivity } from "./receipts/readHistory.ts"
export {
  challengeGuardian,
  type GuardianChallenge,
  type GuardianStart,
  guardianStartRecovery
} from "./recovery/byGuardian.ts"
export { operatorStartRecovery } from "./recovery/byOperator.ts"
export { type ChallengedRecovery, startRecovery } from "./recovery/bySavedCode.ts"
export { cancelRecovery, cancelRecoveryByToken, operatorCancelRecovery } from "./recovery/cancel.ts"
export { challengeRecovery } from "./recovery/challenge.ts"
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
export { listRecoveries, readRecovery } from "./recovery/read.ts"
export * from "./sessions/list.ts"
export { type ProvenCall, proveSession } from "./sessions/prove.ts"
export { type RefreshSessionCommand, refreshSession } from "./sessions/refresh.ts"
export {
  type RevokeOtherSessionsCommand,
  type RevokeSessionCommand,
  revokeOtherSessions,
  revokeSession
} from "./sessions/revoke.ts"
export { listSettingsRevisions, readSettings, updateSettings } from "./settings/settings.ts"
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
export { listDeliveries, redriveDelivery } from "./webhooks/deliveries.ts"
export { testWebhook } from "./webhooks/test.ts"
