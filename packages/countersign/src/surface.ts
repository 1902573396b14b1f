import { type CallInProcess, resources } from "@countersign/http"
import { type List, type PageQuery, paged } from "./paged.ts"
import type * as t from "./types.ts"

/** A call repeated with the same `idempotencyKey` returns the stored answer of the first and has no further effect. */
export interface Once {
  readonly idempotencyKey?: string
}

/** The two headers of a signed retry, as `Headers.get` returns them. Omit both on the first call. */
export interface Retry extends Once {
  readonly stamp?: string | null
  readonly requestId?: string | null
}

/**
 * The device of the end user, as `Headers.get` returns it, for a call that opens a session. Stored if the policy
 * `sessionClientRetention` is not 0.
 */
export interface Opening extends Retry {
  /** 1 to 1,024 characters. */
  readonly userAgent?: string | null
  /** 1 to 64 characters. */
  readonly address?: string | null
}

/** A duration: milliseconds, or a text such as `6 minutes`. */
export type Span = number | `${number} ${Unit}` | `${number} ${Unit}s`
type Unit = keyof typeof SECONDS

/** The owner of an external account. */
export type Owner = "customer" | "platform"

const { authentication, customers, externalAccounts, payments, receipts, sandbox, verifications } = resources

/**
 * The endpoints of the HTTP API as promises, for a host that acts on its own behalf. Each call runs the decoders, the
 * handler and the encoders of its endpoint in this process, and rejects with `CountersignRefusal` when the endpoint
 * refuses it. Operations that need a signature resolve to a `SignedRequestChallenge` on the first call, and to their
 * result on the signed retry.
 */
export const surface = (call: CallInProcess) => ({
  customers: {
    /**
     * Creates a customer with an embedded wallet and, when it has an e-mail address, the wallet's EMAIL_OTP credential.
     * Rejects with `CONFLICT` (409) when its `platformCustomerId` or `umaAddress` is in use.
     */
    create: (body: t.NewCustomer, once: Once = {}): Promise<t.Customer> =>
      call(customers.createCustomer, { body, ...once }),
    /** Returns a customer. Rejects with `USER_NOT_FOUND` (404). */
    read: (id: string): Promise<t.Customer> => call(customers.readCustomer, { id }),
    /** Newest first, up to 100 per page. A filter can leave a page with fewer items than its limit. */
    list: (query: t.CustomerFilter & PageQuery = {}): List<t.Customer> =>
      paged(query, (page) => call(customers.listCustomers, { query: page })),
    /**
     * Updates the given fields. When a wallet of the customer has a credential, a new e-mail address requires a signed
     * retry, and is pending until `proveEmail`.
     */
    update: (id: string, body: t.CustomerPatch, retry: Retry = {}): Promise<t.Customer | t.SignedRequestChallenge> =>
      call(customers.updateCustomer, { id, body, ...retry }),
    /**
     * Deletes a customer and returns it. Requires a signed retry when a wallet of the customer has a credential.
     * Rejects with `USER_NOT_FOUND` (404), `CUSTOMER_DELETED` (410), or `CONFLICT` (409) while the customer has a
     * balance or a pending payment.
     */
    delete: (id: string, retry: Retry = {}): Promise<t.Customer | t.SignedRequestChallenge> =>
      call(customers.deleteCustomer, { id, ...retry })
  },
  internalAccounts: {
    /** Returns an internal account. Rejects with `REFERENCE_NOT_FOUND` (404). */
    read: (id: string): Promise<t.InternalAccount> => call(customers.readAccount, { id }),
    /** Newest first, up to 100 per page. */
    list: (query: t.AccountQuery & PageQuery = {}): List<t.InternalAccount> =>
      paged(query, (page) => call(customers.listAccounts, { query: page })),
    /** Changes the privacy of a wallet. Requires a signed retry. */
    setPrivacy: (
      id: string,
      privateEnabled: boolean,
      retry: Retry = {}
    ): Promise<t.InternalAccount | t.SignedRequestChallenge> =>
      call(customers.updateAccount, { id, body: { privateEnabled }, ...retry }),
    /**
     * Returns the mnemonic of a wallet, encrypted to `clientPublicKey`, a P-256 public key in hex. Requires a signed
     * retry.
     */
    exportWallet: (
      id: string,
      clientPublicKey: string,
      retry: Retry = {}
    ): Promise<t.ExportedWallet | t.SignedRequestChallenge> =>
      call(customers.exportWallet, { id, body: { clientPublicKey }, ...retry })
  },
  verifications: {
    /** Starts the verification of a customer. Rejects with `USER_NOT_FOUND` (404). */
    create: (customerId: string, once: Once = {}): Promise<t.Verification> =>
      call(verifications.createVerification, { body: { customerId }, ...once }),
    /** Returns a verification. Rejects with `REFERENCE_NOT_FOUND` (404). */
    read: (id: string): Promise<t.Verification> => call(verifications.readVerification, { id }),
    /** Newest first, up to 100 per page. */
    list: (customerId: string, query: PageQuery = {}): List<t.Verification> =>
      paged(query, (page) => call(verifications.listVerifications, { query: { customerId, ...page } }))
  },
  beneficialOwners: {
    /** Adds a beneficial owner to a business. */
    create: (body: t.NewBeneficialOwner, once: Once = {}): Promise<t.BeneficialOwner> =>
      call(verifications.createBeneficialOwner, { body, ...once }),
    /** Returns a beneficial owner. Rejects with `REFERENCE_NOT_FOUND` (404). */
    read: (id: string): Promise<t.BeneficialOwner> => call(verifications.readBeneficialOwner, { id }),
    /** Newest first, up to 100 per page. */
    list: (customerId: string, query: PageQuery = {}): List<t.BeneficialOwner> =>
      paged(query, (page) => call(verifications.listBeneficialOwners, { query: { customerId, ...page } })),
    /**
     * Updates the given fields and verifies the owner again when they change the person. Rejects with
     * `REFERENCE_NOT_FOUND` (404).
     */
    update: (id: string, body: t.BeneficialOwnerPatch, once: Once = {}): Promise<t.BeneficialOwner> =>
      call(verifications.updateBeneficialOwner, { id, body, ...once })
  },
  // Customers and the platform have separate paths. An account is found only under its owner's path.
  externalAccounts: {
    /**
     * Creates an account of the customer in the body, or of the platform when absent. Rejects with
     * `INVALID_INPUT` (400), listing every invalid field, or with `CONFLICT` (409) when its `platformAccountId` is in
     * use.
     */
    create: (body: t.NewExternalAccount, once: Once = {}): Promise<t.ExternalAccount> =>
      call(externalAccounts.createExternalAccount, { body, ...once }),
    /** Returns an external account. Rejects with `REFERENCE_NOT_FOUND` (404), also when it belongs to the other owner. */
    read: (id: string, of: Owner = "customer"): Promise<t.ExternalAccount> =>
      of === "customer"
        ? call(externalAccounts.readExternalAccount, { id })
        : call(externalAccounts.readPlatformAccount, { id }),
    /** Newest first, up to 100 per page: the accounts of `customerId`, or of the platform when it is absent. */
    list: (query: t.ExternalAccountFilter & PageQuery = {}): List<t.ExternalAccount> =>
      paged(query, (page) =>
        page.customerId === undefined
          ? call(externalAccounts.listPlatformAccounts, { query: page })
          : call(externalAccounts.listExternalAccounts, { query: page })
      ),
    /** Updates the given fields. Rejects with `REFERENCE_NOT_FOUND` (404). */
    update: (
      id: string,
      body: t.ExternalAccountPatch,
      { of = "customer", ...once }: Once & { readonly of?: Owner } = {}
    ): Promise<t.ExternalAccount> =>
      of === "customer"
        ? call(externalAccounts.updateExternalAccount, { id, body, ...once })
        : call(externalAccounts.updatePlatformAccount, { id, body, ...once }),
    /** Removes an external account. Rejects with `CONFLICT` (409) while a payment of the account is pending. */
    remove: (id: string, { of = "customer", ...once }: Once & { readonly of?: Owner } = {}): Promise<void> =>
      of === "customer"
        ? call(externalAccounts.removeExternalAccount, { id, ...once })
        : call(externalAccounts.removePlatformAccount, { id, ...once })
  },
  discoveries: {
    /**
     * Returns the banks that accept payouts. Accounts in some countries require a `bankName` exactly as listed here.
     */
    list: (
      query: { readonly country?: string; readonly currency?: string } = {}
    ): Promise<ReadonlyArray<t.Discovery>> => call(externalAccounts.listDiscoveries, { query }).then(({ data }) => data)
  },
  quotes: {
    /** Offers the terms of a payment. Amounts are in the smallest unit of their currency. */
    create: (body: t.NewQuote, once: Once = {}): Promise<t.Quote> => call(payments.createQuote, { body, ...once }),
    /** Returns a quote and the state of its payment. Rejects with `QUOTE_NOT_FOUND` (404). */
    read: (id: string): Promise<t.Quote> => call(payments.readQuote, { id }),
    /**
     * Executes a quote. A quote from an embedded wallet requires `stamp`, the signature over its `payloadToSign`.
     * Rejects with `QUOTE_NOT_FOUND` (404), `QUOTE_EXPIRED` (409), or `CONFLICT` (409) when it was already executed or
     * its source or destination has changed.
     */
    execute: (id: string, stamp?: string, once: Once = {}): Promise<t.Quote> =>
      call(payments.executeQuote, { id, stamp, ...once })
  },
  transfers: {
    /** Transfers money from an external account to an internal one. */
    in: (transfer: t.Transfer, once: Once = {}): Promise<t.Transaction> =>
      call(payments.transferIn, { body: endsOf(transfer), ...once }),
    /** Transfers money from an internal account to an external one, in the same currency. */
    out: (transfer: t.Transfer, once: Once = {}): Promise<t.Transaction> =>
      call(payments.transferOut, { body: endsOf(transfer), ...once })
  },
  transactions: {
    /** Newest first, or oldest first with `sortOrder: "asc"`. Up to 100 per page. */
    list: (query: t.TransactionFilter & PageQuery = {}): List<t.Transaction> =>
      paged(query, (page) => call(payments.listTransactions, { query: page })),
    /** Returns a payment. Rejects with `TRANSACTION_NOT_FOUND` (404). */
    read: (id: string): Promise<t.Transaction> => call(payments.readTransaction, { id }),
    /**
     * Approves an incoming payment whose approval call was answered with 202. Rejects with
     * `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL` (409) when the payment does not wait for a decision.
     */
    approve: (id: string, once: Once = {}): Promise<t.Transaction> => call(payments.approvePayment, { id, ...once }),
    /**
     * Rejects an incoming payment that waits for approval: it becomes FAILED, and the money is returned. Same errors as
     * `approve`.
     */
    reject: (id: string, once: Once = {}): Promise<t.Transaction> => call(payments.rejectPayment, { id, ...once })
  },
  activity: {
    /** Returns the history of an account, newest first, up to 100 per page. A filter can leave a page short. */
    list: (query: t.ActivityQuery & PageQuery): List<t.Activity> =>
      paged(query, (page) => call(receipts.listActivity, { query: page }))
  },
  /** Operations of sandbox environments only. */
  sandbox: {
    /** Adds `amount`, in the smallest unit of the account's currency, to an account and returns it. */
    fund: (id: string, amount: number, once: Once = {}): Promise<t.InternalAccount> =>
      call(sandbox.fundAccount, { id, body: { amount }, ...once }),
    /** Returns the current time of the sandbox. */
    now: (): Promise<t.Instant> => call(sandbox.readClock, {}).then(({ now }) => now),
    /**
     * Advances the sandbox clock and returns its new time. Everything that became due has been processed when the
     * promise resolves. Rejects with `INVALID_INPUT` (400) more than ten years ahead of the system clock.
     */
    advance: (by: Span, once: Once = {}): Promise<t.Instant> =>
      call(sandbox.advanceClock, { body: { seconds: secondsOf(by) }, ...once }).then(({ now }) => now)
  },
  credentials: {
    /** Returns all credentials of an account. */
    list: (accountId: string): Promise<ReadonlyArray<t.Credential>> =>
      call(authentication.listCredentials, { query: { accountId } }).then(({ data }) => data),
    /** Adds a credential. Requires a signed retry, except for the first credential of an account. */
    add: (body: t.NewCredential, retry: Retry = {}): Promise<t.Credential | t.SignedRequestChallenge> =>
      call(authentication.addCredential, { body, ...retry }),
    /**
     * Starts a login. EMAIL_OTP: mails a code and returns the credential with its `otpEncryptionTargetBundle`. PASSKEY:
     * returns the challenge to assert; requires `clientPublicKey`, a P-256 public key in hex.
     */
    challenge: (id: string, clientPublicKey?: string, once: Once = {}): Promise<t.Credential | t.PasskeyChallenge> =>
      call(authentication.challengeCredential, { id, body: { clientPublicKey }, ...once }),
    /**
     * Completes a login and opens a session. EMAIL_OTP requires a signed retry; PASSKEY requires the `requestId` of its
     * challenge; OAUTH requires neither.
     */
    verify: (id: string, body: t.Proof, opening: Opening = {}): Promise<t.Session | t.SignedRequestChallenge> =>
      call(authentication.verifyCredential, { id, body, ...opening }),
    /** Renames a PASSKEY. Requires a signed retry. Rejects with `INVALID_INPUT` (400) for other types. */
    rename: (id: string, nickname: string, retry: Retry = {}): Promise<t.Credential | t.SignedRequestChallenge> =>
      call(authentication.renameCredential, { id, body: { nickname }, ...retry }),
    /**
     * Removes a credential and ends its sessions. Requires a signed retry by a session of another credential, which
     * resolves to undefined. Rejects with `INVALID_INPUT` (400) for the last credential of an account.
     */
    revoke: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      call(authentication.revokeCredential, { id, ...retry }).then((answer) => answer ?? undefined)
  },
  sessions: {
    /** Returns the active sessions of an account. With `currentSessionId`, each is marked as the current one or not. */
    list: (
      accountId: string,
      options: { readonly currentSessionId?: string } = {}
    ): Promise<ReadonlyArray<t.Session>> =>
      call(authentication.listSessions, { query: { accountId, ...options } }).then(({ data }) => data),
    /** Opens a new session. Requires a signed retry by the session's own key. `clientPublicKey`: P-256, in hex. */
    refresh: (
      id: string,
      clientPublicKey: string,
      opening: Opening = {}
    ): Promise<t.Session | t.SignedRequestChallenge> =>
      call(authentication.refreshSession, { id, body: { clientPublicKey }, ...opening }),
    /** Ends a session. Requires a signed retry by any active session of the account, which resolves to undefined. */
    revoke: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      call(authentication.revokeSession, { id, ...retry }).then((answer) => answer ?? undefined),
    /** Ends all sessions but the one that signs. Rejects with `REFERENCE_NOT_FOUND` (404) if none is active. */
    revokeOthers: (accountId: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      call(authentication.revokeOtherSessions, { body: { accountId }, ...retry }).then((answer) => answer ?? undefined)
  }
})

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
  if (found === undefined)
    throw new TypeError("A duration must be a number of milliseconds, or a text such as `6 minutes`.")
  return Number(count) * found[1]
}
