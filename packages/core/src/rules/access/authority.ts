import { Result } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import type { Millis } from "../../model/Environment.ts"
import { AccountHeld, AccountSuspended, heldAt, type InternalAccount } from "../internal-accounts/InternalAccount.ts"
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

/** The fields of an account that authority depends on. */
export type AccountStanding = Pick<InternalAccount, "heldUntil" | "status">

/** Fails for a suspended account: no session opens for it, and no recovery of it starts. */
export const requireNotSuspended = (
  account: Pick<AccountStanding, "status"> | undefined
): Result.Result<void, AccountSuspended> =>
  account?.status === "FROZEN" ? Result.fail(new AccountSuspended()) : Result.void

/** Fails unless every one of the accounts may do the operation at `at`. An absent account refuses nothing here. */
export const requireStanding = (
  { isAllowedHeld = false, name }: AccountCall,
  accounts: ReadonlyArray<AccountStanding | undefined>,
  at: Millis
): Result.Result<void, AccountHeld | AccountSuspended> => {
  const { held, suspended } = authorityOf(name)
  for (const account of accounts) {
    if (account === undefined) continue
    const active = suspended ? Result.void : requireNotSuspended(account)
    if (Result.isFailure(active)) return Result.fail(active.failure)
    const until = held || isAllowedHeld ? undefined : heldAt(account, at)
    if (until !== undefined) return Result.fail(new AccountHeld({ heldUntil: until, until, at }))
  }
  return Result.void
}

/**
 * Decides what the credentials of an account may do: the one place for signed retries, payments and guards. Returns
 * those of the sessions that may sign the call.
 */
export const authorise = <S extends { readonly value: Signing }>(
  call: AccountCall,
  accounts: ReadonlyArray<AccountStanding | undefined>,
  sessions: ReadonlyArray<S>,
  policy: AccessPolicy | undefined,
  at: Millis
): Result.Result<ReadonlyArray<S>, AccountHeld | AccountSuspended | StepUpRequired> =>
  Result.flatMap(requireStanding(call, accounts, at), () =>
    requireStepUp(policy, call, sessions, at, authorityOf(call.name).unconfirmed)
  )
