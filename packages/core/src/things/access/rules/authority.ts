import { Result } from "effect"
import type { AccessPolicy } from "../../../model/AccessPolicy.ts"
import { AccountHeld, type AccountState, AccountSuspended } from "../../../model/accountState.ts"
import { hasExpired, type Millis } from "../../../model/Environment.ts"
import { requireStepUp, type SignedCallFacts, type Signing } from "./evaluate.ts"
import type { StepUpRequired } from "./refusals.ts"

/** The states of an account in which an operation is allowed. By default it is not while held or suspended (I22). */
export interface Authority {
  /** While a recovery holds the account. */
  readonly held: boolean
  /** While an operator has the account suspended. */
  readonly suspended: boolean
  /** The logins that a policy applies to for an unconfirmed credential: its own, or also those that vouched for it (I21). */
  readonly unconfirmed: "own" | "vouched"
}

const REFUSED: Authority = { held: false, suspended: false, unconfirmed: "vouched" }
const OBJECTION: Authority = { held: true, suspended: true, unconfirmed: "own" }
/** A suspension ends every session, and opens none. */
const SIGN_IN: Authority = { held: true, suspended: false, unconfirmed: "own" }

/**
 * The operations that a held account still does: sign in, refresh, end sessions, object. Every other operation, and each
 * that is added later, is refused until it has a row. Reads are no operations of an account, and need none.
 */
export const AUTHORITY: Readonly<Record<string, Authority>> = {
  VerifyCredential: SIGN_IN,
  OpenSignIn: SIGN_IN,
  RefreshSession: SIGN_IN,
  RevokeSession: OBJECTION,
  RevokeOtherSessions: OBJECTION,
  CancelRecovery: OBJECTION,
  UndoEmail: OBJECTION,
  StartRecovery: SIGN_IN,
  CompleteRecovery: SIGN_IN
}

/** Returns the row of an operation. Without one, the operation is refused while the account is held or suspended. */
export const authorityOf = (operation: string): Authority =>
  Object.hasOwn(AUTHORITY, operation) ? (AUTHORITY[operation] ?? REFUSED) : REFUSED

/** A call on an account, by the name of its operation. */
export interface AccountCall extends SignedCallFacts {
  /** The host lets its own endpoint act on a held account. */
  readonly isAllowedHeld?: boolean | undefined
}

/** Fails unless every one of the accounts may do the operation at `at`. An absent account refuses nothing here. */
export const requireStanding = (
  { isAllowedHeld = false, name }: AccountCall,
  accounts: Accounts,
  at: Millis
): Result.Result<void, AccountHeld | AccountSuspended> => {
  const { held, suspended } = authorityOf(name)
  for (const account of accounts) {
    const { heldUntil, status } = account?.value ?? UNKNOWN
    if (status === "FROZEN" && !suspended) return Result.fail(new AccountSuspended())
    if (heldUntil !== undefined && !(held || isAllowedHeld || hasExpired(heldUntil, at))) {
      return Result.fail(new AccountHeld({ heldUntil, until: heldUntil, at }))
    }
  }
  return Result.void
}

type Accounts = ReadonlyArray<{ readonly value: AccountState } | undefined>
const UNKNOWN: AccountState = { status: "ACTIVE" }

/**
 * Decides what the credentials of an account may do: the one place for signed retries, payments and guards. Returns
 * those of the sessions that may sign the call.
 */
export const authorise = <S extends { readonly value: Signing }>(
  call: AccountCall,
  accounts: Accounts,
  sessions: ReadonlyArray<S>,
  policy: AccessPolicy | undefined,
  at: Millis
): Result.Result<ReadonlyArray<S>, AccountHeld | AccountSuspended | StepUpRequired> => {
  const standing = requireStanding(call, accounts, at)
  if (Result.isFailure(standing)) return Result.fail(standing.failure)
  return requireStepUp(policy, call, sessions, at, authorityOf(call.name).unconfirmed)
}
