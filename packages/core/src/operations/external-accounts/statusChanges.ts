import { Effect } from "effect"
import { announced } from "../../events/Event.ts"
import { type ExternalAccount, externalAccounts } from "../../external-accounts/ExternalAccount.ts"
import { type VerificationOrder, verificationOrders } from "../../external-accounts/verificationOrders.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { Millis } from "../../model/time.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { insert, remove, replace, type Stored } from "../../ports/records.ts"
import type { Change } from "../../ports/Store.ts"
import type { Heard } from "./askVerification.ts"

/**
 * What goes with a change of an account in one commit: the event, where its status or the finding about its name has
 * changed, and the question to ask again where it had no answer. Returns the account with the event counted.
 */
export const statusChanges = Effect.fnUntraced(function* ({
  account,
  at,
  before,
  heard,
  version,
  waiting
}: {
  readonly before: ExternalAccount | undefined
  readonly account: ExternalAccount
  /** Of the account's record as it is stored; 0 for a new one. */
  readonly version: number
  /** Absent where nobody had to be asked. */
  readonly heard?: Heard | undefined
  /** The question that waits already. */
  readonly waiting?: Stored<VerificationOrder> | undefined
  readonly at: Millis
}) {
  const changes: Array<Change> = []
  let next = account
  const isOther = before?.status !== account.status || before.nameMatch !== account.nameMatch
  // That it waits for its first verification is what the answer to its creation says.
  if (isOther && !(before === undefined && account.status === "Pending")) {
    const announcement = yield* announced("EXTERNAL_ACCOUNT.STATUS_UPDATED", externalAccounts, account, at, version)
    changes.push(announcement.change)
    next = announcement.subject
  }
  if (heard === undefined) return { account: next, changes }
  const here = yield* CurrentEnvironment
  const order = { externalAccountId: account.externalAccountId, environment: here, dueAt: at, attempts: 0 }
  if (heard.isUnanswered && waiting === undefined)
    changes.push(insert(verificationOrders, environmentKey(here), order, at))
  if (heard.isUnanswered && waiting !== undefined) changes.push(replace(waiting, order, at))
  if (!heard.isUnanswered && waiting !== undefined) changes.push(remove(waiting))
  return { account: next, changes }
})
