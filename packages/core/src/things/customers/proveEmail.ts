import { encodeUtf8 } from "@countersign/wire"
import { Effect, Redacted, Result } from "effect"
import { brandingOf, type EmbeddedWalletConfig } from "../../model/EmbeddedWalletConfig.ts"
import type { Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import { freshId, Secrets, UNAMBIGUOUS } from "../../ports/Secrets.ts"
import { Vault } from "../../ports/Vault.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { before, combined, type Limited, type Plan, put, replace, unchanged } from "../../store/plans.ts"
import type { FoundOf } from "../../store/records.ts"
import { requireStanding } from "../access/rules/authority.ts"
import { undoContext } from "../notices/rules/NoticeMail.ts"
import { challengeOf, counted, issueCode, openAnswer, readBundle } from "../one-time-codes/codes.ts"
import { issuePlan } from "../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { OtpExpired } from "../one-time-codes/rules/refusals.ts"
import { walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import * as MoveEmail from "./moveEmail.ts"
import { loadMoving } from "./moveEmail.ts"
import type { PendingEmail } from "./read.ts"
import { requireCustomer } from "./rules/Customer.ts"
import * as EmailChange from "./rules/EmailChange.ts"

/** Mails a new code to the pending address of a customer. The previous code becomes invalid. */
export const challengeEmail = (customerId: CustomerId) => startProof({ customerId })

export const startProof = operation(MoveEmail.customerReads<MoveEmail.OfCustomer>)
  .check(function challengeable({ at, command: { customerId }, found, policy }) {
    return Result.map(requirePending(found, at), ({ emails, otp, pending }) => {
      const config = walletConfigOf(found.config)
      const isRecovery = isRecoveryNext(found.code, policy)
      return { inputs: { customerId, email: pending.email, isRecovery, config }, emails, otp, pending }
    })
  })
  .prepare(function drawCode({ at, checked: { inputs } }) {
    return issueEmailCode(inputs.customerId, inputs.email, inputs, at)
  })
  .lost((conflict) => (isLate(conflict) ? new EmailChange.EmailChangeNotPending() : undefined))
  .decide(function replaceCode({ at, checked: { emails, otp, pending }, environment, found, policy, prepared }) {
    const round = { at, current: otp.value, environment, policy, ...found.code }
    return Result.map(issuePlan(prepared, round), (plan): Decision<PendingEmail> & Limited => {
      const isPending: Plan = { changes: [], guards: [unchanged(emails), before(pending.expiresAt)] }
      return { ...combined(isPending, plan), reply: { ...pending, ...challengeOf(prepared) } }
    })
  })

export interface ProveEmailCommand {
  readonly customerId: CustomerId
  readonly encryptedOtpBundle: string
}

/**
 * Proves a pending address with the code that was mailed to it. From then on it is the customer's address: its
 * EMAIL_OTP credentials send codes there, pending codes are void, and both addresses are notified. The mail to the
 * previous address contains a token that undoes the change.
 */
export const proveEmail = operation(MoveEmail.customerReads<ProveEmailCommand>)
  .more(loadMoving)
  .check(function provable({ at, command, found }) {
    return Result.gen(function* () {
      const { emails, otp, pending, record } = yield* requirePending(found, at)
      const sealed = yield* readBundle(command.encryptedOtpBundle)
      const live = yield* OneTimeCode.pendingCode(otp.value, at)
      const owners = found.owners.map(({ value }) => value)
      const inputs = { issue: live.issue, sealed, customer: record.value, owners, email: pending.email }
      return { inputs, emails, live, otp, record, pending }
    })
  })
  .prepare(
    Effect.fnUntraced(function* verifyCode({ checked }) {
      const { customer, email, issue, owners, sealed } = checked.inputs
      const answer = yield* openAnswer(issue, sealed)
      if (answer._tag === "Wrong") return answer
      return {
        _tag: answer._tag,
        moved: yield* MoveEmail.movedProfile(customer, owners, email),
        undo: customer.email === undefined ? undefined : yield* undoToken(customer.email),
        consumed: yield* freshId("Lookup")
      }
    })
  )
  .lost((conflict) => (isLate(conflict) ? new OtpExpired() : undefined))
  .decide(function moveProven(leg) {
    const { at, checked, command, environment, found, policy, prepared } = leg
    const { emails, live, otp, pending, record } = checked
    if (prepared._tag === "Wrong") {
      const branding = brandingOf(walletConfigOf(found.config))
      const round = { at, branding, policy, to: record.value.email }
      return Result.fail(counted((next) => replace(otp, next, at), live, prepared, round))
    }
    const { consumed, moved, undo } = prepared
    const next = EmailChange.proven(emails.value, undo, policy, at)
    const { plan, view } = MoveEmail.movePlan(record, moved, found, EmailChange.addressBound(next, at), at)
    const more: Plan = {
      changes: [put(EmailChange.emailChanges, environment, emails, next, at)],
      guards: [before(pending.expiresAt), before(live.issue.expiresAt)],
      drafts: MoveEmail.movedNotices(undo, pending.email, found.config, leg)
    }
    const { encryptedOtpBundle } = command
    const act = { name: "ProveEmail", path: "verify", body: { encryptedOtpBundle }, consumed } as const
    return Result.succeed({
      ...combined(plan, more),
      ...MoveEmail.mailedReceipts(leg, act, pending.email),
      reply: view
    })
  })

/** The pending change. A change that is pending while a wallet is held or suspended waits for the end of it. */
const requirePending = (found: FoundOf<ReturnType<typeof MoveEmail.customerReads>>, at: Millis) =>
  Result.gen(function* () {
    const { record } = yield* requireCustomer(found.customer)
    yield* requireStanding({ name: "ProveEmail" }, found.wallets, at)
    const pending = yield* EmailChange.pendingAt(found.emails?.value, at)
    const { otp } = found.code
    if (found.emails === undefined || otp === undefined)
      return yield* Result.fail(new EmailChange.EmailChangeNotPending())
    return { record, pending, emails: found.emails, otp }
  })

/** Issues a code for a pending address, under the key that counts the customer's wrong answers. */
export const issueEmailCode = (
  customerId: CustomerId,
  email: string,
  { config, isRecovery }: { readonly config: EmbeddedWalletConfig; readonly isRecovery: boolean },
  at: Millis
) => issueCode(EmailChange.emailCodesOf(customerId), email, at, config, isRecovery, "CONFIRM_ADDRESS")

export const isRecoveryNext = ({ otp }: MoveEmail.EmailRecords["code"], policy: Call<unknown>["policy"]): boolean =>
  otp !== undefined && OneTimeCode.needsRecovery(otp.value, policy)

/** A token for the owner of the previous address. The service stores its digest, and the mail until it is sent. */
export const undoToken = Effect.fnUntraced(function* (email: string) {
  const secrets = yield* Secrets
  const vault = yield* Vault
  const token = Redacted.value(yield* secrets.code(EmailChange.UNDO_TOKEN_LENGTH, UNAMBIGUOUS))
  return { email, token, sealedToken: yield* vault.seal(encodeUtf8(token), undoContext(email)) }
})
