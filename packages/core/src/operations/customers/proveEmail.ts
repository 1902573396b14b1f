import { encodeUtf8 } from "@countersign/wire"
import { Effect, Redacted, Result } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { CustomerId } from "../../model/ids.ts"
import { undoContext } from "../../ports/Mailer.ts"
import { freshId, Secrets, UNAMBIGUOUS } from "../../ports/Secrets.ts"
import { Vault } from "../../ports/Vault.ts"
import { requireStanding } from "../../rules/access/authority.ts"
import { walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import { type IssuedCode, issueCode, issuePlan } from "../../rules/credentials/kinds/email-otp/codes.ts"
import * as EmailOtp from "../../rules/credentials/kinds/email-otp/EmailOtp.ts"
import { OtpExpired } from "../../rules/credentials/kinds/email-otp/refusals.ts"
import { counted, openAnswer, readBundle } from "../../rules/credentials/kinds/email-otp/verify.ts"
import { requireCustomer } from "../../rules/customers/Customer.ts"
import {
  addressBound,
  EmailChangeNotPending,
  emailCodesOf,
  pendingAt,
  proven,
  UNDO_TOKEN_LENGTH,
  written
} from "../../rules/customers/EmailChange.ts"
import { before, combined, type Limited, type Plan, unchanged } from "../../store/plans.ts"
import { isLate } from "../isTaken.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import {
  type CustomerFound,
  customerReads,
  type MoveFound,
  mailedReceipts,
  moreReads,
  movedNotices,
  movedProfile,
  movePlan
} from "./moveEmail.ts"
import type { PendingEmail } from "./read.ts"

/** Issues a code for a pending address, under the key that counts the customer's wrong answers. */
export const issueEmailCode = (
  { customerId, email, isRecovery }: { readonly customerId: CustomerId; readonly email: string; isRecovery: boolean },
  { at, found: { config } }: Pick<Leg<unknown, Pick<CustomerFound, "config">>, "at" | "found">
) => issueCode(emailCodesOf(customerId), email, at, walletConfigOf(config), isRecovery, "CONFIRM_ADDRESS")

export const isRecoveryNext = (leg: Pick<Leg<unknown, Pick<CustomerFound, "code">>, "found" | "policy">): boolean => {
  const { otp } = leg.found.code
  return otp !== undefined && EmailOtp.needsRecovery(otp.value, leg.policy)
}

interface ChallengeEmailCommand {
  readonly customerId: CustomerId
}

/** The pending change. A change that is pending while a wallet is held or suspended waits for the end of it. */
const requirePending = ({ at, found }: Pick<Leg<unknown, CustomerFound>, "at" | "found">) =>
  Result.gen(function* () {
    const { record } = yield* requireCustomer(found.customer)
    yield* requireStanding({ name: "ProveEmail" }, found.wallets, at)
    const pending = yield* pendingAt(found.emails?.value, at)
    const { otp } = found.code
    if (found.emails === undefined || otp === undefined) return yield* Result.fail(new EmailChangeNotPending())
    return { record, pending, emails: found.emails, otp }
  })

export const checkChallenge = (leg: Leg<ChallengeEmailCommand, CustomerFound>) =>
  Result.map(requirePending(leg), ({ emails, otp, pending }) => {
    const terms = { customerId: leg.command.customerId, email: pending.email, isRecovery: isRecoveryNext(leg) }
    return { inputs: { ...terms, config: walletConfigOf(leg.found.config) }, emails, otp, pending, terms, leg }
  })

const prepareChallenge = ({ checked }: { readonly checked: CheckedBy<typeof checkChallenge> }) =>
  issueEmailCode(checked.terms, checked.leg)

export const decideChallenge = (
  leg: Leg<ChallengeEmailCommand, CustomerFound> & {
    readonly checked: Pick<CheckedBy<typeof checkChallenge>, "emails" | "otp" | "pending">
    readonly prepared: IssuedCode
  }
) => {
  const { at, checked, environment, found, policy, prepared } = leg
  const { emails, otp, pending } = checked
  const round = { at, current: otp.value, environment, policy, ...found.code }
  return Result.map(issuePlan(prepared, round), (plan): Decision<PendingEmail> & Limited => {
    const isPending: Plan = { changes: [], guards: [unchanged(emails), before(pending.expiresAt)] }
    return { ...combined(isPending, plan), reply: { ...pending, otpEncryptionTargetBundle: prepared.bundle } }
  })
}

const challengeOnce = operation({
  reads: customerReads,
  check: checkChallenge,
  prepare: prepareChallenge,
  decide: decideChallenge,
  lost: (conflict) => (isLate(conflict) ? new EmailChangeNotPending() : undefined)
})

/** Mails a new code to the pending address of a customer. The previous code becomes invalid. */
export const challengeEmail = (customerId: CustomerId) => challengeOnce({ customerId })

export interface ProveEmailCommand {
  readonly customerId: CustomerId
  readonly encryptedOtpBundle: string
}

export const checkProof = (leg: Leg<ProveEmailCommand, MoveFound>) =>
  Result.gen(function* () {
    const { at, command, found } = leg
    const { emails, otp, pending, record } = yield* requirePending(leg)
    const sealed = yield* readBundle(command.encryptedOtpBundle)
    const live = yield* EmailOtp.pendingCode(otp.value, at)
    const owners = found.owners.map(({ value }) => value)
    const inputs = { issue: live.issue, sealed, customer: record.value, owners, email: pending.email }
    return { inputs, emails, live, otp, record, pending }
  })

const prepareProof = Effect.fnUntraced(function* ({ checked }: { readonly checked: CheckedBy<typeof checkProof> }) {
  const { customer, email, issue, owners, sealed } = checked.inputs
  const answer = yield* openAnswer(issue, sealed)
  if (answer._tag === "Wrong") return answer
  return {
    _tag: answer._tag,
    moved: yield* movedProfile(customer, owners, email),
    undo: customer.email === undefined ? undefined : yield* undoToken(customer.email),
    consumed: yield* freshId("Lookup")
  }
})

/** A token for the owner of the previous address. The service stores its digest, and the mail until it is sent. */
export const undoToken = Effect.fnUntraced(function* (email: string) {
  const secrets = yield* Secrets
  const vault = yield* Vault
  const token = Redacted.value(yield* secrets.code(UNDO_TOKEN_LENGTH, UNAMBIGUOUS))
  return { email, token, sealedToken: yield* vault.seal(encodeUtf8(token), undoContext(email)) }
})

export const decideProof = (
  leg: Leg<ProveEmailCommand, MoveFound> & {
    readonly checked: Omit<CheckedBy<typeof checkProof>, "inputs">
    readonly prepared: PreparedBy<typeof prepareProof>
  }
) => {
  const { at, checked, command, environment, found, policy, prepared } = leg
  const { emails, live, otp, pending, record } = checked
  if (prepared._tag === "Wrong") {
    const branding = brandingOf(walletConfigOf(found.config))
    return Result.fail(counted(otp, live, prepared, { at, branding, policy, to: record.value.email }))
  }
  const { consumed, moved, undo } = prepared
  const next = proven(emails.value, undo, policy, at)
  const { plan, view } = movePlan(record, moved, found, addressBound(next, at), at)
  const more: Plan = {
    changes: [written(emails, next, environment, at)],
    guards: [before(pending.expiresAt), before(live.issue.expiresAt)],
    drafts: movedNotices(undo, pending.email, leg)
  }
  const { encryptedOtpBundle } = command
  const act = { name: "ProveEmail", path: "verify", body: { encryptedOtpBundle }, consumed } as const
  return Result.succeed({ ...combined(plan, more), ...mailedReceipts(leg, act, pending.email), reply: view })
}

/**
 * Proves a pending address with the code that was mailed to it. From then on it is the customer's address: its
 * EMAIL_OTP credentials send codes there, pending codes are void, and both addresses are notified. The mail to the
 * previous address contains a token that undoes the change.
 */
export const proveEmail = operation({
  reads: customerReads,
  moreReads,
  check: checkProof,
  prepare: prepareProof,
  decide: decideProof,
  lost: (conflict) => (isLate(conflict) ? new OtpExpired() : undefined)
})
