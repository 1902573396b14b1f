import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { Level, type Rate, readyAt, refilled, take } from "../../../model/Bucket.ts"
import { hasExpired, Millis } from "../../../model/Environment.ts"
import { AccountId, PublicKey, RequestId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { Throttled } from "../../../ports/Throttle.ts"
import * as Collection from "../../../store/Collection.ts"
import { OtpCoolingDown, OtpExhausted, OtpExpired, OtpNotPending, OtpSuperseded } from "./refusals.ts"

/** A sent code, and the key pair that its answer is encrypted to. The next issue replaces both. */
export const Issue = Schema.Struct({
  issueId: Schema.String,
  /** A keyed digest. The code itself exists only in the mail. */
  codeDigest: Schema.String,
  /** The private target key, encrypted by the vault. It is deleted with the issue. */
  sealedTargetKey: Schema.String,
  targetPublicKey: PublicKey,
  expiresAt: Millis,
  /** The number of its characters. */
  length: Schema.optionalKey(Schema.Int),
  /** Whether it consists of digits alone. */
  isNumeric: Schema.optionalKey(Schema.Boolean),
  /** True for a recovery code. It has at least 64 bits, so wrong answers never lock the credential. */
  isRecovery: Schema.optionalKey(Schema.Boolean)
})
export type Issue = typeof Issue.Type

const counted = {
  /** The record that the codes belong to: a credential, or another record under a key of its own. */
  credentialId: Schema.String,
  /** Absent for the codes of visitors, whose wallet is not known yet. */
  accountId: Schema.optionalKey(AccountId),
  /**
   * Consecutive wrong codes since the last correct one or the end of the last lock. A new issue does not reset it
   * (I15).
   */
  failures: Schema.Int,
  /** Consecutive wrong codes since the last correct one. Neither a new issue nor the end of a lock resets it (I15). */
  failuresInAll: Schema.Int,
  /** How many more codes may be issued now (O9). Full if absent. No answer and no change of the address resets it. */
  level: Schema.optionalKey(Level),
  /** When the record is removed, with its target key. Only those of recoveries and visitors, which expire, have a time. */
  expiresAt: Schema.optionalKey(Millis)
}

const State = Schema.TaggedUnion({
  Idle: counted,
  Issued: { ...counted, issue: Issue },
  Lapsed: counted,
  /** With the key that was sealed beside the code, where another call opens the session. */
  Proven: { ...counted, requestId: RequestId, publicKey: Schema.optionalKey(PublicKey) },
  Locked: { ...counted, until: Millis }
})
/** The code state of an EMAIL_OTP credential, or of another record that is proved by a code. */
export type OneTimeCode = Machine.Made<"OneTimeCode", typeof State.Type>
export type Issued = Extract<OneTimeCode, { readonly _tag: "Issued" }>
export type Locked = Extract<OneTimeCode, { readonly _tag: "Locked" }>

const Event = Schema.TaggedUnion({
  CodeIssued: { issue: Issue, level: Schema.optionalKey(Level) },
  LifetimeEnded: {},
  CodeRejected: {},
  CodesExhausted: { until: Millis },
  CodeAccepted: { requestId: RequestId, publicKey: Schema.optionalKey(PublicKey) },
  SessionOpened: {},
  AddressChanged: {},
  LockEnded: {},
  LockLifted: {}
})

type Counts = Pick<Issued, keyof typeof counted>
const counts = ({ accountId, credentialId, expiresAt, failures, failuresInAll, level }: Counts): Counts => ({
  credentialId,
  failures,
  failuresInAll,
  ...(accountId === undefined ? {} : { accountId }),
  ...(level === undefined ? {} : { level }),
  ...(expiresAt === undefined ? {} : { expiresAt })
})
const oneMore = (state: Counts): Counts => ({
  ...counts(state),
  failures: state.failures + 1,
  failuresInAll: state.failuresInAll + 1
})
const unlocked = (state: Counts): Counts => ({ ...counts(state), failures: 0 })
const issued = {
  to: "Issued" as const,
  with: (state: Counts, { issue, level }: { readonly issue: Issue; readonly level?: Level }) => ({
    ...counts(state),
    ...(level === undefined ? {} : { level }),
    issue
  })
}

const { begin, machine, state, transition } = Machine.make({
  name: "OneTimeCode",
  state: State,
  event: Event,
  begins: "Idle",
  table: {
    Idle: { CodeIssued: issued },
    Issued: {
      CodeIssued: issued,
      AddressChanged: { to: "Idle", with: counts },
      LifetimeEnded: { to: "Lapsed", with: counts },
      CodeRejected: {
        to: "Issued",
        with: (state) => ({ ...oneMore(state), issue: state.issue })
      },
      CodesExhausted: {
        to: "Locked",
        with: (state, event) => ({ ...oneMore(state), until: event.until })
      },
      CodeAccepted: {
        to: "Proven",
        with: (state, event) => ({
          ...counts(state),
          failures: 0,
          failuresInAll: 0,
          requestId: event.requestId,
          ...(event.publicKey === undefined ? {} : { publicKey: event.publicKey })
        })
      }
    },
    Lapsed: { CodeIssued: issued },
    Proven: {
      CodeIssued: issued,
      SessionOpened: { to: "Idle", with: counts },
      AddressChanged: { to: "Idle", with: counts }
    },
    Locked: {
      LockEnded: { to: "Idle", with: unlocked },
      LockLifted: { to: "Idle", with: unlocked }
    }
  }
})

export { machine }

export const oneTimeCodes = Collection.make({
  name: "email_otps",
  schema: state,
  id: "credentialId",
  expiry: "expiresAt"
})

/** The state of a new credential: no code, and no wrong codes counted. */
export const initial = (ids: Pick<Issued, "accountId" | "credentialId" | "expiresAt">) =>
  begin({ ...ids, failures: 0, failuresInAll: 0 })

/** The state at `at`. Codes and locks expire by time, without a write. */
export const asOf = (otp: OneTimeCode, at: Millis): OneTimeCode => {
  if (otp._tag === "Issued" && hasExpired(otp.issue.expiresAt, at)) return transition(otp, { _tag: "LifetimeEnded" })
  if (otp._tag === "Locked" && hasExpired(otp.until, at)) return transition(otp, { _tag: "LockEnded" })
  return otp
}

/**
 * Returns whether the next code is a recovery code: from the first lock until a correct code. Otherwise an anonymous
 * caller, who has used all wrong answers to short codes, could lock out the owner again and again (FA11).
 */
export const needsRecovery = (
  { failuresInAll }: Pick<Issued, "failuresInAll">,
  { otpFailuresToLock }: Pick<PolicyValues, "otpFailuresToLock">
): boolean => failuresInAll >= otpFailuresToLock

/**
 * The state after another credential of the account opened a session: a lock is lifted, and the counts are unchanged.
 */
export const lifted = (otp: OneTimeCode): OneTimeCode =>
  otp._tag === "Locked" ? transition(otp, { _tag: "LockLifted" }) : otp

/**
 * Replaces a pending code with a new one, within the rate limit of the record. Fails with `OtpCoolingDown` while the
 * credential is locked.
 */
export const issue = (
  otp: OneTimeCode,
  next: Issue,
  at: Millis,
  { challengesPerCredential }: Pick<PolicyValues, "challengesPerCredential">
): Result.Result<Issued, OtpCoolingDown | Throttled> => {
  const current = asOf(otp, at)
  return current._tag === "Locked"
    ? Result.fail(new OtpCoolingDown({ until: current.until, at }))
    : Result.map(spent(challengesPerCredential, current.level, at), (level) => issuedOf(current, next, level))
}

/** The state with a new code. Every state except `Locked` accepts one. */
export const issuedOf = (otp: Exclude<OneTimeCode, Locked>, next: Issue, level?: Level): Issued =>
  transition(otp, { _tag: "CodeIssued", issue: next, ...(level === undefined ? {} : { level }) })

export type NoPendingCode = OtpNotPending | OtpExpired | OtpExhausted

export const pendingCode = (otp: OneTimeCode, at: Millis): Result.Result<Issued, NoPendingCode> => {
  const current = asOf(otp, at)
  switch (current._tag) {
    case "Idle":
    case "Proven":
      return Result.fail(new OtpNotPending())
    case "Lapsed":
      return Result.fail(new OtpExpired())
    case "Locked":
      return Result.fail(new OtpExhausted({ until: current.until, at }))
    case "Issued":
      return Result.succeed(current)
  }
}

/** The state after a right answer to the pending code. */
export const accepted = (otp: Issued, requestId: RequestId, publicKey?: PublicKey): OneTimeCode =>
  transition(otp, { _tag: "CodeAccepted", requestId, ...(publicKey === undefined ? {} : { publicKey }) })

/** Returns whether a wrong answer to the pending code locks the credential. */
export const mayLock = ({ failures, issue: { isRecovery } }: Issued, { otpFailuresToLock }: PolicyValues): boolean =>
  isRecovery !== true && failures + 1 >= otpFailuresToLock

/**
 * The state after a wrong answer to the pending code, which is counted. The last one allowed for a short code locks the
 * credential. Recovery codes have no limit, because they cannot be guessed.
 */
export const rejected = (otp: Issued, at: Millis, policy: PolicyValues): OneTimeCode =>
  mayLock(otp, policy)
    ? transition(otp, { _tag: "CodesExhausted", until: at + policy.otpLockFor })
    : transition(otp, { _tag: "CodeRejected" })

/** Turns the proof of `requestId` into a session, unless a newer code has replaced it. */
export const open = (otp: OneTimeCode, requestId: RequestId): Result.Result<OneTimeCode, OtpSuperseded> =>
  otp._tag === "Proven" && otp.requestId === requestId
    ? Result.succeed(transition(otp, { _tag: "SessionOpened" }))
    : Result.fail(new OtpSuperseded())

/** Invalidates a code sent to the previous address, and its proof. The counts and a lock are unchanged. */
export const readdress = (otp: OneTimeCode, at: Millis): OneTimeCode => {
  const current = asOf(otp, at)
  return current._tag === "Issued" || current._tag === "Proven"
    ? transition(current, { _tag: "AddressChanged" })
    : current
}

/** The next level of a bucket that is a field of the record that it limits, so that one write consumes and acts. */
const spent = (rate: Rate, level: Level | undefined, at: Millis): Result.Result<Level, Throttled> => {
  const now = refilled(rate, level, at)
  const until = readyAt(rate, now)
  return until > at ? Result.fail(new Throttled({ until, at })) : Result.succeed(take(rate, now, 1))
}
