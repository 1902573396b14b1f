// Printed from the fields of the policy by `npm run docs`. Change the field in core, not this file.
import type { Currency } from "./values.ts"

/** `capacity` calls at once, and one more every `refillEvery` milliseconds. */
export interface RateLimit {
  readonly capacity: number
  readonly refillEvery: number
}

/** The policy of a host. Durations are in milliseconds. docs/generated/options.md has defaults, bounds and reasons. */
export interface PolicyValues {
  /** How long a pending signed request accepts its signed retry. */
  readonly signedRequestLifetime: number
  /** Whether first calls store each request, also where its id proves it: nodes of version 0.1 know stored ones only. */
  readonly firstLegs: "unstored" | "stored"
  /** Failed stamps after which a pending signed request becomes void. */
  readonly stampFailuresToVoid: number
  /** How long the receipt of an authorisation is retained. */
  readonly receiptLifetime: number
  /** How long a session lives. */
  readonly sessionLifetime: number
  /** How long a session and all sessions refreshed from it may live, measured from the login. */
  readonly sessionFamilyLifetime: number
  /**
   * How long the user agent and address of a session are stored, at most until the session expires. 0 stores neither.
   */
  readonly sessionClientRetention: number
  /** Maximum number of active sessions of an account. Opening one more ends the oldest. */
  readonly sessionsPerAccount: number
  /**
   * Maximum age of a session proof (proof of possession) on the host's own endpoints, and maximum clock skew into the
   * future.
   */
  readonly sessionProofLifetime: number
  /** The number of digits of a code. */
  readonly otpLength: number
  /** How long a code is valid if the platform sets no `expirationSeconds`. */
  readonly otpLifetime: number
  /** The longest lifetime that a platform may set. A host that sets only `otpLifetime` sets both. */
  readonly otpLifetimeMost: number
  /**
   * Consecutive wrong codes, across all issued codes, that lock a credential for `otpLockFor`. After the lock, until a
   * correct code, the credential gets recovery codes: 13 characters that cannot be guessed, for which wrong answers do
   * not lock.
   */
  readonly otpFailuresToLock: number
  /** How long wrong codes lock a credential. */
  readonly otpLockFor: number
  /** Whether a signed change of the e-mail address takes effect at once, or when a code proves the new address. */
  readonly emailChange: "immediate" | "proven"
  /** How long a new e-mail address may wait for the code that proves it. */
  readonly emailChangeLifetime: number
  /** How long the owner of the previous address may undo a change. Expiry is exclusive, to the millisecond. */
  readonly emailUndoWindow: number
  /**
   * How long a credential, an address, a guardian or saved codes that a session added have at most the authority of that
   * session. 0 in the sandbox, unless it is set.
   */
  readonly credentialConfirmation: number
  /** Rate limit of codes sent for one credential. */
  readonly challengesPerCredential: RateLimit
  /** Rate limit of codes sent to one address, which several credentials may share. */
  readonly challengesPerAddress: RateLimit
  /** Rate limit, per environment, of codes sent to any address. */
  readonly codesPerEnvironment: RateLimit
  /**
   * How long the mailer may take for one mail before the attempt fails and is retried. Shorter than the lease of 30 s.
   */
  readonly mailTimeout: number
  /**
   * How long a call that stores an external account waits for the verifier. After that the account waits for
   * verification.
   */
  readonly verificationTimeout: number
  /** How long one attempt to deliver a webhook may take, name lookup included. Shorter than the lease of 30 s. */
  readonly webhookTimeout: number
  /** Rate limit, per environment, of test webhooks and of endpoint changes, each of which sends a test webhook. */
  readonly webhookTests: RateLimit
  /** Rate limit, per account, of signed requests. Bounds the number of pending signatures. */
  readonly requestsPerAccount: RateLimit
  /**
   * Rate limit, per kind, of records that need no signature: of each customer, or of the environment for tokens, platforms
   * and revisions of settings.
   */
  readonly recordsPerOwner: RateLimit
  /** Rate limit of calls per API token. */
  readonly callsPerToken: RateLimit
  /**
   * How long a call may take in all: to load, to wait for its turn, to retry and to commit. Waits for a slow body, a
   * verifier or a receiver do not count; each has a timeout of its own.
   */
  readonly callTimeout: number
  /** Maximum number of calls in progress on a node. More are refused at once. */
  readonly callsInProgress: number
  /** The currency of the wallet account that each customer gets. */
  readonly walletCurrency: Currency
  /** The currencies of the fiat accounts that each customer gets. */
  readonly accountCurrencies: ReadonlyArray<Currency>
  /** How long a quote is valid. */
  readonly quoteLifetime: number
}
