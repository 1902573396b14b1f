// Written by `npm run docs` from the files of the folders beside it.
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

/** All endpoints, by their group in the document. `docs/generated/endpoints.md` is generated from it. */
export const resources = {
  customers: {
    createCustomer,
    listCustomers,
    readCustomer,
    updateCustomer,
    deleteCustomer,
    listCustomerAccounts,
    listAccounts,
    readAccount,
    updateAccount,
    exportWallet,
    listPlatformInternalAccounts
  },
  verifications: {
    createBeneficialOwner,
    listBeneficialOwners,
    readBeneficialOwner,
    updateBeneficialOwner,
    createVerification,
    listVerifications,
    readVerification
  },
  tokens: {
    createToken,
    listTokens,
    readToken,
    deleteToken
  },
  externalAccounts: {
    createExternalAccount,
    listExternalAccounts,
    readExternalAccount,
    updateExternalAccount,
    removeExternalAccount,
    listDiscoveries,
    createPlatformAccount,
    listPlatformAccounts,
    readPlatformAccount,
    updatePlatformAccount,
    removePlatformAccount
  },
  payments: {
    listExchangeRates,
    createQuote,
    readQuote,
    executeQuote,
    listTransactions,
    readTransaction,
    approvePayment,
    rejectPayment,
    transferIn,
    transferOut
  },
  sandbox: {
    readClock,
    advanceClock,
    fundAccount,
    receivePayment,
    sendPayment,
    receiveUmaPayment
  },
  authentication: {
    addCredential,
    listCredentials,
    revokeCredential,
    challengeCredential,
    verifyCredential,
    listSessions,
    revokeSession,
    refreshSession
  },
  webhooks: {
    readConfig,
    updateConfig,
    testSandboxWebhook,
    listDeliveries,
    redriveDelivery,
    readWebhookKeys,
    readWebhookSecret,
    testWebhook
  }
} as const

/** All endpoints as one list. */
export const endpoints: ReadonlyArray<AnyEndpoint> = Object.values(resources).flatMap((group) =>
  Object.values<AnyEndpoint>(group)
)
