import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, type Limited, replace } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { loadCustomer } from "../accounts/wallets.ts"
import { issueCode } from "../one-time-codes/codes.ts"
import { initial, issuedOf, oneTimeCodes } from "../one-time-codes/rules/OneTimeCode.ts"
import { authorised, limitOf, prepare as prepareAct } from "../operators/acts.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import type { Justification } from "../receipts/rules/Receipt.ts"
import { accountRef } from "../sessions/open.ts"
import { settingsRef } from "../settings/rules/PlatformSettings.ts"
import { recoverable, recoveryReads, recoverySettingsOf, startPlan } from "./recoveryPlan.ts"
import { asOf, type Recovery, recoveries, started, timesOf } from "./rules/Recovery.ts"
import { RecoveryUnconfirmed, SavedCodesMissing } from "./rules/refusals.ts"
import { type SavedCodes, savedCodes, usableAt } from "./rules/SavedCodes.ts"

/** A recovery that is completed with a code, and the bundle with the key that the code is encrypted to. */
export interface ChallengedRecovery {
  readonly recovery: Recovery
  readonly otpEncryptionTargetBundle: string
}

const reads = (accountId: AccountId, environment: EnvironmentKey) => ({
  account: accountRef(environment, accountId),
  saved: byId(savedCodes, environment, accountId),
  config: configOf(environment),
  settings: settingsRef(environment)
})

/**
 * Starts a recovery by saved code. It takes nothing from the end user: nothing is held, mailed or replaced until a code
 * is proven. Each call starts a recovery of its own, so that a caller without a code does not displace the end user.
 */
export const startRecovery = operation(reads)
  .check(function startable({ at, found: { account, config, saved, settings } }) {
    return Result.gen(function* () {
      const times = yield* timesOf(recoverySettingsOf(settings), "SAVED_CODE", at)
      yield* recoverable(account)
      yield* requireSaved(saved?.value, at)
      return { inputs: walletConfigOf(config), times }
    })
  })
  .prepare(
    // A target key. The code that is drawn with it is never mailed, and no answer is compared with it.
    Effect.fnUntraced(function* drawTargetKey({ at, checked: { inputs } }) {
      const recoveryId = yield* freshId("Recovery")
      return { recoveryId, issued: yield* issueCode(recoveryId, "", at, inputs, true) }
    })
  )
  .decide(function start({ at, checked: { times }, command: accountId, environment, policy, prepared }) {
    const { issued, recoveryId } = prepared
    const recovery = started({ recoveryId, accountId, method: "SAVED_CODE", createdAt: at, ...times })
    const { expiresAt } = times
    const issue = { ...issued.issue, expiresAt }
    return Result.succeed<Decision<ChallengedRecovery> & Limited>({
      reply: { recovery: asOf(recovery, at), otpEncryptionTargetBundle: issued.bundle },
      changes: [
        insert(recoveries, environment, recovery, at),
        insert(
          oneTimeCodes,
          environment,
          issuedOf(initial({ credentialId: recoveryId, accountId, expiresAt }), issue),
          at
        )
      ],
      limits: [{ environment, key: `recovery ${accountId}`, ...policy.challengesPerCredential, consistency: "strong" }]
    })
  })

const requireSaved = (
  saved: SavedCodes | undefined,
  at: Millis
): Result.Result<void, RecoveryUnconfirmed | SavedCodesMissing> => {
  if ((usableAt(saved, at)?.digests.length ?? 0) > 0) return Result.void
  const until = saved?.voucher?.until
  return Result.fail(
    until !== undefined && isUnconfirmed(saved?.voucher, at)
      ? new RecoveryUnconfirmed({ until, at })
      : new SavedCodesMissing()
  )
}

interface StartCommand {
  readonly id: AccountId
  readonly justification: Justification
}

const ACT = { name: "StartRecovery", path: "/operator/accounts/:id/start-recovery" } as const

/**
 * Starts a recovery for an end user who lost every credential. It waits three days by default, during which any session
 * and any known address cancels it. It is completed with a code that is mailed to the customer, so an operator never
 * gets in.
 */
export const operatorStartRecovery = (id: AccountId, justification: Justification) =>
  startByOperator({ id, justification })

export const startByOperator = operation(({ id }: StartCommand, environment) => recoveryReads(environment, id))
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
