import { type AnyEndpoint, resources } from "@countersign/http"

const { authentication, customers, externalAccounts, operators, payments, platforms, receipts, recovery } = resources
const { sandbox, settings, tokens, verifications, webhooks } = resources

/** A method whose arguments or result have another form than its endpoint's. */
export interface Method {
  readonly endpoint: AnyEndpoint
  /** Fields of the query that are arguments of their own. Default: the required ones of a query without a name. */
  readonly arguments?: ReadonlyArray<string>
  /** Fields of the query that another method is for. */
  readonly hidden?: ReadonlyArray<string>
  /** The types of arguments that the endpoint accepts in any form. */
  readonly types?: Readonly<Record<string, string>>
  /** The type of a body that is one argument. Default: a body with a name is one; of any other, each field is one. */
  readonly body?: string
  /** The field of the answer that the method resolves to. Default: the list of an answer without a name. */
  readonly answer?: string
}

/** The methods of a resource of the promise API. Its interface is in the file `file` of `methods`. */
export interface Group {
  readonly file: string
  readonly about: string
  /** The interface of its methods that are written by hand. */
  readonly byHand?: string
  readonly methods: Readonly<Record<string, AnyEndpoint | Method>>
}

/** The methods of the promise API, by the names that hosts use. Endpoints that are not here are only called over HTTP. */
export const GROUPS: Readonly<Record<string, Group>> = {
  customers: {
    file: "customers",
    about: "Customers of the platform, each with an embedded wallet.",
    byHand: "CustomersOfHost",
    methods: {
      create: customers.createCustomer,
      read: customers.readCustomer,
      list: customers.listCustomers,
      update: customers.updateCustomer,
      delete: customers.deleteCustomer,
      challengeEmail: customers.challengeEmail,
      proveEmail: customers.proveEmail,
      undoEmail: customers.undoEmail
    }
  },
  internalAccounts: {
    file: "customers",
    about: "The accounts that customers hold here: embedded wallets and fiat accounts.",
    methods: {
      read: customers.readAccount,
      list: customers.listAccounts,
      setPrivacy: customers.updateAccount,
      exportWallet: customers.exportWallet
    }
  },
  verifications: {
    file: "customers",
    about: "Verifications of customers (KYC and KYB).",
    methods: {
      create: verifications.createVerification,
      read: verifications.readVerification,
      list: { endpoint: verifications.listVerifications, arguments: ["customerId"] }
    }
  },
  beneficialOwners: {
    file: "customers",
    about: "The beneficial owners of businesses.",
    byHand: "BeneficialOwnersOfHost",
    methods: {
      create: verifications.createBeneficialOwner,
      read: verifications.readBeneficialOwner,
      list: verifications.listBeneficialOwners,
      update: verifications.updateBeneficialOwner
    }
  },
  discoveries: {
    file: "payments",
    about: "The banks that payouts reach.",
    methods: { list: externalAccounts.listDiscoveries }
  },
  quotes: {
    file: "payments",
    about: "Offered terms of payments, and their execution.",
    methods: { create: payments.createQuote, read: payments.readQuote, execute: payments.executeQuote }
  },
  transactions: {
    file: "payments",
    about: "Payments, outgoing and incoming.",
    methods: {
      list: payments.listTransactions,
      read: payments.readTransaction,
      approve: payments.approvePayment,
      reject: payments.rejectPayment,
      report: payments.reportPayment
    }
  },
  deposits: {
    file: "payments",
    about: "Money that arrived at the host's bank.",
    methods: { report: payments.reportDeposit }
  },
  activity: {
    file: "payments",
    about: "The history of an account.",
    methods: { list: receipts.listActivity }
  },
  credentials: {
    file: "authentication",
    about: "The sign-in methods of wallets.",
    methods: {
      list: authentication.listCredentials,
      add: authentication.addCredential,
      challenge: { endpoint: authentication.challengeCredential, types: { clientPublicKey: "string" } },
      verify: authentication.verifyCredential,
      confirm: authentication.confirmCredential,
      rename: authentication.renameCredential,
      revoke: authentication.revokeCredential,
      keys: authentication.readVerificationKeys
    }
  },
  sessions: {
    file: "authentication",
    about: "Logins of wallets.",
    methods: {
      list: authentication.listSessions,
      refresh: authentication.refreshSession,
      revoke: authentication.revokeSession,
      revokeOthers: authentication.revokeOtherSessions
    }
  },
  recoveries: {
    file: "authentication",
    about:
      "Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable it, and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.",
    methods: {
      createCodes: recovery.createRecoveryCodes,
      codesLeft: { endpoint: recovery.readRecoveryCodes, answer: "left" },
      start: recovery.startRecovery,
      list: recovery.listRecoveries,
      read: recovery.readRecovery,
      challenge: recovery.challengeRecovery,
      complete: recovery.completeRecovery,
      cancel: recovery.cancelRecovery,
      cancelByToken: recovery.cancelRecoveryByToken
    }
  },
  guardians: {
    file: "authentication",
    about: "The people whose passkeys can start the recovery of a wallet.",
    methods: {
      add: recovery.addGuardian,
      list: recovery.listGuardians,
      remove: recovery.removeGuardian,
      challenge: recovery.challengeGuardian,
      startRecovery: { endpoint: recovery.guardianStartRecovery, body: "{ readonly assertion: GuardianAssertion }" }
    }
  },
  tokens: {
    file: "platform",
    about: "The API tokens of this environment.",
    byHand: "TokensOfHost",
    methods: {
      create: tokens.createToken,
      read: tokens.readToken,
      list: tokens.listTokens,
      delete: { endpoint: tokens.deleteToken, hidden: ["reason"] }
    }
  },
  config: {
    file: "platform",
    about: "The configuration of the platform: webhooks, codes and currencies.",
    methods: { read: webhooks.readConfig, update: webhooks.updateConfig }
  },
  webhooks: {
    file: "platform",
    about: "Deliveries of webhooks, and the keys that verify them.",
    methods: {
      deliveries: webhooks.listDeliveries,
      redrive: webhooks.redriveDelivery,
      test: webhooks.testWebhook,
      keys: webhooks.readWebhookKeys,
      secret: webhooks.readWebhookSecret
    }
  },
  settings: {
    file: "platform",
    about: "The settings of the platform: how its end users sign in and what they may do.",
    methods: {
      read: settings.readSettings,
      update: { endpoint: settings.updateSettings, body: "SettingsPatch" },
      revisions: settings.listSettingsRevisions
    }
  },
  platforms: {
    file: "platform",
    about: "The platforms that this one created, each an environment of its own in the same mode.",
    methods: { create: platforms.createPlatform, list: platforms.listPlatforms }
  },
  operators: {
    file: "platform",
    about:
      "Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports or redirects. Each leaves a receipt with the justification and notifies the end user.",
    methods: {
      endSessions: operators.operatorEndSessions,
      suspendAccount: operators.operatorSuspendAccount,
      resumeAccount: operators.operatorResumeAccount,
      suspendCredential: operators.operatorSuspendCredential,
      resumeCredential: operators.operatorResumeCredential,
      unlockCredential: operators.operatorUnlockCredential,
      startRecovery: operators.operatorStartRecovery,
      cancelRecovery: operators.operatorCancelRecovery
    }
  },
  sandbox: {
    file: "platform",
    about: "Operations of sandbox environments only.",
    byHand: "SandboxClock",
    methods: { fund: sandbox.fundAccount, now: { endpoint: sandbox.readClock, answer: "now" } }
  }
}
