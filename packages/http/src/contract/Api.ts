import { HttpApi, type HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "./Authentication.ts"
import { addCredential } from "./endpoints/addCredential.ts"
import { approvePayment, rejectPayment } from "./endpoints/approvePayment.ts"
import {
  createBeneficialOwner,
  listBeneficialOwners,
  readBeneficialOwner,
  updateBeneficialOwner
} from "./endpoints/beneficialOwners.ts"
import { challengeCredential } from "./endpoints/challengeCredential.ts"
import { createCustomer } from "./endpoints/createCustomer.ts"
import { createExternalAccount, createPlatformAccount } from "./endpoints/createExternalAccount.ts"
import { createQuote } from "./endpoints/createQuote.ts"
import { deleteCustomer } from "./endpoints/deleteCustomer.ts"
import { executeQuote } from "./endpoints/executeQuote.ts"
import { exportWallet } from "./endpoints/exportWallet.ts"
import { listAccounts, listCustomerAccounts } from "./endpoints/listAccounts.ts"
import { listCredentials } from "./endpoints/listCredentials.ts"
import { listCustomers } from "./endpoints/listCustomers.ts"
import { listDeliveries } from "./endpoints/listDeliveries.ts"
import { listDiscoveries } from "./endpoints/listDiscoveries.ts"
import { listExchangeRates } from "./endpoints/listExchangeRates.ts"
import { listExternalAccounts, listPlatformAccounts } from "./endpoints/listExternalAccounts.ts"
import { listPlatformInternalAccounts } from "./endpoints/listPlatformInternalAccounts.ts"
import { listSessions } from "./endpoints/listSessions.ts"
import { listTransactions } from "./endpoints/listTransactions.ts"
import { readAccount } from "./endpoints/readAccount.ts"
import { readConfig } from "./endpoints/readConfig.ts"
import { readCustomer } from "./endpoints/readCustomer.ts"
import { readExternalAccount, readPlatformAccount } from "./endpoints/readExternalAccount.ts"
import { readQuote } from "./endpoints/readQuote.ts"
import { readTransaction } from "./endpoints/readTransaction.ts"
import { readWebhookKeys } from "./endpoints/readWebhookKeys.ts"
import { readWebhookSecret } from "./endpoints/readWebhookSecret.ts"
import { redriveDelivery } from "./endpoints/redriveDelivery.ts"
import { refreshSession } from "./endpoints/refreshSession.ts"
import { removeExternalAccount, removePlatformAccount } from "./endpoints/removeExternalAccount.ts"
import { revokeCredential } from "./endpoints/revokeCredential.ts"
import { revokeSession } from "./endpoints/revokeSession.ts"
import {
  advanceClock,
  fundAccount,
  readClock,
  receivePayment,
  receiveUmaPayment,
  sendPayment
} from "./endpoints/sandbox.ts"
import { testSandboxWebhook, testWebhook } from "./endpoints/testWebhook.ts"
import { createToken, deleteToken, listTokens, readToken } from "./endpoints/tokens.ts"
import { transferIn, transferOut } from "./endpoints/transfer.ts"
import { updateAccount } from "./endpoints/updateAccount.ts"
import { updateConfig } from "./endpoints/updateConfig.ts"
import { updateCustomer } from "./endpoints/updateCustomer.ts"
import { updateExternalAccount, updatePlatformAccount } from "./endpoints/updateExternalAccount.ts"
import { createVerification, listVerifications, readVerification } from "./endpoints/verifications.ts"
import { verifyCredential } from "./endpoints/verifyCredential.ts"
import { InputValidation } from "./InputValidation.ts"
import { PARSE, PARSE_PAYLOAD } from "./parse.ts"

const customers = HttpApiGroup.make("customers").add(
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
)

const verifications = HttpApiGroup.make("verifications").add(
  createVerification,
  listVerifications,
  readVerification,
  createBeneficialOwner,
  listBeneficialOwners,
  readBeneficialOwner,
  updateBeneficialOwner
)

const tokens = HttpApiGroup.make("tokens").add(createToken, listTokens, readToken, deleteToken)

const externalAccounts = HttpApiGroup.make("externalAccounts").add(
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
)

const payments = HttpApiGroup.make("payments").add(
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
)

const sandbox = HttpApiGroup.make("sandbox").add(
  fundAccount,
  sendPayment,
  receivePayment,
  receiveUmaPayment,
  readClock,
  advanceClock
)

const authentication = HttpApiGroup.make("authentication").add(
  addCredential,
  listCredentials,
  revokeCredential,
  challengeCredential,
  verifyCredential,
  listSessions,
  refreshSession,
  revokeSession
)

const webhooks = HttpApiGroup.make("webhooks").add(
  readConfig,
  updateConfig,
  testWebhook,
  testSandboxWebhook,
  readWebhookKeys,
  readWebhookSecret,
  listDeliveries,
  redriveDelivery
)

/** The contract: server, document and typed clients all come from this value. */
export const Api = HttpApi.make("countersign")
  .add(customers, verifications, tokens, externalAccounts, payments, sandbox, authentication, webhooks)
  .middleware(InputValidation)
  .middleware(Authentication)
  .annotate(HttpApi.ParseOptions, PARSE)
  .annotate(HttpApi.PayloadParseOptions, PARSE_PAYLOAD)
  .annotate(OpenApi.Title, "Countersign")
  .annotate(OpenApi.Version, "2025-10-13")
  .annotate(OpenApi.Description, "Embedded-wallet authentication: credentials, sessions and signed retries.")

/** Every endpoint of the contract, for those who walk over all of them. */
export const contractEndpoints = (): ReadonlyArray<HttpApiEndpoint.Top> => {
  const endpoints: Array<HttpApiEndpoint.Top> = []
  HttpApi.reflect(Api, { onGroup: () => {}, onEndpoint: ({ endpoint }) => void endpoints.push(endpoint) })
  return endpoints
}
