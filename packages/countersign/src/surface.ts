// Printed from the contract: npm run docs

import { type CallInProcess, resources } from "@countersign/http"
import type { Endpoints } from "./methods/CountersignApi.ts"
import { paged } from "./paged.ts"

/** Runs the decoders, the handler and the encoders of each endpoint in this process. */
export const surface = (call: CallInProcess): Endpoints => ({
  customers: {
    create: (body, once = {}) => call(customers.createCustomer, { body, ...once }),
    read: (id) => call(customers.readCustomer, { id }),
    list: (query = {}) => paged(query, (page) => call(customers.listCustomers, { query: page })),
    update: (id, body, retry = {}) => call(customers.updateCustomer, { id, body, ...retry }),
    delete: (id, retry = {}) => call(customers.deleteCustomer, { id, ...retry }),
    challengeEmail: (id, once = {}) => call(customers.challengeEmail, { id, ...once }),
    proveEmail: (id, encryptedOtpBundle, once = {}) =>
      call(customers.proveEmail, { id, body: { encryptedOtpBundle }, ...once }),
    undoEmail: (id, undoToken, once = {}) => call(customers.undoEmail, { id, body: { undoToken }, ...once })
  },
  internalAccounts: {
    read: (id) => call(customers.readAccount, { id }),
    list: (query = {}) => paged(query, (page) => call(customers.listAccounts, { query: page })),
    setPrivacy: (id, privateEnabled, retry = {}) =>
      call(customers.updateAccount, { id, body: { privateEnabled }, ...retry }),
    exportWallet: (id, clientPublicKey, retry = {}) =>
      call(customers.exportWallet, { id, body: { clientPublicKey }, ...retry })
  },
  verifications: {
    create: (customerId, once = {}) => call(verifications.createVerification, { body: { customerId }, ...once }),
    read: (id) => call(verifications.readVerification, { id }),
    list: (customerId, query = {}) =>
      paged(query, (page) => call(verifications.listVerifications, { query: { customerId, ...page } }))
  },
  beneficialOwners: {
    create: (body, once = {}) => call(verifications.createBeneficialOwner, { body, ...once }),
    read: (id) => call(verifications.readBeneficialOwner, { id }),
    list: (customerId, query = {}) =>
      paged(query, (page) => call(verifications.listBeneficialOwners, { query: { customerId, ...page } })),
    update: (id, body, once = {}) => call(verifications.updateBeneficialOwner, { id, body, ...once })
  },
  discoveries: {
    list: (query = {}) => call(externalAccounts.listDiscoveries, { query }).then(({ data }) => data)
  },
  quotes: {
    create: (body, once = {}) => call(payments.createQuote, { body, ...once }),
    read: (id) => call(payments.readQuote, { id }),
    execute: (id, stamp, once = {}) => call(payments.executeQuote, { id, stamp, ...once })
  },
  transactions: {
    list: (query = {}) => paged(query, (page) => call(payments.listTransactions, { query: page })),
    read: (id) => call(payments.readTransaction, { id }),
    approve: (id, once = {}) => call(payments.approvePayment, { id, ...once }),
    reject: (id, reason, once = {}) => call(payments.rejectPayment, { id, body: { reason }, ...once }),
    report: (id, body, once = {}) => call(payments.reportPayment, { id, body, ...once })
  },
  deposits: {
    report: (body, once = {}) => call(payments.reportDeposit, { body, ...once })
  },
  activity: {
    list: (query) => paged(query, (page) => call(receipts.listActivity, { query: page }))
  },
  credentials: {
    list: (accountId) => call(authentication.listCredentials, { query: { accountId } }).then(({ data }) => data),
    add: (body, retry = {}) => call(authentication.addCredential, { body, ...retry }),
    challenge: (id, clientPublicKey, once = {}) =>
      call(authentication.challengeCredential, { id, body: { clientPublicKey }, ...once }),
    verify: (id, body, opening = {}) => call(authentication.verifyCredential, { id, body, ...opening }),
    confirm: (id, retry = {}) => call(authentication.confirmCredential, { id, ...retry }),
    rename: (id, nickname, retry = {}) => call(authentication.renameCredential, { id, body: { nickname }, ...retry }),
    revoke: (id, retry = {}) =>
      call(authentication.revokeCredential, { id, ...retry }).then((answer) => answer ?? undefined),
    keys: () => call(authentication.readVerificationKeys, {})
  },
  sessions: {
    list: (accountId, query = {}) =>
      call(authentication.listSessions, { query: { accountId, ...query } }).then(({ data }) => data),
    refresh: (id, clientPublicKey, opening = {}) =>
      call(authentication.refreshSession, { id, body: { clientPublicKey }, ...opening }),
    revoke: (id, retry = {}) =>
      call(authentication.revokeSession, { id, ...retry }).then((answer) => answer ?? undefined),
    revokeOthers: (accountId, retry = {}) =>
      call(authentication.revokeOtherSessions, { body: { accountId }, ...retry }).then((answer) => answer ?? undefined)
  },
  recoveries: {
    createCodes: (accountId, clientPublicKey, retry = {}) =>
      call(recovery.createRecoveryCodes, { body: { accountId, clientPublicKey }, ...retry }),
    codesLeft: (accountId) => call(recovery.readRecoveryCodes, { query: { accountId } }).then(({ left }) => left),
    start: (accountId, once = {}) =>
      call(recovery.startRecovery, { body: { accountId, method: "SAVED_CODE" }, ...once }),
    list: (accountId) => call(recovery.listRecoveries, { query: { accountId } }).then(({ data }) => data),
    read: (id) => call(recovery.readRecovery, { id }),
    challenge: (id, once = {}) => call(recovery.challengeRecovery, { id, ...once }),
    complete: (id, body, retry = {}) => call(recovery.completeRecovery, { id, body, ...retry }),
    cancel: (id, retry = {}) => call(recovery.cancelRecovery, { id, ...retry }).then((answer) => answer ?? undefined),
    cancelByToken: (id, cancelToken, once = {}) =>
      call(recovery.cancelRecoveryByToken, { id, body: { cancelToken }, ...once })
  },
  guardians: {
    add: (body, retry = {}) => call(recovery.addGuardian, { body, ...retry }),
    list: (accountId) => call(recovery.listGuardians, { query: { accountId } }).then(({ data }) => data),
    remove: (id, retry = {}) => call(recovery.removeGuardian, { id, ...retry }).then((answer) => answer ?? undefined),
    challenge: (id, once = {}) => call(recovery.challengeGuardian, { id, ...once }),
    startRecovery: (id, body, once = {}) => call(recovery.guardianStartRecovery, { id, body, ...once })
  },
  tokens: {
    create: (body, once = {}) => call(tokens.createToken, { body, ...once }),
    read: (id) => call(tokens.readToken, { id }),
    list: (query = {}) => paged(query, (page) => call(tokens.listTokens, { query: page })),
    delete: (id, once = {}) => call(tokens.deleteToken, { id, ...once })
  },
  config: {
    read: () => call(webhooks.readConfig, {}),
    update: (body, once = {}) => call(webhooks.updateConfig, { body, ...once })
  },
  webhooks: {
    deliveries: (query = {}) => paged(query, (page) => call(webhooks.listDeliveries, { query: page })),
    redrive: (id, once = {}) => call(webhooks.redriveDelivery, { id, ...once }),
    test: (url, once = {}) => call(webhooks.testWebhook, { body: { url }, ...once }),
    keys: () => call(webhooks.readWebhookKeys, {}),
    secret: () => call(webhooks.readWebhookSecret, {})
  },
  settings: {
    read: () => call(settings.readSettings, {}),
    update: (body, once = {}) => call(settings.updateSettings, { body, ...once }),
    revisions: (query = {}) => paged(query, (page) => call(settings.listSettingsRevisions, { query: page }))
  },
  platforms: {
    create: (body, once = {}) => call(platforms.createPlatform, { body, ...once }),
    list: (query = {}) => paged(query, (page) => call(platforms.listPlatforms, { query: page }))
  },
  operators: {
    endSessions: (id, body, once = {}) => call(operators.operatorEndSessions, { id, body, ...once }),
    suspendAccount: (id, body, once = {}) => call(operators.operatorSuspendAccount, { id, body, ...once }),
    resumeAccount: (id, body, once = {}) => call(operators.operatorResumeAccount, { id, body, ...once }),
    suspendCredential: (id, body, once = {}) => call(operators.operatorSuspendCredential, { id, body, ...once }),
    resumeCredential: (id, body, once = {}) => call(operators.operatorResumeCredential, { id, body, ...once }),
    unlockCredential: (id, body, once = {}) => call(operators.operatorUnlockCredential, { id, body, ...once }),
    startRecovery: (id, body, once = {}) => call(operators.operatorStartRecovery, { id, body, ...once }),
    cancelRecovery: (id, body, once = {}) => call(operators.operatorCancelRecovery, { id, body, ...once })
  },
  sandbox: {
    fund: (id, amount, once = {}) => call(sandbox.fundAccount, { id, body: { amount }, ...once }),
    now: () => call(sandbox.readClock, {}).then(({ now }) => now)
  }
})

const {
  authentication,
  customers,
  externalAccounts,
  operators,
  payments,
  platforms,
  receipts,
  recovery,
  sandbox,
  settings,
  tokens,
  verifications,
  webhooks
} = resources
