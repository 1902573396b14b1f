import { type CallInProcess, resources } from "@countersign/http"
import type { Span } from "./methods/calls.ts"
import type { Endpoints } from "./methods/EnvironmentApi.ts"
import { paged } from "./paged.ts"
import type { Transfer } from "./types.ts"

const { authentication, customers, externalAccounts, payments, receipts, sandbox, tokens, verifications, webhooks } =
  resources

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
  tokens: {
    create: (body, once = {}) => call(tokens.createToken, { body, ...once }),
    read: (id) => call(tokens.readToken, { id }),
    list: (query = {}) => paged(query, (page) => call(tokens.listTokens, { query: page })),
    delete: (id, once = {}) => call(tokens.deleteToken, { id, ...once })
  },
  // Customers and the platform have separate paths. An account is found only under its owner's path.
  externalAccounts: {
    create: (body, once = {}) => call(externalAccounts.createExternalAccount, { body, ...once }),
    read: (id, of = "customer") =>
      of === "customer"
        ? call(externalAccounts.readExternalAccount, { id })
        : call(externalAccounts.readPlatformAccount, { id }),
    list: (query = {}) =>
      paged(query, (page) =>
        page.customerId === undefined
          ? call(externalAccounts.listPlatformAccounts, { query: page })
          : call(externalAccounts.listExternalAccounts, { query: page })
      ),
    update: async (id, body, { of = "customer", ...once } = {}) =>
      of === "customer"
        ? call(externalAccounts.updateExternalAccount, { id, body, ...once })
        : call(externalAccounts.updatePlatformAccount, { id, body, ...once }),
    remove: async (id, { of = "customer", ...once } = {}) =>
      of === "customer"
        ? call(externalAccounts.removeExternalAccount, { id, ...once })
        : call(externalAccounts.removePlatformAccount, { id, ...once })
  },
  discoveries: {
    list: (query = {}) => call(externalAccounts.listDiscoveries, { query }).then(({ data }) => data)
  },
  quotes: {
    create: (body, once = {}) => call(payments.createQuote, { body, ...once }),
    read: (id) => call(payments.readQuote, { id }),
    execute: (id, stamp, once = {}) => call(payments.executeQuote, { id, stamp, ...once })
  },
  transfers: {
    in: (transfer, once = {}) => call(payments.transferIn, { body: endsOf(transfer), ...once }),
    out: (transfer, once = {}) => call(payments.transferOut, { body: endsOf(transfer), ...once })
  },
  transactions: {
    list: (query = {}) => paged(query, (page) => call(payments.listTransactions, { query: page })),
    read: (id) => call(payments.readTransaction, { id }),
    approve: (id, once = {}) => call(payments.approvePayment, { id, ...once }),
    reject: (id, once = {}) => call(payments.rejectPayment, { id, ...once })
  },
  activity: {
    list: (query) => paged(query, (page) => call(receipts.listActivity, { query: page }))
  },
  sandbox: {
    fund: (id, amount, once = {}) => call(sandbox.fundAccount, { id, body: { amount }, ...once }),
    now: () => call(sandbox.readClock, {}).then(({ now }) => now),
    advance: async (by, once = {}) =>
      call(sandbox.advanceClock, { body: { seconds: secondsOf(by) }, ...once }).then(({ now }) => now)
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
    list: (accountId, options = {}) =>
      call(authentication.listSessions, { query: { accountId, ...options } }).then(({ data }) => data),
    refresh: (id, clientPublicKey, opening = {}) =>
      call(authentication.refreshSession, { id, body: { clientPublicKey }, ...opening }),
    revoke: (id, retry = {}) =>
      call(authentication.revokeSession, { id, ...retry }).then((answer) => answer ?? undefined),
    revokeOthers: (accountId, retry = {}) =>
      call(authentication.revokeOtherSessions, { body: { accountId }, ...retry }).then((answer) => answer ?? undefined)
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
  }
})

const endsOf = (transfer: Transfer) => {
  const { from, to, ...more } = { ...transfer }
  return { source: { accountId: from }, destination: { accountId: to }, ...more }
}

const SECONDS = { milli: 0.001, second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }

const secondsOf = (by: Span): number => {
  if (typeof by === "number") return by / 1000
  const [, count, unit] = /^(\d+(?:\.\d+)?) ([a-z]+?)s?$/u.exec(by) ?? []
  const found = Object.entries(SECONDS).find(([name]) => name === unit)
  if (found === undefined)
    throw new TypeError("A duration must be a number of milliseconds, or a text such as `6 minutes`.")
  return Number(count) * found[1]
}
