import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { type Limited, replace } from "../../store/plans.ts"
import { authorised, limitOf, prepare as prepareAct } from "../operators/acts.ts"
import type { Justification } from "../receipts/rules/Receipt.ts"
import { loadCustomer, recoveryReads, startPlan } from "./recoveryPlan.ts"
import type { Recovery } from "./rules/Recovery.ts"

interface StartCommand {
  readonly id: AccountId
  readonly justification: Justification
}

const ACT = { name: "StartRecovery", path: "/operator/accounts/:id/start-recovery" } as const

const reads = ({ id }: StartCommand, environment: EnvironmentKey) => recoveryReads(environment, id)

/**
 * Starts a recovery for an end user who lost every credential. It waits three days by default, during which any session
 * and any known address cancels it. It is completed with a code that is mailed to the customer, so an operator never
 * gets in.
 */
export const operatorStartRecovery = (id: AccountId, justification: Justification) =>
  startByOperator({ id, justification })

export const startByOperator = operation(reads)
  .more(loadCustomer)
  .prepare(
    Effect.fnUntraced(function* drawRecovery() {
      return { ...(yield* prepareAct()), recoveryId: yield* freshId("Recovery"), sendsNotices: yield* SendsNotices }
    })
  )
  .decide(function startForOperator(leg) {
    return Result.map(
      startPlan(leg.prepared.recoveryId, "OPERATOR", leg, leg.prepared),
      ({ accountId, plan, recovery }): Decision<Recovery> & Limited & Receipted => {
        const { at, command, environment, found, policy, prepared } = leg
        const chain = { accountId, head: found.head, at }
        return {
          ...plan,
          // Written, so that a concurrent change of the settings finds the open recovery.
          changes: [
            ...plan.changes,
            ...(found.settings === undefined ? [] : [replace(found.settings, found.settings.value, at)])
          ],
          reply: recovery,
          limits: [limitOf(environment, accountId, policy)],
          receipts: [{ authorised: authorised({ ...command, act: ACT }, prepared), chain }]
        }
      }
    )
  })
