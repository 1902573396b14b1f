import { type Brought, inProcess, resources } from "@countersign/http"
import { type List, type PageQuery, paged } from "./paged.ts"
import type { Ask } from "./run.ts"
import type * as t from "./types.ts"

/** A call that is made again under the same key answers as it did, and does nothing. */
export interface Once {
  readonly idempotencyKey?: string
}

/** The two headers of a retry as `Headers.get` gives them; neither on the first call. */
export interface Retry extends Once {
  readonly stamp?: string | null
  readonly requestId?: string | null
}

/** How far a time moves: milliseconds, or such as `6 minutes`. */
export type Span = number | `${number} ${Unit}` | `${number} ${Unit}s`
type Unit = keyof typeof SECONDS

/** Whose external accounts. */
export type Owner = "customer" | "platform"

const { authentication, customers, externalAccounts, payments, sandbox, tokens, verifications, webhooks } = resources

/**
 * The endpoints of the HTTP API as promises, for a host that acts on its own behalf: each is answered in this process by
 * the decoders, the handler and the encoders of its endpoint. An operation that needs a signature answers the challenge
 * first, and its own answer to the retry.
 */
export const surface = (ask: Ask) => ({
  customers: {
    create: (body: t.NewCustomer, once: Once = {}): Promise<t.Customer> =>
      ask(inProcess(customers.createCustomer, { body, ...once })),
    read: (id: string): Promise<t.Customer> => ask(inProcess(customers.readCustomer, { id })),
    /** Newest first. */
    list: (query: t.CustomerFilter & PageQuery = {}): List<t.Customer> =>
      paged(query, (page) => ask(inProcess(customers.listCustomers, { query: page }))),
    update: (id: string, body: t.CustomerPatch, retry: Retry = {}): Promise<t.Customer | t.SignedRequestChallenge> =>
      ask(inProcess(customers.updateCustomer, { id, body, ...retry })),
    /** Deletes a customer. A signed retry where a wallet of the customer has a credential. */
    delete: (id: string, retry: Retry = {}): Promise<t.Customer | t.SignedRequestChallenge> =>
      ask(inProcess(customers.deleteCustomer, { id, ...retry }))
  },
  internalAccounts: {
    read: (id: string): Promise<t.InternalAccount> => ask(inProcess(customers.readAccount, { id })),
    /** Newest first. */
    list: (query: t.AccountQuery & PageQuery = {}): List<t.InternalAccount> =>
      paged(query, (page) => ask(inProcess(customers.listAccounts, { query: page }))),
    setPrivacy: (
      id: string,
      privateEnabled: boolean,
      retry: Retry = {}
    ): Promise<t.InternalAccount | t.SignedRequestChallenge> =>
      ask(inProcess(customers.updateAccount, { id, body: { privateEnabled }, ...retry })),
    exportWallet: (
      id: string,
      clientPublicKey: string,
      retry: Retry = {}
    ): Promise<t.ExportedWallet | t.SignedRequestChallenge> =>
      ask(inProcess(customers.exportWallet, { id, body: { clientPublicKey }, ...retry }))
  },
  verifications: {
    /** Has a customer looked at. */
    create: (customerId: string, once: Once = {}): Promise<t.Verification> =>
      ask(inProcess(verifications.createVerification, { body: { customerId }, ...once })),
    read: (id: string): Promise<t.Verification> => ask(inProcess(verifications.readVerification, { id })),
    list: (customerId: string, query: PageQuery = {}): List<t.Verification> =>
      paged(query, (page) => ask(inProcess(verifications.listVerifications, { query: { customerId, ...page } })))
  },
  beneficialOwners: {
    create: (body: t.NewBeneficialOwner, once: Once = {}): Promise<t.BeneficialOwner> =>
      ask(inProcess(verifications.createBeneficialOwner, { body, ...once })),
    read: (id: string): Promise<t.BeneficialOwner> => ask(inProcess(verifications.readBeneficialOwner, { id })),
    list: (customerId: string, query: PageQuery = {}): List<t.BeneficialOwner> =>
      paged(query, (page) => ask(inProcess(verifications.listBeneficialOwners, { query: { customerId, ...page } }))),
    update: (id: string, body: t.BeneficialOwnerPatch, once: Once = {}): Promise<t.BeneficialOwner> =>
      ask(inProcess(verifications.updateBeneficialOwner, { id, body, ...once }))
  },
  tokens: {
    /** Makes an API token. `clientSecret` is in this answer, and in no other. */
    create: (body: t.NewToken, once: Once = {}): Promise<t.CreatedToken> =>
      ask(inProcess(tokens.createToken, { body, ...once })),
    read: (id: string): Promise<t.Token> => ask(inProcess(tokens.readToken, { id })),
    list: (query: PageQuery = {}): List<t.Token> =>
      paged(query, (page) => ask(inProcess(tokens.listTokens, { query: page }))),
    /** Ends it at once, on every node. */
    delete: (id: string, once: Once = {}): Promise<void> => ask(inProcess(tokens.deleteToken, { id, ...once }))
  },
  externalAccounts: {
    /** Of the customer that the body names, or of the platform. */
    create: (body: t.NewExternalAccount, once: Once = {}): Promise<t.ExternalAccount> =>
      ask(inProcess(externalAccounts.createExternalAccount, { body, ...once })),
    read: (id: string, of: Owner = "customer"): Promise<t.ExternalAccount> => ask(owned[of].read({ id })),
    /** Newest first: those of a customer, or of the platform. */
    list: (query: t.ExternalAccountFilter & PageQuery = {}): List<t.ExternalAccount> =>
      paged(query, (page) => ask(owned[page.customerId === undefined ? "platform" : "customer"].list({ query: page }))),
    update: (
      id: string,
      body: t.ExternalAccountPatch,
      { of = "customer", ...once }: Once & { readonly of?: Owner } = {}
    ): Promise<t.ExternalAccount> => ask(owned[of].update({ id, body, ...once })),
    remove: (id: string, { of = "customer", ...once }: Once & { readonly of?: Owner } = {}): Promise<void> =>
      ask(owned[of].remove({ id, ...once }))
  },
  discoveries: {
    /** Banks, and the spelling under which accounts at them are taken. */
    list: (
      query: { readonly country?: string; readonly currency?: string } = {}
    ): Promise<ReadonlyArray<t.Discovery>> =>
      ask(inProcess(externalAccounts.listDiscoveries, { query })).then(({ data }) => data)
  },
  quotes: {
    create: (body: t.NewQuote, once: Once = {}): Promise<t.Quote> =>
      ask(inProcess(payments.createQuote, { body, ...once })),
    read: (id: string): Promise<t.Quote> => ask(inProcess(payments.readQuote, { id })),
    /** From an embedded wallet with the stamp over its payloadToSign. */
    execute: (id: string, stamp?: string, once: Once = {}): Promise<t.Quote> =>
      ask(inProcess(payments.executeQuote, { id, stamp, ...once }))
  },
  transfers: {
    /** From an external account into one of the service. */
    in: (transfer: t.Transfer, once: Once = {}): Promise<t.Transaction> =>
      ask(inProcess(payments.transferIn, { body: endsOf(transfer), ...once })),
    /** From an account of the service to an external one. */
    out: (transfer: t.Transfer, once: Once = {}): Promise<t.Transaction> =>
      ask(inProcess(payments.transferOut, { body: endsOf(transfer), ...once }))
  },
  transactions: {
    /** Newest first, or oldest. */
    list: (query: t.TransactionFilter & PageQuery = {}): List<t.Transaction> =>
      paged(query, (page) => ask(inProcess(payments.listTransactions, { query: page }))),
    read: (id: string): Promise<t.Transaction> => ask(inProcess(payments.readTransaction, { id })),
    /** Approves an incoming payment whose approval call was answered with 202. Fails with `TransactionNotPending` otherwise. */
    approve: (id: string, once: Once = {}): Promise<t.Transaction> =>
      ask(inProcess(payments.approvePayment, { id, ...once })),
    /** Rejects such a payment: it is FAILED, and the money goes back. */
    reject: (id: string, once: Once = {}): Promise<t.Transaction> =>
      ask(inProcess(payments.rejectPayment, { id, ...once }))
  },
  /** What only a sandbox does. */
  sandbox: {
    fund: (id: string, amount: number, once: Once = {}): Promise<t.InternalAccount> =>
      ask(inProcess(sandbox.fundAccount, { id, body: { amount }, ...once })),
    /** The time it is there. */
    now: (): Promise<t.Instant> => ask(inProcess(sandbox.readClock, {})).then(({ now }) => now),
    /** Moves its time on; what comes due on the way has happened when this answers with the time it then is. */
    advance: (by: Span, once: Once = {}): Promise<t.Instant> =>
      ask(inProcess(sandbox.advanceClock, { body: { seconds: secondsOf(by) }, ...once })).then(({ now }) => now)
  },
  credentials: {
    list: (accountId: string): Promise<ReadonlyArray<t.Credential>> =>
      ask(inProcess(authentication.listCredentials, { query: { accountId } })).then(({ data }) => data),
    add: (body: t.NewCredential, retry: Retry = {}): Promise<t.Credential | t.SignedRequestChallenge> =>
      ask(inProcess(authentication.addCredential, { body, ...retry })),
    challenge: (id: string, clientPublicKey?: string, once: Once = {}): Promise<t.Credential | t.PasskeyChallenge> =>
      ask(inProcess(authentication.challengeCredential, { id, body: { clientPublicKey }, ...once })),
    verify: (id: string, body: t.Proof, retry: Retry = {}): Promise<t.Session | t.SignedRequestChallenge> =>
      ask(inProcess(authentication.verifyCredential, { id, body, ...retry })),
    revoke: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      ask(inProcess(authentication.revokeCredential, { id, ...retry })).then((answer) => answer ?? undefined)
  },
  sessions: {
    list: (accountId: string): Promise<ReadonlyArray<t.Session>> =>
      ask(inProcess(authentication.listSessions, { query: { accountId } })).then(({ data }) => data),
    refresh: (id: string, clientPublicKey: string, retry: Retry = {}): Promise<t.Session | t.SignedRequestChallenge> =>
      ask(inProcess(authentication.refreshSession, { id, body: { clientPublicKey }, ...retry })),
    revoke: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      ask(inProcess(authentication.revokeSession, { id, ...retry })).then((answer) => answer ?? undefined)
  },
  config: {
    read: (): Promise<t.PlatformConfig> => ask(inProcess(webhooks.readConfig, {})),
    update: (body: t.ConfigPatch, once: Once = {}): Promise<t.PlatformConfig> =>
      ask(inProcess(webhooks.updateConfig, { body, ...once }))
  },
  webhooks: {
    /** Events and whether they were delivered, newest first. */
    deliveries: (query: t.DeliveryFilter & PageQuery = {}): List<t.WebhookDelivery> =>
      paged(query, (page) => ask(inProcess(webhooks.listDeliveries, { query: page }))),
    /** Sends an event again at once, also one that was delivered or given up. */
    redrive: (id: string, once: Once = {}): Promise<t.WebhookDelivery> =>
      ask(inProcess(webhooks.redriveDelivery, { id, ...once })),
    /** Sends a TEST while you wait; to the endpoint of the config where no address is named. */
    test: (url?: string, once: Once = {}): Promise<t.WebhookTest> =>
      ask(inProcess(webhooks.testWebhook, { body: { url }, ...once })),
    /** What receivers verify with. */
    keys: (): Promise<{ readonly data: ReadonlyArray<t.WebhookKey> }> => ask(inProcess(webhooks.readWebhookKeys, {})),
    /** What receivers verify the symmetric `v1` signature with. Whoever has it can forge one. */
    secret: (): Promise<{ readonly secret: string }> => ask(inProcess(webhooks.readWebhookSecret, {}))
  }
})

/** External accounts have two paths, and an account is found under that of its owner alone. */
const owned = {
  customer: {
    read: (call: Brought) => inProcess(externalAccounts.readExternalAccount, call),
    list: (call: Brought) => inProcess(externalAccounts.listExternalAccounts, call),
    update: (call: Brought) => inProcess(externalAccounts.updateExternalAccount, call),
    remove: (call: Brought) => inProcess(externalAccounts.removeExternalAccount, call)
  },
  platform: {
    read: (call: Brought) => inProcess(externalAccounts.readPlatformAccount, call),
    list: (call: Brought) => inProcess(externalAccounts.listPlatformAccounts, call),
    update: (call: Brought) => inProcess(externalAccounts.updatePlatformAccount, call),
    remove: (call: Brought) => inProcess(externalAccounts.removePlatformAccount, call)
  }
}

const endsOf = ({ from, to, ...more }: t.Transfer) => ({
  source: { accountId: from },
  destination: { accountId: to },
  ...more
})

const SECONDS = { milli: 0.001, second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }

const secondsOf = (by: Span): number => {
  if (typeof by === "number") return by / 1000
  const [, count, unit] = /^(\d+(?:\.\d+)?) ([a-z]+?)s?$/u.exec(by) ?? []
  const found = Object.entries(SECONDS).find(([name]) => name === unit)
  if (found === undefined) throw new TypeError("A time moves by milliseconds, or by such as `6 minutes`.")
  return Number(count) * found[1]
}
