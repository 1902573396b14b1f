import { addCredential } from "./authentication/addCredential.ts"
import { challengeCredential } from "./authentication/challengeCredential.ts"
import { listCredentials, listSessions } from "./authentication/readCredentials.ts"
import { refreshSession } from "./authentication/refreshSession.ts"
import { revokeCredential } from "./authentication/revokeCredential.ts"
import { revokeSession } from "./authentication/revokeSession.ts"
import { verifyCredential } from "./authentication/verifyCredential.ts"
import { createCustomer } from "./customers/createCustomer.ts"
import { deleteCustomer } from "./customers/deleteCustomer.ts"
import { exportWallet } from "./customers/exportWallet.ts"
import {
  listAccounts,
  listCustomerAccounts,
  listPlatformInternalAccounts,
  readAccount
} from "./customers/readAccounts.ts"
import { listCustomers, readCustomer } from "./customers/readCustomers.ts"
import { updateAccount } from "./customers/updateAccount.ts"
import { updateCustomer } from "./customers/updateCustomer.ts"
import type { AnyEndpoint } from "./endpoint.ts"
import { createExternalAccount, createPlatformAccount } from "./externalAccounts/createExternalAccount.ts"
import {
  listDiscoveries,
  listExternalAccounts,
  listPlatformAccounts,
  readExternalAccount,
  readPlatformAccount
} from "./externalAccounts/readExternalAccounts.ts"
import { removeExternalAccount, removePlatformAccount } from "./externalAccounts/removeExternalAccount.ts"
import { updateExternalAccount, updatePlatformAccount } from "./externalAccounts/updateExternalAccount.ts"
import { approvePayment, rejectPayment } from "./payments/approvePayment.ts"
import { listExchangeRates } from "./payments/listExchangeRates.ts"
import { createQuote, executeQuote, readQuote } from "./payments/quotes.ts"
import { listTransactions, readTransaction } from "./payments/readTransactions.ts"
import { transferIn, transferOut } from "./payments/transfer.ts"
import { advanceClock, readClock } from "./sandbox/clock.ts"
import { fundAccount, receivePayment, receiveUmaPayment, sendPayment } from "./sandbox/payments.ts"
import { createToken, deleteToken, listTokens, readToken } from "./tokens/tokens.ts"
import {
  createBeneficialOwner,
  listBeneficialOwners,
  readBeneficialOwner,
  updateBeneficialOwner
} from "./verifications/beneficialOwners.ts"
import { createVerification, listVerifications, readVerification } from "./verifications/verifications.ts"
import { readConfig, updateConfig } from "./webhooks/config.ts"
import { listDeliveries, redriveDelivery } from "./webhooks/deliveries.ts"
import { readWebhookKeys, readWebhookSecret } from "./webhooks/keys.ts"
import { testSandboxWebhook, testWebhook } from "./webhooks/testWebhook.ts"

/** Every endpoint, by the group of the document it is in, in the order of the document. `docs/generated/endpoints.md` prints it as a table. */
export const resources = {
  customers: {
    createCustomer,
    listCustomers,
    listCustomerAccounts,
    listPlatformInternalAccounts,
    readCustomer,
    listAccounts,
    readAccount,
    updateCustomer,
    deleteCustomer,
    updateAccount,
    exportWallet
  },
  verifications: {
    createVerification,
    listVerifications,
    readVerification,
    createBeneficialOwner,
    listBeneficialOwners,
    readBeneficialOwner,
    updateBeneficialOwner
  },
  tokens: { createToken, listTokens, readToken, deleteToken },
  externalAccounts: {
    createExternalAccount,
    listExternalAccounts,
    readExternalAccount,
    updateExternalAccount,
    removeExternalAccount,
    createPlatformAccount,
    listPlatformAccounts,
    readPlatformAccount,
    updatePlatformAccount,
    removePlatformAccount,
    listDiscoveries
  },
  payments: {
    createQuote,
    readQuote,
    executeQuote,
    transferIn,
    transferOut,
    listTransactions,
    readTransaction,
    approvePayment,
    rejectPayment,
    listExchangeRates
  },
  sandbox: { fundAccount, sendPayment, receivePayment, receiveUmaPayment, readClock, advanceClock },
  authentication: {
    addCredential,
    listCredentials,
    revokeCredential,
    challengeCredential,
    verifyCredential,
    listSessions,
    refreshSession,
    revokeSession
  },
  webhooks: {
    readConfig,
    updateConfig,
    testWebhook,
    testSandboxWebhook,
    readWebhookKeys,
    readWebhookSecret,
    listDeliveries,
    redriveDelivery
  }
} as const

/** The same as one list, for those who walk over all of them. */
export const endpoints: ReadonlyArray<AnyEndpoint> = Object.values(resources).flatMap((group) =>
  Object.values<AnyEndpoint>(group)
)
