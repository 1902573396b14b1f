import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { RecoveryId } from "../../model/ids.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { combined, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { loadCustomer } from "../accounts/wallets.ts"
import { EmailMissing } from "../credentials/rules/Credential.ts"
import { issueCode } from "../one-time-codes/codes.ts"
import { codeReads, issuePlan } from "../one-time-codes/rules/codes.ts"
import { initial } from "../one-time-codes/rules/OneTimeCode.ts"
import { walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { accountOfRecovery, recoverable, recoveryReads, recoverySettingsOf } from "./recoveryPlan.ts"
import { ready, recoveries, timesOf } from "./rules/Recovery.ts"
import { ChallengeNotMailed, RecoveryNotFound } from "./rules/refusals.ts"
import type { ChallengedRecovery } from "./start.ts"

const reads = (recoveryId: RecoveryId, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId),
  ...codeReads(environment, recoveryId),
  ...recoveryReads(environment, accountOfRecovery(recoveryId))
})

/**
 * Mails an issued recovery code to the customer's address, once a recovery by a guardian or an operator is ready. A
 * newer code replaces an older one. It has 13 characters (65 bits): wrong answers need no lock, which a caller could turn
 * against the end user.
 */
export const challengeRecovery = operation(reads)
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
    return Result.map(issuePlan(issued, { at, current, environment, mail, otp, policy }), (plan) => {
      const reply: ChallengedRecovery = { recovery, otpEncryptionTargetBundle: issued.bundle }
      const mailed: Decision<ChallengedRecovery> & typeof plan = {
        ...combined(plan, { changes: [], guards }),
        reply
      }
      return mailed
    })
  })
