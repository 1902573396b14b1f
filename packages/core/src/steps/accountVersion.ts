import type { Millis } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { replace, type Write } from "../store/plans.ts"
import type { Stored } from "../store/records.ts"
import type { Change, Guard } from "../store/Store.ts"
import type { InternalAccount } from "../things/accounts/rules/InternalAccount.ts"

/**
 * How commits on one account take turns, so that none misses a session, credential or guardian of another (I5, I6, S2):
 *
 * - A commit that changes or depends on these sets touches the account. What it decides on is loaded with the chain head of
 *   the account or after it, never before.
 * - It also leaves a receipt in the chain of the account, which replaces or inserts the chain head at the version that was
 *   loaded. Of two such commits the second therefore conflicts, and the account is only guarded: {@link guardedByHead}.
 * - Only what finds the account without a credential leaves no receipt. It writes the account: nobody signs for it yet, and the
 *   next commit that adds a credential writes it too, or guards it.
 *
 * A commit that depends on a field of the account alone, such as its hold, guards or replaces the account: what changes a field
 * replaces it.
 */
export const touchAccount = (account: Stored<InternalAccount> | undefined, at: Millis): ReadonlyArray<Change> =>
  account === undefined ? [] : [{ ...replace(account, account.value, at), isTouch: true }]

/** The plan beside a receipt of the account: it guards the account that it would only touch. */
export const guardedByHead = ({ changes, guards }: Write, accountId: AccountId): Write => {
  const isOther = (change: Change) => change.op !== "replace" || change.isTouch !== true || change.id !== accountId
  const own = changes.flatMap((change): ReadonlyArray<Guard> => {
    if (change.op !== "replace" || isOther(change)) return []
    const { collection, environment, id, version } = change
    return [{ guard: "version", collection, environment, id, version, isTouch: true }]
  })
  return { changes: changes.filter(isOther), guards: [...guards, ...own] }
}
