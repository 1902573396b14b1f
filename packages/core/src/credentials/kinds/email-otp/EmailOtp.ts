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
  expiresAt: Millis
})
export type Issue = typeof Issue.Type

const counted = {
  credentialId: CredentialId,
  accountId: AccountId,
  /** Wrong codes in a row since the last right one or the end of the last lock. A new issue does not reset it (I15). */
  failures: Schema.Int,
  /** Wrong codes in a row since the last right one, over all locks. */
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
  LockEnded: {}
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
      LockEnded: {
        to: "Idle",
        with: (state) => ({ ...counts(state), failures: 0 })
      }
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

/** Puts a fresh code in the place of any older one. */
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

/** Judges one answer to a live code. A wrong one is counted; the last one allowed locks the credential. */
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

const wrong = (otp: Issued, at: Millis, policy: PolicyValues): Event => {
  if (otp.failuresInAll + 1 >= policy.otpFailuresToLockLong) {
    return Event.cases.CodesExhausted.make({ until: at + policy.otpLongLockFor })
  }
  if (otp.failures + 1 >= policy.otpFailuresToLock) {
    return Event.cases.CodesExhausted.make({ until: at + policy.otpLockFor })
  }
  return Event.cases.CodeRejected.make({})
}

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
