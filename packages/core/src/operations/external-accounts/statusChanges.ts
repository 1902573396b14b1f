import { type Environment, environmentKey, type Millis } from "../../model/Environment.ts"
import { announced } from "../../rules/events/Event.ts"
import {
  type ExternalAccount,
  externalAccounts,
  type VerificationOrder,
  verificationOrders
} from "../../rules/external-accounts/ExternalAccount.ts"
import { insert, type Plan, remove, replace, type Stored } from "../../store/records.ts"
import type { Heard } from "./askVerification.ts"

/**
 * What goes with a change of an account in one commit: the event, where its status or the finding about its name has
 * changed, and the question to ask again where it had no answer. Returns the account with the event counted.
 */
export const statusChanges = ({
  account,
  at,
  before,
  heard,
  here,
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
  readonly here: Environment
  readonly at: Millis
}): { readonly account: ExternalAccount; readonly plan: Plan } => {
  const isOther = before?.status !== account.status || before.nameMatch !== account.nameMatch
  // That it waits for its first verification is what the answer to its creation says.
  const isAnnounced = isOther && !(before === undefined && account.status === "Pending")
  const event = isAnnounced
    ? announced("EXTERNAL_ACCOUNT.STATUS_UPDATED", externalAccounts, account, at, version)
    : undefined
  return {
    account: event?.subject ?? account,
    plan: {
      changes: heard === undefined ? [] : orderChanges(account, heard, waiting, here, at),
      guards: [],
      drafts: event === undefined ? [] : [event.draft]
    }
  }
}

/** A question without an answer is asked again; one that has its answer is not. */
const orderChanges = (
  { externalAccountId }: ExternalAccount,
  { isUnanswered }: Heard,
  waiting: Stored<VerificationOrder> | undefined,
  here: Environment,
  at: Millis
) => {
  const order = { externalAccountId, environment: here, dueAt: at, attempts: 0 }
  if (waiting === undefined) {
    return isUnanswered ? [insert(verificationOrders, environmentKey(here), order, at)] : []
  }
  return [isUnanswered ? replace(waiting, order, at) : remove(waiting)]
}
