import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../contract/Api.ts"
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
import { listTransactions, readTransaction } from "./transactions.ts"
import { transferIn, transferOut } from "./transfer.ts"
import { updateAccount } from "./updateAccount.ts"
import { updateConfig } from "./updateConfig.ts"
import { updateCustomer } from "./updateCustomer.ts"
import { updateExternalAccount, updatePlatformAccount } from "./updateExternalAccount.ts"
import { createVerification, listVerifications, readVerification } from "./verifications.ts"
import { verifyCredential } from "./verifyCredential.ts"

/** Every endpoint and who answers it. A missing one does not compile. */
export const handlers = Layer.mergeAll(
  HttpApiBuilder.group(Api, "customers", (group) =>
    group.handleAll({
      exportWallet,
      updateAccount,
      updateCustomer,
      createCustomer,
      deleteCustomer,
      listAccounts,
      listCustomerAccounts,
      listPlatformInternalAccounts,
      listCustomers,
      readAccount,
      readCustomer
    })
  ),
  HttpApiBuilder.group(Api, "verifications", (group) =>
    group.handleAll({
      createVerification,
      listVerifications,
      readVerification,
      createBeneficialOwner,
      listBeneficialOwners,
      readBeneficialOwner,
      updateBeneficialOwner
    })
  ),
  HttpApiBuilder.group(Api, "tokens", (group) => group.handleAll({ createToken, deleteToken, listTokens, readToken })),
  HttpApiBuilder.group(Api, "externalAccounts", (group) =>
    group.handleAll({
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
    })
  ),
  HttpApiBuilder.group(Api, "payments", (group) =>
    group.handleAll({
      createQuote,
      readQuote,
      executeQuote,
      transferIn,
      transferOut,
      listTransactions,
      readTransaction,
      listExchangeRates
    })
  ),
  HttpApiBuilder.group(Api, "sandbox", (group) =>
    group.handleAll({ fundAccount, sendPayment, receivePayment, receiveUmaPayment, readClock, advanceClock })
  ),
  HttpApiBuilder.group(Api, "authentication", (group) =>
    group.handleAll({
      addCredential,
      refreshSession,
      revokeCredential,
      challengeCredential,
      listCredentials,
      listSessions,
      revokeSession,
      verifyCredential
    })
  ),
  HttpApiBuilder.group(Api, "webhooks", (group) =>
    group.handleAll({
      readConfig,
      updateConfig,
      testWebhook,
      testSandboxWebhook,
      readWebhookKeys,
      readWebhookSecret,
      listDeliveries,
      redriveDelivery
    })
  )
)
