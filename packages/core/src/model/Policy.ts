import { Context, Struct } from "effect"
import type { Millis } from "./Environment.ts"

const whole = (bounds: Omit<Whole, "_tag" | "why">, why: string) => ({ _tag: "Whole" as const, ...bounds, why })
const rate = (field: Omit<Declared<"Rate">, "_tag">) => ({ _tag: "Rate" as const, ...field })

/**
 * Every field of the policy, in one place: its default, bounds and reason. Durations are in milliseconds. The type of
 * the policy, the validation in `createCountersign` and docs/reference/defaults.md are derived from it.
 */
export const policyFields = {
  /** How long a pending signed request accepts its signed retry. */
  signedRequestLifetime: whole(
    { default: 300_000, least: 1, most: 3_600_000 },
    "Long enough for the end user to confirm; a forgotten payload expires soon. Expiry is exclusive, to the millisecond."
  ),
  /** Whether first calls store each request, also where its id proves it: nodes of version 0.1 know stored ones only. */
  firstLegs: {
    _tag: "FirstLegs",
    default: "stored",
    why: "`unstored`: a first call writes nothing where its decision follows from the call. Set it when no node of version 0.1 runs, which knows stored ones only, see [versions](../reference/versioning.md#upgrade-without-downtime). Every later node accepts both."
  },
  /** Failed stamps after which a pending signed request becomes void. */
  stampFailuresToVoid: whole(
    { default: 10, least: 1, most: 1000 },
    "Tolerates a client with a bug until it is noticed, and stops an attacker who tries keys."
  ),
  /** How long the receipt of an authorisation is retained. */
  receiptLifetime: whole(
    { default: 34_560_000_000, least: 86_400_000, most: 315_360_000_000 },
    "400 days: a payer may dispute a payment for 13 months (PSD2 Article 71), and [the receipt](../guides/receipts.md) is the evidence."
  ),
  /** How long a session lives. */
  sessionLifetime: whole(
    { default: 900_000, least: 1, most: 86_400_000 },
    "Every use of a session is signed, so it needs no idle timeout. 15 minutes limit the use of a stolen device."
  ),
  /** How long a session and all sessions refreshed from it may live, measured from the login. */
  sessionFamilyLifetime: whole(
    { default: 86_400_000, least: 1, most: 31_536_000_000 },
    "A client that refreshes its session logs in once a day. A stolen key expires with the session family."
  ),
  /**
   * How long the user agent and address of a session are stored, at most until the session expires. 0 stores neither.
   */
  sessionClientRetention: whole(
    { default: 0, least: 0, most: 86_400_000 },
    "Off: a user agent and an address are personal data, and nothing but a list of sessions uses them. They are deleted after this time, and with the session at the latest."
  ),
  /** Maximum number of active sessions of an account. Opening one more ends the oldest. */
  sessionsPerAccount: whole(
    { default: 100, least: 1, most: 500 },
    "More devices than any end user has. Opening another session ends the oldest one."
  ),
  /**
   * Maximum age of a session proof (proof of possession) on the host's own endpoints, and maximum clock skew into the
   * future.
   */
  sessionProofLifetime: whole(
    { default: 60_000, least: 1000, most: 600_000 },
    "A call to the host's own endpoint is sent right after it is signed, and the clocks of phones differ by seconds, not minutes. Within this time each proof is accepted once."
  ),
  /** The number of digits of a code. */
  otpLength: whole(
    { default: 6, least: 6, most: 12 },
    "The usual length of codes; a platform may configure longer ones. Together with `otpFailuresToLock`, the probability of guessing a code between two correct ones is 5 in a million, and at most 1 in 100,000 for any accepted policy. `guessChance` computes it."
  ),
  /** How long a code is valid if the platform sets no `expirationSeconds`. */
  otpLifetime: whole(
    { default: 300_000, least: 1000, most: 600_000 },
    "E-mail can be slow; NIST SP 800-63B allows at most ten minutes."
  ),
  /** The longest lifetime that a platform may set. A host that sets only `otpLifetime` sets both. */
  otpLifetimeMost: whole(
    { default: 600_000, least: 1000, most: 600_000 },
    "The longest `expirationSeconds` that a platform may set: the limit of NIST SP 800-63B. If only `otpLifetime` is set, it applies to both."
  ),
  /**
   * Consecutive wrong codes, across all issued codes, that lock a credential for `otpLockFor`. After the lock, until a
   * correct code, the credential gets recovery codes: 13 characters that cannot be guessed, for which wrong answers do
   * not lock.
   */
  otpFailuresToLock: whole(
    { default: 5, least: 1, most: 10 },
    "Consecutive wrong codes, across all issued codes: requesting a new code does not reset the count."
  ),
  /** How long wrong codes lock a credential. */
  otpLockFor: whole(
    { default: 1_800_000, least: 1000, most: 86_400_000 },
    "After five wrong codes no code is accepted or sent for 30 minutes, to the millisecond. An active session of another credential of the account lifts the lock. After the lock, until a correct code, codes are recovery codes: 13 capitals and digits (65 bits), for which wrong answers do not lock the credential. See [decision 48](../decisions/0048-a-lock-that-does-not-lock-out.md)."
  ),
  /** Whether a signed change of the e-mail address takes effect at once, or when a code proves the new address. */
  emailChange: {
    _tag: "EmailChange",
    default: "immediate",
    why: "`immediate` is the interface, which clients of hosted services know. Set `proven` in production: a misspelled address then locks no one out. A platform may set it for itself with `limits.emailChange`."
  },
  /** How long a new e-mail address may wait for the code that proves it. */
  emailChangeLifetime: whole(
    { default: 86_400_000, least: 60_000, most: 604_800_000 },
    "A day: long enough to reach the new mailbox. Until then codes go to the old address, so a misspelled address locks no one out."
  ),
  /** How long the owner of the previous address may undo a change. Expiry is exclusive, to the millisecond. */
  emailUndoWindow: whole(
    { default: 259_200_000, least: 3_600_000, most: 2_592_000_000 },
    "72 hours: the owner of the old address has a weekend to notice the mail, and a reused mailbox loses its power soon after."
  ),
  /**
   * How long a credential, an address, a guardian or saved codes that a session added have at most the authority of that
   * session. 0 in the sandbox, unless it is set.
   */
  credentialConfirmation: whole(
    { default: 259_200_000, least: 0, most: 2_592_000_000 },
    "72 hours: a stolen session cannot make itself a stronger or longer-lived way in, and the owner has a weekend to notice the mail. An older credential confirms at once. See [decision 108](../decisions/0108-authority-is-not-passed-on.md)."
  ),
  /** Rate limit of codes sent for one credential. */
  challengesPerCredential: rate({
    default: { capacity: 5, refillEvery: 30_000 },
    why: "Allows a retry after a typing error, and protects mailboxes from being flooded. The limit is enforced across all nodes."
  }),
  /** Rate limit of codes sent to one address, which several credentials may share. */
  challengesPerAddress: rate({
    default: { capacity: 10, refillEvery: 60_000 },
    why: "The same limit for one address, which several credentials may share: codes of every purpose, to log in, to prove an address and to recover an account, count together."
  }),
  /** Rate limit, per environment, of codes sent to any address. */
  codesPerEnvironment: rate({
    default: { capacity: 1000, refillEvery: 100 },
    why: "A stolen API token mails at most ten addresses a second. Raise it for a platform with more than ten logins a second. Each node may exceed the limit by up to a quarter of the capacity. Notices do not count and are never refused: each reports an act that has a signature or a limit of its own."
  }),
  /**
   * How long the mailer may take for one mail before the attempt fails and is retried. Shorter than the lease of 30 s.
   */
  mailTimeout: whole(
    { default: 20_000, least: 1, most: 25_000 },
    "A mail that the mailer has not accepted by then is retried. The node has a lease of 30 seconds on the mail, so no other node sends it in the meantime."
  ),
  /**
   * How long a call that stores an external account waits for the verifier. After that the account waits for
   * verification.
   */
  verificationTimeout: whole(
    { default: 5000, least: 1, most: 25_000 },
    "Limits how long a call that stores an external account waits for the verifier. Without an answer the account is stored as `PENDING` or `UNDER_REVIEW`, and the verification is retried."
  ),
  /** How long one attempt to deliver a webhook may take, name lookup included. Shorter than the lease of 30 s. */
  webhookTimeout: whole(
    { default: 15_000, least: 1, most: 25_000 },
    "Limits one delivery attempt, from the DNS lookup to the end of the response. The node has a lease of 30 seconds on the event, so no other node sends it in the meantime."
  ),
  /** Rate limit, per environment, of test webhooks and of endpoint changes, each of which sends a test webhook. */
  webhookTests: rate({
    default: { capacity: 20, refillEvery: 5000 },
    why: "Limits how many requests a caller can trigger to arbitrary addresses, by test webhooks and by changed endpoints."
  }),
  /** Rate limit, per account, of signed requests. Bounds the number of pending signatures. */
  requestsPerAccount: rate({
    default: { capacity: 100, refillEvery: 3_000 },
    why: "Bounds the number of pending signed requests. Each node may exceed the limit by up to a quarter of the capacity, see [decision 8](../decisions/0008-limits-that-nodes-share.md)."
  }),
  /**
   * Rate limit, per kind, of records that need no signature: of each customer, or of the environment for tokens, platforms
   * and revisions of settings.
   */
  recordsPerOwner: rate({
    default: { capacity: 100, refillEvery: 60_000 },
    why: "Quotes, external accounts, beneficial owners, verifications, UMA addresses, tokens, platforms and revisions of settings need no signature, so a signed-in user or a stolen token could fill the database with them: 100 of a kind at once, then one a minute. Each node may exceed the limit by up to a quarter of the capacity."
  }),
  /** Rate limit of calls per API token. */
  callsPerToken: rate({
    default: { capacity: 10_000, refillEvery: 1 },
    why: "A runaway loop in one caller does not starve the others. Each node may exceed the limit by up to a quarter of the capacity."
  }),
  /**
   * How long a call may take in all: to load, to wait for its turn, to retry and to commit. Waits for a slow body, a
   * verifier or a receiver do not count; each has a timeout of its own.
   */
  callTimeout: whole(
    { default: 10_000, least: 1, most: 120_000 },
    "A caller that got no response by then has given up or will retry, so work for it is wasted. It is refused with 503, and its work ends."
  ),
  /** Maximum number of calls in progress on a node. More are refused at once. */
  callsInProgress: whole(
    { default: 2000, least: 1, most: 1_000_000 },
    "More than a node completes within `callTimeout` on a slow database: further calls would wait only to fail. One environment has at most half of the slots that are free or its own."
  ),
  /** The currency of the wallet account that each customer gets. */
  walletCurrency: {
    _tag: "Currency",
    default: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
    why: "The currency of the wallet account that each customer gets."
  },
  /** The currencies of the fiat accounts that each customer gets. */
  accountCurrencies: {
    _tag: "Currencies",
    default: [{ code: "USD", name: "United States dollar", symbol: "$", decimals: 2 }],
    why: "The currencies of the fiat accounts that each customer gets. Bank payments need a fiat account as their source."
  },
  /** How long a quote is valid. */
  quoteLifetime: whole(
    { default: 300_000, least: 1000, most: 3_600_000 },
    "Long enough to read and sign an offer, short enough that the rate does not drift far."
  )
} satisfies Readonly<Record<string, PolicyField>>

/** `capacity` calls at once, and one more every `refillEvery` milliseconds. */
interface Rate {
  readonly capacity: number
  readonly refillEvery: Millis
}

export const RATE_BOUNDS = {
  capacity: { least: 1, most: 1_000_000_000 },
  refillEvery: { least: 1, most: 86_400_000 }
}

export interface PolicyCurrency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export const FIRST_LEGS = ["unstored", "stored"] as const
export const EMAIL_CHANGES = ["immediate", "proven"] as const

/** The value types of policy fields. */
interface PolicyTypes {
  readonly EmailChange: (typeof EMAIL_CHANGES)[number]
  readonly FirstLegs: (typeof FIRST_LEGS)[number]
  readonly Whole: number
  readonly Rate: Rate
  readonly Currency: PolicyCurrency
  readonly Currencies: ReadonlyArray<PolicyCurrency>
}

interface Declared<Tag extends keyof PolicyTypes> {
  readonly _tag: Tag
  readonly default: PolicyTypes[Tag]
  /** The reason for the default. docs/reference/defaults.md prints it, so links are relative to that page. */
  readonly why: string
}

/** Whole numbers have bounds: outside of them, a security rule would not be effective. */
interface Whole extends Declared<"Whole"> {
  readonly least: number
  readonly most: number
}

export type PolicyField =
  | Whole
  | Declared<"EmailChange">
  | Declared<"FirstLegs">
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
