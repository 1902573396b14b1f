import { Context } from "effect"
import type { Millis } from "./time.ts"

/** Every duration is in milliseconds. The reason for each default is in docs/defaults.md. */
export interface PolicyValues {
  /** How long a pending signed request may be answered. */
  readonly signedRequestLifetime: Millis
  /** Failed stamps after which a pending signed request is void. */
  readonly stampFailuresToVoid: number
  /** How long the receipt of an authorisation is kept. */
  readonly receiptLifetime: Millis
  readonly sessionLifetime: Millis
  /** How long a session and all that was refreshed from it may live, from its login on. */
  readonly sessionFamilyLifetime: Millis
  /** Active sessions an account may have; the oldest ends where one more opens. */
  readonly sessionsPerAccount: number
  /** How old the proof of a session may be that a call to an endpoint of the host's own carries, and how far ahead. */
  readonly sessionProofLifetime: Millis
  readonly otpLength: number
  /** How long a code is valid where the platform sets no `expirationSeconds`. */
  readonly otpLifetime: Millis
  /** The longest lifetime that a platform may set. A host that sets `otpLifetime` alone sets both. */
  readonly otpLifetimeMost: Millis
  /**
   * Wrong codes in a row, over all issues, that lock a credential for `otpLockFor`. After the lock, and until a right
   * code, its codes are recovery codes: 13 characters that cannot be guessed, and that wrong answers do not lock.
   */
  readonly otpFailuresToLock: number
  readonly otpLockFor: Millis
  /** How often a credential, and an address, may be sent a code. */
  readonly challengesPerCredential: Rate
  readonly challengesPerAddress: Rate
  /** How long the mailer may take over one mail before it is tried again. Less than the lease of 30 s. */
  readonly mailTimeout: Millis
  /** How long a call that stores an external account waits for who verifies it. Without an answer the account waits. */
  readonly verificationTimeout: Millis
  /** How long one try at a webhook may take, from looking its name up. Less than the lease of 30 s. */
  readonly webhookTimeout: Millis
  /** How often an environment may have a test webhook sent, or name another endpoint, which is told so. */
  readonly webhookTests: Rate
  /** How often an account may be asked to sign something. Bounds what waits for a signature. */
  readonly requestsPerAccount: Rate
  /** How often an API token may call. */
  readonly callsPerToken: Rate
  readonly walletCurrency: Currency
  /** The currencies of the other accounts that each customer gets. */
  readonly accountCurrencies: ReadonlyArray<Currency>
  /** How long the terms of a quote stand. */
  readonly quoteLifetime: Millis
}

/** So many at once, and one more every so often. */
export interface Rate {
  readonly capacity: number
  readonly refillEvery: Millis
}

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export const defaultPolicy: PolicyValues = {
  signedRequestLifetime: 300_000,
  stampFailuresToVoid: 10,
  receiptLifetime: 34_560_000_000,
  sessionLifetime: 900_000,
  sessionFamilyLifetime: 86_400_000,
  sessionsPerAccount: 100,
  sessionProofLifetime: 60_000,
  otpLength: 6,
  otpLifetime: 300_000,
  otpLifetimeMost: 600_000,
  otpFailuresToLock: 5,
  otpLockFor: 1_800_000,
  challengesPerCredential: { capacity: 5, refillEvery: 30_000 },
  challengesPerAddress: { capacity: 10, refillEvery: 60_000 },
  mailTimeout: 20_000,
  verificationTimeout: 5000,
  webhookTimeout: 15_000,
  webhookTests: { capacity: 20, refillEvery: 5000 },
  requestsPerAccount: { capacity: 100, refillEvery: 3_000 },
  callsPerToken: { capacity: 10_000, refillEvery: 1 },
  walletCurrency: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
  accountCurrencies: [{ code: "USD", name: "United States dollar", symbol: "$", decimals: 2 }],
  quoteLifetime: 300_000
}

/** The figures of a host, with the defaults for the others. */
export const withDefaults = (given: Partial<PolicyValues> = {}): PolicyValues => ({
  ...defaultPolicy,
  ...(given.otpLifetime === undefined ? {} : { otpLifetimeMost: given.otpLifetime }),
  ...given
})

/** The figures a platform may set. Nobody has to provide it: the defaults stand. */
export const Policy = Context.Reference<PolicyValues>("@countersign/core/model/Policy", {
  defaultValue: () => defaultPolicy
})
