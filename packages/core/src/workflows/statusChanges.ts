import { Effect } from "effect"
import { announce } from "../events/Event.ts"
import { type ExternalAccount, externalAccounts } from "../external-accounts/ExternalAccount.ts"
import { type VerificationOrder, verificationOrders } from "../external-accounts/verificationOrders.ts"
import { environmentKey } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { insert, remove, replace, type Stored } from "../ports/records.ts"
import type { Change } from "../ports/Store.ts"
import type { Heard } from "./askVerification.ts"

/**
 * What goes with a change of an account in one commit: word to the platform where its status, or the word on its name, is
 * another one; and the question to ask again where nobody answered it.
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
  /** Of the account's record, once this is committed. */
  readonly version: number
  /** Absent where nobody had to be asked. */
  readonly heard?: Heard | undefined
  /** The question that waits already. */
  readonly waiting?: Stored<VerificationOrder> | undefined
  readonly at: Millis
}) {
  const changes: Array<Change> = []
  const isOther = before?.status !== account.status || before.nameMatch !== account.nameMatch
  // That it waits for its first verification is what the answer to its creation says.
  if (isOther && !(before === undefined && account.status === "Pending")) {
    changes.push(yield* announce("EXTERNAL_ACCOUNT.STATUS_UPDATED", externalAccounts, account, at, version))
  }
  if (heard === undefined) return changes
  const here = yield* CurrentEnvironment
  const order = { externalAccountId: account.externalAccountId, environment: here, dueAt: at, attempts: 0 }
  if (heard.isUnanswered && waiting === undefined)
    changes.push(insert(verificationOrders, environmentKey(here), order, at))
  if (heard.isUnanswered && waiting !== undefined) changes.push(replace(waiting, order, at))
  if (!heard.isUnanswered && waiting !== undefined) changes.push(remove(waiting))
  return changes
})
