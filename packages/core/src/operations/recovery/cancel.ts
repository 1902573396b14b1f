import { canonicalJson, sha256Hex } from "@countersign/wire"
import { Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { RecoveryId } from "../../model/ids.ts"
import { CredentialNotFound, credentials } from "../../rules/credentials/Credential.ts"
import type { Justification } from "../../rules/receipts/Receipt.ts"
import { type Open, open, recoveries } from "../../rules/recovery/Recovery.ts"
import { RecoveryCancelRefused, type RecoveryEnded, RecoveryNotFound } from "../../rules/recovery/refusals.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Challenged, Finished } from "../../steps/SignedOperation.ts"
import { type Limited, noChanges } from "../../store/plans.ts"
import { byId, type FoundOf, firstBy } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"
import { authorised, limitOf, type PreparedAct, prepare as prepareAct } from "../operators/acts.ts"
import { walletRef } from "../sessions/open.ts"
import { rawPayload } from "../signed-requests/pendingRequest.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { isCancelTokenOf } from "./cancelToken.ts"
import { accountOf, customerReads, type RecoveryFound, recoveryReads, stopPlan } from "./recoveryPlan.ts"

interface Target {
  readonly recoveryId: RecoveryId
}

const recoveryRead = ({ recoveryId }: Target, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId)
})
const reads = (target: Target, environment: EnvironmentKey) => ({
  ...recoveryRead(target, environment),
  ...recoveryReads(environment, accountOf(target.recoveryId))
})
type Recorded = FoundOf<ReturnType<typeof recoveryRead>>
type Found = Recorded & RecoveryFound

const openOf = ({ recovery }: Recorded, at: Millis): Result.Result<Open, RecoveryEnded | RecoveryNotFound> =>
  recovery === undefined ? Result.fail(new RecoveryNotFound()) : open(recovery.value, at)

/** The changes that cancel an open recovery, and its account. */
const cancelled = (found: Found, at: Millis) =>
  Result.map(openOf(found, at), (current) => ({
    accountId: current.accountId,
    plan: found.recovery === undefined ? noChanges : stopPlan(found.recovery, current, found, at)
  }))

// --- By the end user: any session of the account signs ---

const Intent = Schema.Struct({ recoveryId: RecoveryId })

const readsToBegin = (target: Target, environment: EnvironmentKey) => ({
  ...recoveryRead(target, environment),
  credential: firstBy(credentials, environment, "account", [accountOf(target.recoveryId)])
})

export const begin = ({
  at,
  command: { recoveryId },
  found
}: Leg<Target, FoundOf<ReturnType<typeof readsToBegin>>>): Result.Result<
  Challenged<typeof Intent.Type>,
  CredentialNotFound | RecoveryEnded | RecoveryNotFound
> =>
  Result.flatMap(openOf(found, at), ({ accountId }) => {
    if (found.credential === undefined) return Result.fail(new CredentialNotFound())
    return Result.succeed({
      _tag: "Challenged",
      ...noChanges,
      accountId,
      credentialType: found.credential.value.type,
      signer: { _tag: "SessionOfAccount" },
      activity: rawPayload(accountId, { cancelRecovery: { recoveryId } }),
      intent: { recoveryId }
    })
  })

export const finish = ({
  at,
  found
}: Leg<Target, Found>): Result.Result<Finished<void>, RecoveryEnded | RecoveryNotFound> =>
  Result.map(cancelled(found, at), ({ plan }) => ({ ...plan, reply: undefined }))

/** Cancels a recovery with the signature of any active session of the account. */
export const cancelRecovery = signedRetry({
  name: "CancelRecovery",
  call: ({ recoveryId }: Target) => ({ method: "DELETE", path: `/auth/recoveries/${recoveryId}`, body: null }),
  wallets: ({ recoveryId }, environment) => walletRef(environment, accountOf(recoveryId)),
  intent: Schema.toCodecJson(Intent),
  begin: { reads: readsToBegin, decide: begin },
  finish: { reads, moreReads: customerReads, decide: finish }
})

// --- By the token that every known address received ---

interface TokenCommand extends Target {
  readonly cancelToken: string
}

const prepareToken = ({ command: { cancelToken, recoveryId } }: Pick<Leg<TokenCommand, unknown>, "command">) =>
  isCancelTokenOf(recoveryId, cancelToken)

/** A wrong, used or late token, and one of an unknown recovery, are refused alike. The token can only cancel. */
export const decideByToken = ({
  at,
  command: { cancelToken, recoveryId },
  found,
  prepared: isRight
}: Leg<TokenCommand, Found> & { readonly prepared: boolean }): Result.Result<
  Decision<void> & Receipted,
  RecoveryCancelRefused
> => {
  if (!isRight) return Result.fail(new RecoveryCancelRefused())
  return Result.mapBoth(cancelled(found, at), {
    onFailure: () => new RecoveryCancelRefused(),
    onSuccess: ({ accountId, plan }) => ({
      ...plan,
      reply: undefined,
      receipts: [
        {
          authorised: {
            operation: "CancelRecovery",
            method: "POST",
            path: `/auth/recoveries/${recoveryId}/cancel`,
            bodyDigest: sha256Hex(canonicalJson({ cancelToken })),
            consumed: recoveryId,
            payloadSha256: sha256Hex(cancelToken),
            proof: { type: "MAILED_SECRET" },
            by: {}
          },
          chain: { accountId, head: found.head, at }
        }
      ]
    })
  })
}

const cancelByToken = operation({
  reads: (command: TokenCommand, environment: EnvironmentKey) => reads(command, environment),
  moreReads: customerReads,
  prepare: prepareToken,
  decide: decideByToken
})

/** Cancels a recovery with the token of its notice, for an end user who has nothing but a mailbox. */
export const cancelRecoveryByToken = (recoveryId: RecoveryId, cancelToken: string) =>
  cancelByToken({ recoveryId, cancelToken })

// --- By an operator ---

interface ActCommand extends Target {
  readonly justification: Justification
}

const ACT = { name: "CancelRecovery", path: "/operator/recoveries/:id/cancel" } as const

export const decideByOperator = ({
  at,
  command: { justification, recoveryId: id },
  environment,
  found,
  policy,
  prepared
}: Leg<ActCommand, Found> & { readonly prepared: PreparedAct }): Result.Result<
  Decision<void> & Limited & Receipted,
  RecoveryEnded | RecoveryNotFound
> =>
  Result.map(cancelled(found, at), ({ accountId, plan }) => ({
    ...plan,
    reply: undefined,
    limits: [limitOf(environment, accountId, policy)],
    receipts: [
      { authorised: authorised({ id, justification, act: ACT }, prepared), chain: { accountId, head: found.head, at } }
    ]
  }))

const cancelByOperator = operation({
  reads: (command: ActCommand, environment: EnvironmentKey) => reads(command, environment),
  moreReads: customerReads,
  prepare: prepareAct,
  decide: decideByOperator
})

/** Cancels a recovery that support finds to be fraudulent. */
export const operatorCancelRecovery = (recoveryId: RecoveryId, justification: Justification) =>
  cancelByOperator({ recoveryId, justification })
