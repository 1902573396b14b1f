import { Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { RecoveryId } from "../../model/ids.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Decision } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { operation } from "../../steps/operation.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { requestAuthorised } from "../../steps/receiptPlan.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { callOf, signedRetry } from "../../steps/signedRetry.ts"
import { type Limited, noChanges } from "../../store/plans.ts"
import { byId, firstBy, type Stored } from "../../store/records.ts"
import { loadCustomer, walletRef } from "../accounts/wallets.ts"
import { CredentialNotFound, credentials } from "../credentials/rules/Credential.ts"
import { authorised, limitOf, prepare as prepareAct } from "../operators/acts.ts"
import type { Justification } from "../receipts/rules/Receipt.ts"
import { isCancelTokenOf } from "./cancelToken.ts"
import { accountOfRecovery, type RecoveryFound, recoveryReads, stopPlan } from "./recoveryPlan.ts"
import { open, type Recovery, recoveries } from "./rules/Recovery.ts"
import { RecoveryCancelRefused, RecoveryNotFound } from "./rules/refusals.ts"

interface Target {
  readonly recoveryId: RecoveryId
}

const recoveryRead = ({ recoveryId }: Target, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId)
})
const reads = (target: Target, environment: EnvironmentKey) => ({
  ...recoveryRead(target, environment),
  ...recoveryReads(environment, accountOfRecovery(target.recoveryId))
})

// --- By the end user: any session of the account signs ---

const Intent = Schema.Struct({ recoveryId: RecoveryId })

const readsToBegin = (target: Target, environment: EnvironmentKey) => ({
  ...recoveryRead(target, environment),
  credential: firstBy(credentials, environment, "account", [accountOfRecovery(target.recoveryId)])
})

/** Cancels a recovery with the signature of any active session of the account. */
export const cancelRecovery = signedRetry({
  name: "CancelRecovery",
  call: ({ recoveryId }) => ({ method: "DELETE", path: `/auth/recoveries/${recoveryId}`, body: null }),
  wallets: ({ recoveryId }, environment) => walletRef(environment, accountOfRecovery(recoveryId)),
  begin: begins(readsToBegin).decide(function askToCancel({ at, command: { recoveryId }, found }) {
    return Result.flatMap(openOf(found.recovery, at), ({ accountId }) => {
      if (found.credential === undefined) return Result.fail(new CredentialNotFound())
      return Result.succeed(
        challenged({
          accountId,
          credentialType: found.credential.value.type,
          activity: rawPayload(accountId, { cancelRecovery: { recoveryId } }),
          intent: { recoveryId }
        })
      )
    })
  }),
  finish: finishes(Intent, reads)
    .more(loadCustomer)
    .decide(function cancel({ at, found }) {
      return Result.map(cancelled(found, at), ({ plan }): Finished<void> => ({ ...plan, reply: undefined }))
    })
})

// --- By the token that every known address received ---

interface TokenCommand extends Target {
  readonly cancelToken: string
}

/**
 * Cancels a recovery with the token of its notice, for an end user who has nothing but a mailbox. A wrong, used or late
 * token, and one of an unknown recovery, are refused alike. The token can only cancel.
 */
export const cancelRecoveryByToken = (recoveryId: RecoveryId, cancelToken: string) =>
  cancelByToken({ recoveryId, cancelToken })

export const cancelByToken = operation((command: TokenCommand, environment) => reads(command, environment))
  .more(loadCustomer)
  .prepare(function judgeToken({ command: { cancelToken, recoveryId } }) {
    return isCancelTokenOf(recoveryId, cancelToken)
  })
  .decide(function cancelForToken({ at, command: { cancelToken, recoveryId }, found, prepared: isRight }) {
    if (!isRight) return Result.fail(new RecoveryCancelRefused())
    const path = `/auth/recoveries/${recoveryId}/cancel`
    const call = callOf("CancelRecovery", { method: "POST", path, body: { cancelToken } })
    const authorised = requestAuthorised(
      { call, payload: cancelToken, requestId: recoveryId },
      { type: "MAILED_SECRET" }
    )
    return Result.mapBoth(cancelled(found, at), {
      onFailure: () => new RecoveryCancelRefused(),
      onSuccess: ({ accountId, plan }): Decision<void> & Receipted => ({
        ...plan,
        reply: undefined,
        receipts: [{ authorised, chain: { accountId, head: found.head, at } }]
      })
    })
  })

// --- By an operator ---

interface ActCommand extends Target {
  readonly justification: Justification
}

const ACT = { name: "CancelRecovery", path: "/operator/recoveries/:id/cancel" } as const

/** Cancels a recovery that support finds to be fraudulent. */
export const operatorCancelRecovery = (recoveryId: RecoveryId, justification: Justification) =>
  cancelByOperator({ recoveryId, justification })

export const cancelByOperator = operation((command: ActCommand, environment) => reads(command, environment))
  .more(loadCustomer)
  .prepare(prepareAct)
  .decide(function cancelForOperator({ at, command, environment, found, policy, prepared }) {
    const { justification, recoveryId: id } = command
    return Result.map(cancelled(found, at), ({ accountId, plan }): Decision<void> & Limited & Receipted => ({
      ...plan,
      reply: undefined,
      limits: [limitOf(environment, accountId, policy)],
      receipts: [
        {
          authorised: authorised({ id, justification, act: ACT }, prepared),
          chain: { accountId, head: found.head, at }
        }
      ]
    }))
  })

// --- By any of them ---

const cancelled = (found: RecoveryFound & { readonly recovery: Stored<Recovery> | undefined }, at: Millis) =>
  Result.map(openOf(found.recovery, at), (current) => ({
    accountId: current.accountId,
    plan: found.recovery === undefined ? noChanges : stopPlan(found.recovery, current, found, at)
  }))

const openOf = (recovery: Stored<Recovery> | undefined, at: Millis) =>
  Result.flatMap(
    Result.fromNullishOr(recovery, () => new RecoveryNotFound()),
    ({ value }) => open(value, at)
  )
