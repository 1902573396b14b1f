import { Context, Struct } from "effect"

import type { Millis } from "./Environment.ts"

// biome-ignore-all format: a table, one field a line

/**
 * Every field of the policy, in one place: its default, its bounds and its reason. Durations are in milliseconds. The type of
 * the policy, the checks of `createCountersign` and docs/reference/defaults.md are derived from it.
 */
export const policyFields = {
  /** How long a pending signed request accepts its signed retry. */
  signedRequestLifetime: {
    _tag: "Whole",
    default: 300_000,
    least: 1,
    most: 3_600_000,
    why: "A person needs a moment to confirm; a forgotten payload should not lie about. At the last millisecond it is over."
  },
  /** Failed stamps after which a pending signed request becomes void. */
  stampFailuresToVoid: {
    _tag: "Whole",
    default: 10,
    least: 1,
    most: 1000,
    why: "A client with a bug gets its chance to be noticed; a caller who tries keys does not get a second dozen."
  },
  /** How long the receipt of an authorisation is retained. */
  receiptLifetime: {
    _tag: "Whole",
    default: 34_560_000_000,
    least: 86_400_000,
    most: 315_360_000_000,
    why: "400 days: a payer may dispute a payment for 13 months (PSD2 Article 71), and [the receipt](../guides/receipts.md) is what answers."
  },
  sessionLifetime: {
    _tag: "Whole",
    default: 900_000,
    least: 1,
    most: 86_400_000,
    why: "Each use of a session is signed, so it needs no idle timer; a quarter of an hour bounds what a stolen device can do."
  },
  /** How long a session and all sessions refreshed from it may live, measured from the login. */
  sessionFamilyLifetime: {
    _tag: "Whole",
    default: 86_400_000,
    least: 1,
    most: 31_536_000_000,
    why: "A client that refreshes needs no new login for a day, and no longer: a stolen key expires with it."
  },
  /** Maximum number of active sessions of an account. Opening one more ends the oldest. */
  sessionsPerAccount: {
    _tag: "Whole",
    default: 100,
    least: 1,
    most: 500,
    why: "No person has so many devices. The oldest session ends where one more opens."
  },
  /**
   * Maximum age of a session proof (proof of possession) on the host's own endpoints, and maximum clock skew into the
   * future.
   */
  sessionProofLifetime: {
    _tag: "Whole",
    default: 60_000,
    least: 1000,
    most: 600_000,
    why: "A call to an endpoint of yours is signed and sent at once; clocks of phones are seconds apart, not minutes. Within it a proof still works once."
  },
  otpLength: {
    _tag: "Whole",
    default: 6,
    least: 6,
    most: 12,
    why: "What people are used to type; a platform may ask for more in its config. With `otpFailuresToLock`, the chance to guess a code between two right ones is 5 in a million, and at most 1 in 100,000 with any policy that is accepted: `guessChance` computes it."
  },
  /** How long a code is valid if the platform sets no `expirationSeconds`. */
  otpLifetime: {
    _tag: "Whole",
    default: 300_000,
    least: 1000,
    most: 600_000,
    why: "Mail is slow sometimes; NIST SP 800-63B allows at most ten minutes."
  },
  /** The longest lifetime that a platform may set. A host that sets only `otpLifetime` sets both. */
  otpLifetimeMost: {
    _tag: "Whole",
    default: 600_000,
    least: 1000,
    most: 600_000,
    why: "The longest `expirationSeconds` that a platform may set: the bound of NIST SP 800-63B. `otpLifetime`, where that alone is set."
  },
  /**
   * Consecutive wrong codes, across all issued codes, that lock a credential for `otpLockFor`. After the lock, until a
   * correct code, the credential gets recovery codes: 13 characters that cannot be guessed, for which wrong answers do
   * not lock.
   */
  otpFailuresToLock: {
    _tag: "Whole",
    default: 5,
    least: 1,
    most: 10,
    why: "Wrong codes in a row, over all issues: asking for a new code does not give new tries."
  },
  otpLockFor: {
    _tag: "Whole",
    default: 1_800_000,
    least: 1000,
    most: 86_400_000,
    why: "After five wrong codes no code is judged or sent for 30 minutes, to the millisecond. A session of another credential of the account lifts the lock at once. From the lock on, and until a right code, codes are recovery codes: 13 capitals and digits, 65 bits, which wrong answers do not lock. See [decision 48](../decisions/0048-a-lock-that-does-not-lock-out.md)."
  },
  /** Rate limit of codes sent for one credential, and of codes sent to one address. */
  challengesPerCredential: {
    _tag: "Rate",
    default: { capacity: 5, refillEvery: 30_000 },
    why: "A person who mistypes asks again; a mailbox is not flooded. All nodes together keep to it."
  },
  challengesPerAddress: {
    _tag: "Rate",
    default: { capacity: 10, refillEvery: 60_000 },
    why: "The same for an address that several credentials share."
  },
  /**
   * How long the mailer may take for one mail before the attempt fails and is retried. Shorter than the lease of 30 s.
   */
  mailTimeout: {
    _tag: "Whole",
    default: 20_000,
    least: 1,
    most: 25_000,
    why: "A mailer that has not taken a mail by then is asked again. Its node holds the mail for 30 seconds, so no other does it meanwhile."
  },
  /**
   * How long a call that stores an external account waits for the verifier. After that the account waits for
   * verification.
   */
  verificationTimeout: {
    _tag: "Whole",
    default: 5000,
    least: 1,
    most: 25_000,
    why: "A caller who stores an external account waits for the verifier no longer than this. Without an answer the account is stored as `PENDING` or `UNDER_REVIEW`, and the question is asked again."
  },
  /** How long one attempt to deliver a webhook may take, name lookup included. Shorter than the lease of 30 s. */
  webhookTimeout: {
    _tag: "Whole",
    default: 15_000,
    least: 1,
    most: 25_000,
    why: "One try at a webhook, from looking its name up to the end of the answer. Its node holds the event for 30 seconds, so no other sends it meanwhile."
  },
  /** Rate limit, per environment, of test webhooks and of endpoint changes, each of which sends a test webhook. */
  webhookTests: {
    _tag: "Rate",
    default: { capacity: 20, refillEvery: 5000 },
    why: "A caller who may have something sent anywhere cannot send much: test webhooks, and endpoints named anew."
  },
  /** Rate limit, per account, of signed requests. Bounds the number of pending signatures. */
  requestsPerAccount: {
    _tag: "Rate",
    default: { capacity: 100, refillEvery: 3_000 },
    why: "What waits for a signature is bounded. A node may be a quarter of the capacity ahead, see [decision 8](../decisions/0008-limits-that-nodes-share.md)."
  },
  /** Rate limit of calls per API token. */
  callsPerToken: {
    _tag: "Rate",
    default: { capacity: 10_000, refillEvery: 1 },
    why: "A runaway loop of one caller leaves the others their share. The same quarter applies."
  },
  walletCurrency: {
    _tag: "Currency",
    default: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
    why: "The currency of the wallet account that each customer gets."
  },
  /** The currencies of the fiat accounts that each customer gets. */
  accountCurrencies: {
    _tag: "Currencies",
    default: [{ code: "USD", name: "United States dollar", symbol: "$", decimals: 2 }],
    why: "The currencies of the other accounts that each customer gets: money for a bank has to come from somewhere."
  },
  /** How long a quote is valid. */
  quoteLifetime: {
    _tag: "Whole",
    default: 300_000,
    least: 1000,
    most: 3_600_000,
    why: "Long enough to read an offer and sign for it, short enough that no rate is far off by then."
  }
} satisfies Readonly<Record<string, PolicyField>>

/** `capacity` calls at once, and one more every `refillEvery` milliseconds. */
interface Rate {
  readonly capacity: number
  readonly refillEvery: Millis
}

/** The bounds of every rate limit. */
export const RATE_BOUNDS = {
  capacity: { least: 1, most: 1_000_000_000 },
  refillEvery: { least: 1, most: 86_400_000 }
}

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** The value types of policy fields. */
interface PolicyTypes {
  readonly Whole: number
  readonly Rate: Rate
  readonly Currency: Currency
  readonly Currencies: ReadonlyArray<Currency>
}

interface Declared<Tag extends keyof PolicyTypes> {
  readonly _tag: Tag
  readonly default: PolicyTypes[Tag]
  /** Why it is what it is. docs/reference/defaults.md prints it, so links start there. */
  readonly why: string
}

/** Whole numbers have bounds: outside of them, a security rule would not be effective. */
export type PolicyField =
  | (Declared<"Whole"> & { readonly least: number; readonly most: number })
  | Declared<"Rate">
  | Declared<"Currency">
  | Declared<"Currencies">

/** The policy of a host, keyed by the names of {@link policyFields}. */
export type PolicyValues = {
  readonly [Name in keyof typeof policyFields]: PolicyTypes[(typeof policyFields)[Name]["_tag"]]
}

interface DefaultOf extends Struct.Lambda {
  <Field extends PolicyField>(field: Field): Field["default"]
  readonly "~lambda.out": this["~lambda.in"] extends { readonly _tag: infer Tag extends keyof PolicyTypes }
    ? PolicyTypes[Tag]
    : never
}

export const defaultPolicy: PolicyValues = Struct.map(
  policyFields,
  Struct.lambda<DefaultOf>((field) => field.default)
)

/** Returns the policy of a host, with defaults for absent fields. */
export const withDefaults = (given: Partial<PolicyValues> = {}): PolicyValues => ({
  ...defaultPolicy,
  ...(given.otpLifetime === undefined ? {} : { otpLifetimeMost: given.otpLifetime }),
  ...given
})

/** The policy of the host. Optional: without it, the defaults apply. */
export const Policy = Context.Reference<PolicyValues>("@countersign/core/model/Policy", {
  defaultValue: () => defaultPolicy
})
