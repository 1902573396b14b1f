import { Clock, Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId, RecoveryId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Decision } from "../../steps/Leg.ts"
import { readOne } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { combined, insert, type Limited, replace, unchanged } from "../../store/plans.ts"
import { byId, byIndex, load } from "../../store/records.ts"
import { loadCustomer } from "../accounts/wallets.ts"
import { EmailMissing } from "../credentials/rules/Credential.ts"
import { type CodeChallenge, challengeOf, issueCode } from "../one-time-codes/codes.ts"
import { codeReads, issuePlan } from "../one-time-codes/rules/codes.ts"
import { initial, issuedOf, oneTimeCodes } from "../one-time-codes/rules/OneTimeCode.ts"
import { authorised, limitOf, prepare as prepareAct } from "../operators/acts.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import type { Justification } from "../receipts/rules/Receipt.ts"
import { accountRef } from "../sessions/open.ts"
import { settingsRef } from "../settings/rules/PlatformSettings.ts"
import { accountOfRecovery, recoverable, recoveryReads, recoverySettingsOf, startPlan } from "./recoveryPlan.ts"
import { asOf, type Recovery, RecoveryMethod, ready, recoveries, started, timesOf } from "./rules/Recovery.ts"
import { ChallengeNotMailed, RecoveryNotFound, RecoveryUnconfirmed, SavedCodesMissing } from "./rules/refusals.ts"
import { type SavedCodes, savedCodes, usableAt } from "./rules/SavedCodes.ts"

/** Returns a recovery as it is now. */
export const readRecovery = Effect.fnUntraced(function* (recoveryId: RecoveryId) {
  const recovery = yield* readOne(recoveries, recoveryId, RecoveryNotFound)
  return asOf(recovery, yield* Clock.currentTimeMillis)
})

/** Returns the recoveries of an account that have not expired, by method and newest first. */
export const listRecoveries = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const found = yield* load(
    RecoveryMethod.literals.map((method) => byIndex(recoveries, environment, "account", [accountId, method]))
  )
  const at = yield* Clock.currentTimeMillis
  return found.flat().map(({ value }) => asOf(value, at))
})

/** A recovery that is completed with a code, and the key that the code is encrypted to. */
export interface ChallengedRecovery extends CodeChallenge {
  readonly recovery: Recovery
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
      reply: { recovery: asOf(recovery, at), ...challengeOf(issued) },
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

const challengeReads = (recoveryId: RecoveryId, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId),
  ...codeReads(environment, recoveryId),
  ...recoveryReads(environment, accountOfRecovery(recoveryId))
})

/**
 * Mails an issued recovery code to the customer's address, once a recovery by a guardian or an operator is ready. A
 * newer code replaces an older one. It has 13 characters (65 bits): wrong answers need no lock, which a caller could turn
 * against the end user.
 */
export const challengeRecovery = operation(challengeReads)
  .more(loadCustomer)
  .check(function mailable({ at, found }) {
    return Result.gen(function* () {
      const { config, customer, recovery: stored, settings } = found
      if (stored === undefined) return yield* Result.fail(new RecoveryNotFound())
      const recovery = yield* ready(stored.value, at)
      yield* timesOf(recoverySettingsOf(settings), recovery.method, at)
      if (recovery.method === "SAVED_CODE") return yield* Result.fail(new ChallengeNotMailed())
      yield* recoverable(found.account)
      const email = customer?.value.email
      if (email === undefined) return yield* Result.fail(new EmailMissing())
      const { recoveryId } = recovery
      return { inputs: { recoveryId, email, config: walletConfigOf(config) }, recovery, stored, customer }
    })
  })
  .prepare(function drawCode({ at, checked: { inputs } }) {
    const { config, email, recoveryId } = inputs
    return issueCode(recoveryId, email, at, config, true, "RECOVER_ACCOUNT")
  })
  .decide(function mailCode({ at, checked, environment, found: { mail, otp }, policy, prepared: issued }) {
    const { customer, recovery, stored } = checked
    const { accountId, expiresAt, recoveryId } = recovery
    const current = otp?.value ?? initial({ credentialId: recoveryId, accountId, expiresAt })
    const guards = [unchanged(stored), ...(customer === undefined ? [] : [unchanged(customer)])]
    const round = { at, current, environment, mail, otp, policy }
    return Result.map(issuePlan(issued, round), (plan): Decision<ChallengedRecovery> & Limited => ({
      ...combined(plan, { changes: [], guards }),
      reply: { recovery, ...challengeOf(issued) }
    }))
  })
