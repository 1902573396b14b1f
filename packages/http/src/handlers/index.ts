import type { CurrentEnvironment } from "@countersign/core"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { Api } from "../contract/Api.ts"
import type { ModePorts } from "../contract/Modes.ts"
import type { Ports } from "../Ports.ts"
import { addCredential } from "./addCredential.ts"
import {
  createBeneficialOwner,
  listBeneficialOwners,
  readBeneficialOwner,
  updateBeneficialOwner
} from "./beneficialOwners.ts"
import { challengeCredential } from "./challengeCredential.ts"
import { createCustomer } from "./createCustomer.ts"
import { createExternalAccount, createPlatformAccount } from "./createExternalAccount.ts"
import { deleteCustomer } from "./deleteCustomer.ts"
import { exportWallet } from "./exportWallet.ts"
import type { Handled } from "./handler.ts"
import { listAccounts, listCustomerAccounts } from "./listAccounts.ts"
import { listCredentials } from "./listCredentials.ts"
import { listCustomers } from "./listCustomers.ts"
import { listDeliveries } from "./listDeliveries.ts"
import { listDiscoveries } from "./listDiscoveries.ts"
import { listExchangeRates } from "./listExchangeRates.ts"
import { listExternalAccounts, listPlatformAccounts } from "./listExternalAccounts.ts"
import { listPlatformInternalAccounts } from "./listPlatformInternalAccounts.ts"
import { listSessions } from "./listSessions.ts"
import { createQuote, executeQuote, readQuote } from "./quotes.ts"
import { readAccount } from "./readAccount.ts"
import { readConfig } from "./readConfig.ts"
import { readCustomer } from "./readCustomer.ts"
import { readExternalAccount, readPlatformAccount } from "./readExternalAccount.ts"
import { readWebhookKeys } from "./readWebhookKeys.ts"
import { readWebhookSecret } from "./readWebhookSecret.ts"
import { redriveDelivery } from "./redriveDelivery.ts"
import { refreshSession } from "./refreshSession.ts"
import { removeExternalAccount, removePlatformAccount } from "./removeExternalAccount.ts"
import { revokeCredential } from "./revokeCredential.ts"
import { revokeSession } from "./revokeSession.ts"
import { advanceClock, fundAccount, readClock, receivePayment, receiveUmaPayment, sendPayment } from "./sandbox.ts"
import { testSandboxWebhook, testWebhook } from "./testWebhook.ts"
import { createToken, deleteToken, listTokens, readToken } from "./tokens.ts"
import { approvePayment, listTransactions, readTransaction, rejectPayment } from "./transactions.ts"
import { transferIn, transferOut } from "./transfer.ts"
import { updateAccount } from "./updateAccount.ts"
import { updateConfig } from "./updateConfig.ts"
import { updateCustomer } from "./updateCustomer.ts"
import { updateExternalAccount, updatePlatformAccount } from "./updateExternalAccount.ts"
import { createVerification, listVerifications, readVerification } from "./verifications.ts"
import { verifyCredential } from "./verifyCredential.ts"

type GroupsOf<A> = A extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

/** The name of an endpoint. */
export type Operation = HttpApiGroup.Endpoints<GroupsOf<typeof Api>>["identifier"]

/** What a handler may ask for. */
export type Needs = Ports | ModePorts | CurrentEnvironment

/** Every endpoint and who answers it. A missing one does not compile, nor one that another answers. */
export const handlers: { readonly [O in Operation]: Handled<O, Needs> } = {
  addCredential,
  createBeneficialOwner,
  listBeneficialOwners,
  readBeneficialOwner,
  updateBeneficialOwner,
  challengeCredential,
  createCustomer,
  createExternalAccount,
  createPlatformAccount,
  deleteCustomer,
  exportWallet,
  listAccounts,
  listCustomerAccounts,
  listCredentials,
  listCustomers,
  listDeliveries,
  listDiscoveries,
  listExchangeRates,
  listExternalAccounts,
  listPlatformAccounts,
  listPlatformInternalAccounts,
  listSessions,
  createQuote,
  executeQuote,
  readQuote,
  readAccount,
  readConfig,
  readCustomer,
  readExternalAccount,
  readPlatformAccount,
  readWebhookKeys,
  readWebhookSecret,
  redriveDelivery,
  refreshSession,
  removeExternalAccount,
  removePlatformAccount,
  revokeCredential,
  revokeSession,
  advanceClock,
  fundAccount,
  readClock,
  receivePayment,
  receiveUmaPayment,
  sendPayment,
  testSandboxWebhook,
  testWebhook,
  createToken,
  deleteToken,
  listTokens,
  readToken,
  listTransactions,
  readTransaction,
  approvePayment,
  rejectPayment,
  transferIn,
  transferOut,
  updateAccount,
  updateConfig,
  updateCustomer,
  updateExternalAccount,
  updatePlatformAccount,
  createVerification,
  listVerifications,
  readVerification,
  verifyCredential
}
