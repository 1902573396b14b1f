import { type Environment, environmentKey, type Millis } from "../../model/Environment.ts"
import { insert, type Plan, remove, replace } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import { announced } from "../webhooks/rules/Event.ts"
import type { VerificationAnswer } from "./requestVerification.ts"
import {
  type ExternalAccount,
  externalAccounts,
  type VerificationOrder,
  verificationOrders
} from "./rules/ExternalAccount.ts"

/**
 * The changes that accompany a change of an account in the same commit: an event if its status or name check has
 * changed, and a question to retry if the verifier did not answer. Returns the account with its event count.
 */
export const statusChanges = ({
  account,
  at,
  before,
  answer,
  here,
  version,
  waiting
}: {
  readonly before: ExternalAccount | undefined
  readonly account: ExternalAccount
  /** The stored version of the account; 0 for a new one. */
  readonly version: number
  /** Absent if no verification was necessary. */
  readonly answer?: VerificationAnswer | undefined
  /** The question that is already stored. */
  readonly waiting?: Stored<VerificationOrder> | undefined
  readonly here: Environment
  readonly at: Millis
}): { readonly account: ExternalAccount; readonly plan: Plan } => {
  const isOther = before?.status !== account.status || before.nameMatch !== account.nameMatch
  // The reply of the creation already reports a pending first verification, so there is no event for it.
  const isAnnounced = isOther && !(before === undefined && account.status === "Pending")
  const event = isAnnounced
    ? announced("EXTERNAL_ACCOUNT.STATUS_UPDATED", externalAccounts, account, at, version)
    : undefined
  return {
    account: event?.subject ?? account,
    plan: {
      changes: answer === undefined ? [] : orderChanges(account, answer, waiting, here, at),
      guards: [],
      drafts: event === undefined ? [] : [event.draft]
    }
  }
}

/** A question without an answer is stored for a retry; an answered one is removed. */
const orderChanges = (
  { externalAccountId }: ExternalAccount,
  { isUnanswered }: VerificationAnswer,
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
