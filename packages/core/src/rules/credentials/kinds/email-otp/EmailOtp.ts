import { Result, Schema } from "effect"
import * as Machine from "../../../../machine/Machine.ts"
import { isOver, Millis } from "../../../../model/Environment.ts"
import { entry, invalid, unauthorized } from "../../../../model/faults.ts"
import { AccountId, CredentialId, PublicKey, RequestId } from "../../../../model/ids.ts"
import type { PolicyValues } from "../../../../model/Policy.ts"
import * as Collection from "../../../../store/Collection.ts"

// biome-ignore-all format: a table, one refusal a line

/** The decrypted code is not the one that was sent. */
export class OtpWrong extends Schema.TaggedError<OtpWrong>()("OtpWrong", {}) {
  static readonly entry = unauthorized(
    "OTP_WRONG",
    "Invalid OTP code",
    "The code is not the one that was sent. Try again."
  )
}

/** No code waits for an answer: none was sent, or it was used. */
export class OtpNotPending extends Schema.TaggedError<OtpNotPending>()("OtpNotPending", {}) {
  static readonly entry = unauthorized(
    "OTP_NOT_PENDING",
    "No pending OTP",
    "No code waits for an answer. Ask for a new one."
  )
}

export class OtpExpired extends Schema.TaggedError<OtpExpired>()("OtpExpired", {}) {
  static readonly entry = unauthorized("OTP_EXPIRED", "OTP code expired", "The code is over. Ask for a new one.")
}

/** Too many wrong codes; no code is judged until the lock ends. */
export class OtpExhausted extends Schema.TaggedError<OtpExhausted>()("OtpExhausted", {}) {
  static readonly entry = unauthorized(
    "OTP_LOCKED",
    "Too many wrong OTP codes",
    "Too many wrong codes: none is judged for now. Wait for the lock to end, then ask for a new code."
  )
}

/** Too many wrong codes; no new one is sent before `until`. */
export class OtpCoolingDown extends Schema.TaggedError<OtpCoolingDown>()("OtpCoolingDown", {
  until: Millis,
  at: Millis
}) {
  static readonly entry = {
    ...entry(
      "limited",
      "RATE_LIMITED",
      "Too many wrong OTP codes",
      "Too many wrong codes. Ask for a new code after Retry-After seconds."
    ),
    check: "OTP_LOCKED"
  }
}

/** The bundle is not JSON of the two fields, or they are not hex of their shape. */
export class OtpBundleMalformed extends Schema.TaggedError<OtpBundleMalformed>()("OtpBundleMalformed", {}) {
  static readonly entry = invalid(
    "Malformed OTP bundle",
    "encryptedOtpBundle is not JSON text of encappedPublic and ciphertext in hex. Send what the HPKE library made."
  )
}

/** The bundle does not open with the target key in force, or what it holds is not a code and a key. */
export class OtpBundleUnopened extends Schema.TaggedError<OtpBundleUnopened>()("OtpBundleUnopened", {}) {
  static readonly entry = unauthorized(
    "OTP_BUNDLE_UNOPENED",
    "OTP bundle does not open",
    "The bundle was not sealed to the target key in force. Seal the code to the newest otpEncryptionTargetBundle."
  )
}

/** A newer code was asked for after this one was proven; only the newest login goes on. */
export class OtpSuperseded extends Schema.TaggedError<OtpSuperseded>()("OtpSuperseded", {}) {
  static readonly entry = unauthorized(
    "OTP_SUPERSEDED",
    "A newer OTP code was requested",
    "A newer code was asked for after this one was proven. Finish the login of the newest code."
  )
}

/** One code on its way, and the key pair its answer is sealed to. Replaced whole by the next issue. */
export const Issue = Schema.Struct({
  issueId: Schema.String,
  /** A keyed digest: the code itself is in the mail and nowhere else. */
  codeDigest: Schema.String,
  /** The private half of the target key, sealed by the vault; gone with the issue. */
  sealedTargetKey: Schema.String,
  targetPublicKey: PublicKey,
  expiresAt: Millis,
  /** True for a recovery code: it has at least 64 bits, so wrong answers to it lock nothing. */
  isRecovery: Schema.optionalKey(Schema.Boolean)
})
export type Issue = typeof Issue.Type

const counted = {
  credentialId: CredentialId,
  accountId: AccountId,
  /** Wrong codes in a row since the last right one or the end of the last lock. A new issue does not reset it (I15). */
  failures: Schema.Int,
  /** Wrong codes in a row since the last right one. Neither a new issue nor the end of a lock resets it (I15). */
  failuresInAll: Schema.Int
}

const State = Schema.TaggedUnion({
  Idle: counted,
  Issued: { ...counted, issue: Issue },
  Lapsed: counted,
  Proven: { ...counted, requestId: RequestId },
  Locked: { ...counted, until: Millis }
})
/** Where an EMAIL_OTP credential stands with its codes. */
export type EmailOtp = Machine.Made<"EmailOtp", typeof State.Type>
export type Issued = Extract<EmailOtp, { readonly _tag: "Issued" }>
export type Locked = Extract<EmailOtp, { readonly _tag: "Locked" }>

const Event = Schema.TaggedUnion({
  CodeIssued: { issue: Issue },
  LifetimeEnded: {},
  CodeRejected: {},
  CodesExhausted: { until: Millis },
  CodeAccepted: { requestId: RequestId },
  SessionOpened: {},
  AddressChanged: {},
  LockEnded: {},
  LockLifted: {}
})

type Counts = Pick<Issued, keyof typeof counted>
const counts = ({ accountId, credentialId, failures, failuresInAll }: Counts): Counts => ({
  accountId,
  credentialId,
  failures,
  failuresInAll
})
const oneMore = (state: Counts): Counts => ({
  ...counts(state),
  failures: state.failures + 1,
  failuresInAll: state.failuresInAll + 1
})
const unlocked = (state: Counts): Counts => ({ ...counts(state), failures: 0 })
const issued = {
  to: "Issued" as const,
  with: (state: Counts, event: { readonly issue: Issue }) => ({
    ...counts(state),
    issue: event.issue
  })
}

const { begin, machine, state, transition } = Machine.make({
  name: "EmailOtp",
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
          requestId: event.requestId
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

export const emailOtps = Collection.make({
  name: "email_otps",
  schema: state,
  id: (otp) => otp.credentialId
})

/** The state of a new credential: no code was issued, and no wrong code was counted. */
export const begun = (ids: Pick<Issued, "accountId" | "credentialId">) =>
  begin({ ...ids, failures: 0, failuresInAll: 0 })

/** Where it stands at `at`: time lets a code lapse and a lock end without anybody writing it down. */
export const asOf = (otp: EmailOtp, at: Millis): EmailOtp => {
  if (otp._tag === "Issued" && isOver(otp.issue.expiresAt, at)) return transition(otp, { _tag: "LifetimeEnded" })
  if (otp._tag === "Locked" && isOver(otp.until, at)) return transition(otp, { _tag: "LockEnded" })
  return otp
}

/**
 * Whether the next code is a recovery code. It is from the first lock on until a right code: an anonymous caller has used
 * up the wrong answers that a short code allows, and must not be able to keep the owner out with more of them (FA11).
 */
export const needsRecovery = (
  { failuresInAll }: Pick<Issued, "failuresInAll">,
  { otpFailuresToLock }: Pick<PolicyValues, "otpFailuresToLock">
): boolean => failuresInAll >= otpFailuresToLock

/** The credential after another credential of its account has opened a session: a lock is lifted, the counts stay. */
export const lifted = (otp: EmailOtp): EmailOtp =>
  otp._tag === "Locked" ? transition(otp, { _tag: "LockLifted" }) : otp

/** Replaces any pending code by a fresh one. */
export const issue = (otp: EmailOtp, fresh: Issue, at: Millis): Result.Result<Issued, OtpCoolingDown> => {
  const current = asOf(otp, at)
  return current._tag === "Locked"
    ? Result.fail(new OtpCoolingDown({ until: current.until, at }))
    : Result.succeed(issuedOf(current, fresh))
}

/** The credential with a code: any but a locked one may get one. */
export const issuedOf = (otp: Exclude<EmailOtp, Locked>, fresh: Issue): Issued =>
  transition(otp, { _tag: "CodeIssued", issue: fresh })

export type NotLive = OtpNotPending | OtpExpired | OtpExhausted

/** The code that waits for an answer at `at`. */
export const live = (otp: EmailOtp, at: Millis): Result.Result<Issued, NotLive> => {
  const current = asOf(otp, at)
  switch (current._tag) {
    case "Idle":
    case "Proven":
      return Result.fail(new OtpNotPending())
    case "Lapsed":
      return Result.fail(new OtpExpired())
    case "Locked":
      return Result.fail(new OtpExhausted())
    case "Issued":
      return Result.succeed(current)
  }
}

/** A judged answer: the state to commit first, then the refusal to give, if there is one. */
export interface Verdict {
  readonly next: EmailOtp
  readonly refusal: OtpWrong | undefined
}

/**
 * Judges one answer to a pending code. A wrong one is counted. The last one that a short code allows locks the
 * credential; a recovery code allows any number, since it cannot be guessed.
 */
export const judge = (
  otp: Issued,
  answer: {
    readonly isRight: boolean
    readonly requestId: RequestId
    readonly at: Millis
  },
  policy: PolicyValues
): Verdict =>
  answer.isRight
    ? { next: transition(otp, { _tag: "CodeAccepted", requestId: answer.requestId }), refusal: undefined }
    : { next: rejected(otp, answer.at, policy), refusal: new OtpWrong() }

const rejected = (otp: Issued, at: Millis, policy: PolicyValues): EmailOtp =>
  otp.issue.isRecovery !== true && otp.failures + 1 >= policy.otpFailuresToLock
    ? transition(otp, { _tag: "CodesExhausted", until: at + policy.otpLockFor })
    : transition(otp, { _tag: "CodeRejected" })

/** The proof behind `requestId` becomes a session, unless a newer code has taken its place. */
export const open = (otp: EmailOtp, requestId: RequestId): Result.Result<EmailOtp, OtpSuperseded> =>
  otp._tag === "Proven" && otp.requestId === requestId
    ? Result.succeed(transition(otp, { _tag: "SessionOpened" }))
    : Result.fail(new OtpSuperseded())

/** A code sent to the address of before, and a proof by one, are worth nothing. The counts and a lock stay. */
export const readdress = (otp: EmailOtp, at: Millis): EmailOtp => {
  const current = asOf(otp, at)
  return current._tag === "Issued" || current._tag === "Proven"
    ? transition(current, { _tag: "AddressChanged" })
    : current
}
