import { Result } from "effect"
import { hasExpired, Millis } from "./Environment.ts"
import { conflict, Refusal, withCode } from "./Refusal.ts"

/** The fields of an account that decide what it may do: its status, and the end of a hold by a recovery. */
export interface AccountState {
  readonly status: string
  readonly heldUntil?: Millis
}

/** The end of the hold, if the account is held at `at`. */
export const heldAt = ({ heldUntil }: Pick<AccountState, "heldUntil">, at: Millis): Millis | undefined =>
  heldUntil === undefined || hasExpired(heldUntil, at) ? undefined : heldUntil

/** Fails for a suspended account: no session opens for it, and no recovery of it starts. */
export const requireNotSuspended = (
  account: Pick<AccountState, "status"> | undefined
): Result.Result<void, AccountSuspended> =>
  account?.status === "FROZEN" ? Result.fail(new AccountSuspended()) : Result.void

export class AccountSuspended extends Refusal("AccountSuspended")(withCode("forbidden", "ACCOUNT_SUSPENDED"), {
  reason: "Account is suspended",
  message: "The platform's support suspended this wallet. Contact support, which can resume it.",
  cause: "An operator suspended the wallet. Its sessions ended, and no credential opens a new one until it is resumed.",
  remedy:
    "Read the receipts of the account for the operator and the reason. An operator resumes it with POST /operator/accounts/{id}/resume."
}) {}

export class AccountHeld extends Refusal("AccountHeld", { heldUntil: Millis, until: Millis, at: Millis })(
  withCode("conflict", "ACCOUNT_HELD"),
  {
    reason: "Account is held",
    message:
      "The wallet is on hold for a recovery until details.heldUntil, so this call has no effect. Wait, or cancel a recovery that the end user did not start.",
    cause:
      "A recovery of the wallet is open, or was completed within the last 72 hours by default. Until then the wallet signs in, refreshes and ends sessions, and cancels the recovery, and nothing else: the owner has time to object.",
    remedy:
      "Read the recoveries of the account. Any session of the wallet cancels an open one with DELETE /auth/recoveries/{id}. An endpoint of your own may accept a held wallet by the option `allowHeld` of its guard."
  }
) {}

/** The account or credential is suspended, or its account is closed. */
export class AlreadySuspended extends Refusal("AlreadySuspended")(conflict, {
  reason: "Already suspended",
  message: "The account or credential is already suspended. No further call is needed.",
  cause: "An earlier call suspended it, possibly although its response was lost.",
  remedy: "Read the receipts of the account to see who suspended it, and why."
}) {}

export class NotSuspended extends Refusal("NotSuspended")(conflict, {
  reason: "Not suspended",
  message: "The account or credential is not suspended, so it cannot be resumed. No call is needed.",
  cause: "It was never suspended, or an earlier call resumed it, possibly although its response was lost.",
  remedy: "Read its status: a suspended wallet is FROZEN, and a suspended credential is SUSPENDED."
}) {}
