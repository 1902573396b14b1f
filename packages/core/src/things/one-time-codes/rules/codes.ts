import { Result, Schema } from "effect"
import type { Bucket } from "../../../model/Bucket.ts"
import { Branding, type EmbeddedWalletConfig } from "../../../model/EmbeddedWalletConfig.ts"
import { Environment, type EnvironmentKey, Millis } from "../../../model/Environment.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { CodePurpose } from "../../../ports/Mailer.ts"
import { type Alphabet, DIGITS, UNAMBIGUOUS } from "../../../ports/Secrets.ts"
import type { Throttled } from "../../../ports/Throttle.ts"
import * as Collection from "../../../store/Collection.ts"
import { type Limited, type Plan, put, remove, replace } from "../../../store/plans.ts"
import { byId, type Stored } from "../../../store/records.ts"
import type { Change } from "../../../store/Store.ts"
import * as OneTimeCode from "./OneTimeCode.ts"
import type { OtpCoolingDown } from "./refusals.ts"
import { isOfVisitor, shareOfVisitors } from "./visitor.ts"

export interface CodeTerms {
  readonly length: number
  readonly alphabet: Alphabet
  readonly lifetime: Millis
}

/**
 * The length of a recovery code: 13 of 32 characters, 65 bits. NIST SP 800-63B section 3.2.2 requires a limit on wrong
 * answers only below 64 bits.
 */
export const RECOVERY_LENGTH = 13

/**
 * A platform sets the length and lifetime of its codes within the host's policy: `PATCH /config` refuses codes that are
 * shorter than `otpLength`, or live longer than `otpLifetimeMost`. If the policy became stricter later, the policy
 * takes precedence. Recovery codes do not depend on either.
 */
export const codeTerms = (
  { otpLength, otpLifetime, otpLifetimeMost }: PolicyValues,
  { alphanumeric = false, expirationSeconds, otpLength: wanted = otpLength }: EmbeddedWalletConfig,
  isRecovery = false
): CodeTerms => ({
  length: isRecovery ? RECOVERY_LENGTH : Math.max(otpLength, wanted),
  alphabet: isRecovery || alphanumeric ? UNAMBIGUOUS : DIGITS,
  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetimeMost, expirationSeconds * 1000)
})

/**
 * The encryption contexts of an issue. They are authenticated with the ciphertext, so the two values cannot be swapped.
 */
export const targetKeyContext = (issueId: string): string => `email-otp target key ${issueId}`
export const codeContext = (issueId: string): string => `email-otp code ${issueId}`

/** The highest chance that any policy may have: fifteen guesses of a six-digit code. */
export const MOST_GUESS_CHANCE = 1.5e-5

type Limits = Pick<PolicyValues, "otpFailuresToLock" | "otpLength">

/**
 * The probability that an anonymous caller guesses a code of one credential between two correct answers of its owner,
 * with as many calls as the locks allow. A platform may configure longer codes and larger alphabets, never fewer digits
 * than the policy.
 */
export const guessChance = (limits: Limits): number => guessesOfShortCodes(limits) / 10 ** limits.otpLength

/**
 * The number of wrong answers to short codes between two correct ones, over any period. Later codes are recovery codes
 * of 65 bits; a million answers to those add less than 1e-13.
 */
export const guessesOfShortCodes = ({ otpFailuresToLock }: Pick<Limits, "otpFailuresToLock">): number =>
  otpFailuresToLock

export interface IssuedCode {
  readonly issue: OneTimeCode.Issue
  readonly order: CodeMailOrder
  readonly bundle: string
}

/**
 * The changes that replace the pending code and its queued mail, within the rate limit per record (O9). `otp` is absent if
 * the record had no code yet, and `current` is the state to issue the code in.
 */
export const issuePlan = (
  { issue, order }: IssuedCode,
  { at, current, environment, mail, otp, policy }: IssueRound
): Result.Result<Plan & Limited, OtpCoolingDown | Throttled> =>
  Result.map(OneTimeCode.issue(current, issue, at, policy), (next) => ({
    changes: [put(OneTimeCode.oneTimeCodes, environment, otp, next, at), put(codeMails, environment, mail, order, at)],
    // Those of the mail follow from the plan (see `codeMailLimits`).
    limits: []
  }))

interface IssueRound {
  readonly otp: Stored<OneTimeCode.OneTimeCode> | undefined
  readonly mail: Stored<CodeMailOrder> | undefined
  readonly current: OneTimeCode.OneTimeCode
  readonly environment: EnvironmentKey
  readonly policy: PolicyValues
  readonly at: Millis
}

/**
 * A queued code mail. One per credential: a newer code replaces one that has not been sent, so two codes are never in
 * transit.
 */
export const CodeMailOrder = Schema.Struct({
  credentialId: Schema.String,
  environment: Environment,
  issueId: Schema.String,
  to: Schema.String,
  branding: Schema.toType(Branding),
  /** The code, encrypted by the vault until it is passed to the mailer. */
  sealedCode: Schema.String,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int,
  /** Absent: the code is for a login. */
  purpose: Schema.optionalKey(CodePurpose)
})
export type CodeMailOrder = typeof CodeMailOrder.Type

export const codeMails = Collection.make({
  name: "code_mails",
  schema: CodeMailOrder,
  id: "credentialId",
  expiry: "expiresAt",
  ...Collection.queued
})

/** A code under a key of its own, and its queued mail. */
export const codeReads = (environment: EnvironmentKey, key: string) => ({
  otp: byId(OneTimeCode.oneTimeCodes, environment, key),
  mail: byId(codeMails, environment, key)
})
export interface CodeRecords {
  readonly otp: Stored<OneTimeCode.OneTimeCode> | undefined
  readonly mail: Stored<CodeMailOrder> | undefined
}

export const codesRemoved = ({ mail, otp }: CodeRecords): ReadonlyArray<Change> => [
  ...(otp === undefined ? [] : [remove(otp)]),
  ...(mail === undefined ? [] : [remove(mail)])
]

/** Invalidates a code and its proof, before or after its mail is sent. The counts of wrong codes stay. */
export const codesVoided = ({ mail, otp }: CodeRecords, at: Millis): ReadonlyArray<Change> => [
  ...(otp === undefined ? [] : [replace(otp, OneTimeCode.readdress(otp.value, at), at)]),
  ...(mail === undefined ? [] : [remove(mail)])
]

/**
 * The budgets of the codes that a plan mails: of each address over all purposes, apart from those of visitors, and of the environment. They apply where
 * plans are committed, so that no operation can forget them (GA5). A mail that is sent again was counted before.
 */
export const codeMailLimits = (changes: ReadonlyArray<Change>, policy: PolicyValues): ReadonlyArray<Bucket> => {
  const buckets: Array<Bucket> = []
  for (const change of changes) {
    if (change.collection.name !== codeMails.name || change.op === "remove") continue
    const { environment } = change
    const { attempts, to } = codeMails.decode(change.body)
    if (attempts > 0) continue
    const [address, rate] = [to.toLowerCase(), policy.challengesPerAddress]
    buckets.push(
      isOfVisitor(change.id)
        ? { environment, key: `visitors ${address}`, ...shareOfVisitors(rate), consistency: "strong" }
        : { environment, key: `mail ${address}`, ...rate, consistency: "strong" },
      { environment, key: "codes", ...policy.codesPerEnvironment, consistency: "eventual" }
    )
  }
  return buckets
}
