import { sha256Hex, typedCode } from "@countersign/wire"
import { Result, Schema } from "effect"
import { hasExpired, Millis } from "../../../model/Environment.ts"
import { CustomerId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { missing, Refusal, unauthorized, withCode } from "../../../model/Refusal.ts"
import { boundBy, Voucher } from "../../../model/Voucher.ts"
import * as Collection from "../../../store/Collection.ts"

/** An address that the end user signed for. It is not used until a code that is mailed to it proves it, if one has to. */
const Pending = Schema.Struct({
  email: Schema.String,
  /** The session that signed vouches for the address once it is proven. */
  voucher: Schema.optionalKey(Voucher),
  expiresAt: Millis
})
type Pending = typeof Pending.Type

/** A completed change that the owner of the previous address may undo. The token itself is only in the mail. */
const Undoable = Schema.Struct({
  tokenSha256: Schema.String,
  email: Schema.String,
  until: Millis,
  /** When the address moved, and what vouched for that. Absent on older records. */
  since: Schema.optionalKey(Millis),
  voucher: Schema.optionalKey(Voucher)
})
type Undoable = typeof Undoable.Type

/** The pending change of a customer's address, and the completed changes that can be undone, oldest first. */
export const EmailChanges = Schema.Struct({
  customerId: CustomerId,
  pending: Schema.optionalKey(Pending),
  undoable: Schema.Array(Undoable),
  expiresAt: Millis
})
export type EmailChanges = typeof EmailChanges.Type

export const emailChanges = Collection.make({
  name: "email_changes",
  schema: EmailChanges,
  id: "customerId",
  expiry: "expiresAt"
})

/** The key under which the codes for a new address of a customer are stored and counted. */
export const emailCodesOf = (customerId: CustomerId): string => `email of ${customerId}`

/**
 * The length of an undo token: 26 of 32 characters, 130 bits. NIST SP 800-63B section 3.2.2 requires a limit on wrong
 * guesses only below 64 bits.
 */
export const UNDO_TOKEN_LENGTH = 26

/** One record has all changes that can be undone, so their number is limited. */
export const MOST_UNDOABLE = 20

/** The changes after an end user signed for `email`, which replaces an earlier pending change. */
export const proposed = (
  customerId: CustomerId,
  changes: EmailChanges | undefined,
  email: string,
  voucher: Voucher | undefined,
  { emailChangeLifetime }: Pick<PolicyValues, "emailChangeLifetime">,
  at: Millis
): Result.Result<EmailChanges & { readonly pending: Pending }, TooManyEmailChanges> => {
  const undoable = undoableAt(changes, at)
  const [oldest] = undoable
  if (oldest !== undefined && undoable.length >= MOST_UNDOABLE) {
    return Result.fail(new TooManyEmailChanges({ until: oldest.until, at }))
  }
  const pending = { email, expiresAt: at + emailChangeLifetime, ...(voucher === undefined ? {} : { voucher }) }
  return Result.succeed({ ...expiring({ customerId, undoable, pending }, at), pending })
}

export const pendingAt = (
  changes: EmailChanges | undefined,
  at: Millis
): Result.Result<Pending, EmailChangeNotPending> =>
  changes?.pending === undefined || hasExpired(changes.pending.expiresAt, at)
    ? Result.fail(new EmailChangeNotPending())
    : Result.succeed(changes.pending)

/**
 * The changes after the pending one was proven, or was signed where no proof is needed. The owner of the previous
 * address may undo it, if there was one.
 */
export const proven = (
  { customerId, pending, ...changes }: EmailChanges,
  previous: { readonly email: string; readonly token: string } | undefined,
  { credentialConfirmation, emailUndoWindow }: Pick<PolicyValues, "credentialConfirmation" | "emailUndoWindow">,
  at: Millis
): EmailChanges => {
  const undoable = undoableAt(changes, at)
  if (previous === undefined) return expiring({ customerId, undoable }, at)
  const { email, token } = previous
  // Its voucher begins when the address moves, not when the change was signed.
  const voucher = pending?.voucher && { voucher: { ...pending.voucher, until: at + credentialConfirmation } }
  const latest = { tokenSha256: sha256Hex(typedCode(token)), email, until: at + emailUndoWindow, since: at, ...voucher }
  return expiring({ customerId, undoable: [...undoable, latest] }, at)
}

/**
 * Undoes the change that the token was mailed for, and every later one: their tokens, and a pending change, become
 * invalid. A wrong, used or late token is refused identically. Returns the restored address.
 */
export const undone = (
  changes: EmailChanges | undefined,
  token: string,
  at: Millis
): Result.Result<{ readonly next: EmailChanges; readonly restored: Undoable }, UndoTokenRefused> => {
  const digest = sha256Hex(typedCode(token))
  const undoable = undoableAt(changes, at)
  const nth = undoable.findLastIndex(({ tokenSha256 }) => tokenSha256 === digest)
  const restored = undoable[nth]
  if (changes === undefined || restored === undefined) return Result.fail(new UndoTokenRefused())
  const next = expiring({ customerId: changes.customerId, undoable: undoable.slice(0, nth) }, at)
  return Result.succeed({ next, restored })
}

/** The bound of the address in use: every move that can be undone and is not confirmed. */
export const addressBound = (changes: EmailChanges, at: Millis): Voucher | undefined =>
  boundBy(
    changes.undoable.map(({ voucher }) => voucher),
    at
  )

export const withoutPending = ({ pending: _, ...changes }: EmailChanges, at: Millis): EmailChanges =>
  expiring(changes, at)

const undoableAt = (changes: Pick<EmailChanges, "undoable"> | undefined, at: Millis): ReadonlyArray<Undoable> =>
  (changes?.undoable ?? []).filter(({ until }) => !hasExpired(until, at))

const expiring = (changes: Omit<EmailChanges, "expiresAt">, at: Millis): EmailChanges => ({
  ...changes,
  expiresAt: Math.max(at, changes.pending?.expiresAt ?? at, ...changes.undoable.map(({ until }) => until))
})

export class EmailChangeNotPending extends Refusal("EmailChangeNotPending")(missing, {
  reason: "No pending email change",
  message: "The customer has no pending change of the email address. Change the address again, and sign the change.",
  cause:
    "No change was signed, or it was proven, replaced or undone, or `emailChange` is `immediate`, so that it needed no proof. By default it expires after 24 hours.",
  remedy:
    "Call PATCH /customers/{id} with the new email, and prove it in time. `policy.emailChangeLifetime` sets the time."
}) {}

/** The token matches no change that can be undone. Wrong, used and late tokens are indistinguishable. */
export class UndoTokenRefused extends Refusal("UndoTokenRefused")(unauthorized("UNDO_TOKEN"), {
  reason: "Undo token is not valid",
  message:
    "The undo token matches no change of this customer that can be undone. Enter the token from the newest mail.",
  cause: "The token is misspelled, was used, or has expired: by default 72 hours after the change.",
  remedy: "Copy the token from the mail to the old address. After `policy.emailUndoWindow`, contact the platform."
}) {}

export class TooManyEmailChanges extends Refusal("TooManyEmailChanges", { until: Millis, at: Millis })(
  withCode("limited", "RATE_LIMITED"),
  {
    check: "EMAIL_CHANGES",
    reason: "Too many email changes",
    message: "The email address was changed too often. Change it again after Retry-After seconds.",
    cause: "At most 20 changes of an address can be undone at a time, each for 72 hours by default.",
    remedy: "Wait for Retry-After seconds, or undo a change with the token that was mailed to the old address."
  }
) {}
