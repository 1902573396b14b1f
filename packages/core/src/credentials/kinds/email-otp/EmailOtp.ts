import { Result, Schema } from "effect"
import * as Machine from "../../../kernel/Machine.ts"
import { AccountId, CredentialId, PublicKey, RequestId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { isOver, Millis } from "../../../model/time.ts"
import * as Collection from "../../../ports/Collection.ts"
import { OtpCoolingDown, OtpExhausted, OtpExpired, OtpNotPending, OtpSuperseded, OtpWrong } from "./refusals.ts"

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

/** Where an EMAIL_OTP credential stands with its codes. */
export const EmailOtp = Schema.TaggedUnion({
  Idle: counted,
  Issued: { ...counted, issue: Issue },
  Lapsed: counted,
  Proven: { ...counted, requestId: RequestId },
  Locked: { ...counted, until: Millis }
})
export type EmailOtp = typeof EmailOtp.Type
export type Issued = typeof EmailOtp.cases.Issued.Type

export const Event = Schema.TaggedUnion({
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
export type Event = typeof Event.Type

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

export const machine = Machine.make<EmailOtp, Event>({
  name: "EmailOtp",
  begins: ["Idle"],
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

export const emailOtps = Collection.make({
  name: "email_otps",
  schema: EmailOtp,
  id: (otp) => otp.credentialId
})

/** Where it stands at `at`: time lets a code lapse and a lock end without anybody writing it down. */
export const asOf = (otp: EmailOtp, at: Millis): EmailOtp => {
  const after = (event: Event) => Result.getOrElse(machine.transition(otp, event), () => otp)
  if (otp._tag === "Issued" && isOver(otp.issue.expiresAt, at)) return after(Event.cases.LifetimeEnded.make({}))
  if (otp._tag === "Locked" && isOver(otp.until, at)) return after(Event.cases.LockEnded.make({}))
  return otp
}

/**
 * Whether the next code is a recovery code. It is from the first lock on until a right code: an anonymous caller has used
 * up the wrong answers that a short code allows, and must not be able to keep the owner out with more of them (FA11).
 */
export const needsRecovery = (
  { failuresInAll }: EmailOtp,
  { otpFailuresToLock }: Pick<PolicyValues, "otpFailuresToLock">
): boolean => failuresInAll >= otpFailuresToLock

/** The credential after another credential of its account has opened a session: a lock is lifted, the counts stay. */
export const lifted = (otp: EmailOtp): EmailOtp =>
  Result.getOrElse(machine.transition(otp, Event.cases.LockLifted.make({})), () => otp)

/** Replaces any pending code by a fresh one. */
export const issue = (
  otp: EmailOtp,
  fresh: Issue,
  at: Millis
): Result.Result<EmailOtp, OtpCoolingDown | OtpNotPending> => {
  const current = asOf(otp, at)
  if (current._tag === "Locked") return Result.fail(new OtpCoolingDown({ until: current.until, at }))
  return Result.mapError(
    machine.transition(current, Event.cases.CodeIssued.make({ issue: fresh })),
    () => new OtpNotPending()
  )
}

export type NotLive = OtpNotPending | OtpExpired | OtpExhausted

/** The code that waits for an answer at `at`. */
export const live = (otp: EmailOtp, at: Millis): Result.Result<Issued, NotLive> =>
  EmailOtp.match(asOf(otp, at), {
    Idle: (): Result.Result<Issued, NotLive> => Result.fail(new OtpNotPending()),
    Proven: () => Result.fail(new OtpNotPending()),
    Lapsed: () => Result.fail(new OtpExpired()),
    Locked: () => Result.fail(new OtpExhausted()),
    Issued: (current) => Result.succeed(current)
  })

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
): Result.Result<Verdict, Machine.IllegalTransition> =>
  answer.isRight
    ? Result.map(machine.transition(otp, Event.cases.CodeAccepted.make({ requestId: answer.requestId })), (next) => ({
        next,
        refusal: undefined
      }))
    : Result.map(machine.transition(otp, wrong(otp, answer.at, policy)), (next) => ({ next, refusal: new OtpWrong() }))

const wrong = (otp: Issued, at: Millis, policy: PolicyValues): Event =>
  otp.issue.isRecovery !== true && otp.failures + 1 >= policy.otpFailuresToLock
    ? Event.cases.CodesExhausted.make({ until: at + policy.otpLockFor })
    : Event.cases.CodeRejected.make({})

/** The proof behind `requestId` becomes a session, unless a newer code has taken its place. */
export const open = (otp: EmailOtp, requestId: RequestId): Result.Result<EmailOtp, OtpSuperseded> =>
  otp._tag === "Proven" && otp.requestId === requestId
    ? Result.mapError(machine.transition(otp, Event.cases.SessionOpened.make({})), () => new OtpSuperseded())
    : Result.fail(new OtpSuperseded())

/** A code sent to the address of before, and a proof by one, are worth nothing. The counts and a lock stay. */
export const readdress = (otp: EmailOtp, at: Millis): EmailOtp => {
  const current = asOf(otp, at)
  return Result.getOrElse(machine.transition(current, Event.cases.AddressChanged.make({})), () => current)
}
