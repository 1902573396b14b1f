import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { RecoveryId } from "../../model/ids.ts"
import { walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import { EmailMissing } from "../../rules/credentials/Credential.ts"
import { codeMails, type IssuedCode, issueCode, issuePlan } from "../../rules/credentials/kinds/email-otp/codes.ts"
import { emailOtps, initial } from "../../rules/credentials/kinds/email-otp/EmailOtp.ts"
import { ready, recoveries } from "../../rules/recovery/Recovery.ts"
import { timesOf } from "../../rules/recovery/recoveryTimes.ts"
import { ChallengeNotMailed, RecoveryNotFound } from "../../rules/recovery/refusals.ts"
import { combined, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation } from "../operation.ts"
import type { ChallengedRecovery } from "./bySavedCode.ts"
import {
  accountOf,
  customerReads,
  type RecoveryFound,
  recoverable,
  recoveryReads,
  recoverySettingsOf
} from "./recoveryPlan.ts"

const reads = (recoveryId: RecoveryId, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId),
  otp: byId(emailOtps, environment, recoveryId),
  mail: byId(codeMails, environment, recoveryId),
  ...recoveryReads(environment, accountOf(recoveryId))
})
type ChallengeLeg = Leg<RecoveryId, FoundOf<ReturnType<typeof reads>> & Pick<RecoveryFound, "customer">>

export const check = ({ at, found }: ChallengeLeg) =>
  Result.gen(function* () {
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

/** The code has 13 characters (65 bits): wrong answers need no lock, which a caller could turn against the end user. */
const prepare = ({
  at,
  checked: {
    inputs: { config, email, recoveryId }
  }
}: Pick<ChallengeLeg, "at"> & { readonly checked: CheckedBy<typeof check> }) =>
  issueCode(recoveryId, email, at, config, true, "RECOVER_ACCOUNT")

export const decide = ({
  at,
  checked: { customer, recovery, stored },
  environment,
  found: { mail, otp },
  policy,
  prepared: issued
}: ChallengeLeg & {
  readonly checked: Pick<CheckedBy<typeof check>, "customer" | "recovery" | "stored">
  readonly prepared: IssuedCode
}) => {
  const { accountId, expiresAt, recoveryId } = recovery
  const current = otp?.value ?? initial({ credentialId: recoveryId, accountId, expiresAt })
  const guards = [unchanged(stored), ...(customer === undefined ? [] : [unchanged(customer)])]
  return Result.map(issuePlan(issued, { at, current, environment, mail, otp, policy }), (plan) => {
    const reply: ChallengedRecovery = { recovery, otpEncryptionTargetBundle: issued.bundle }
    const challenged: Decision<ChallengedRecovery> & typeof plan = {
      ...combined(plan, { changes: [], guards }),
      reply
    }
    return challenged
  })
}

/**
 * Mails an issued recovery code to the customer's address, once a recovery by a guardian or an operator is ready. A
 * newer code replaces an older one.
 */
export const challengeRecovery = operation({
  reads,
  moreReads: customerReads,
  check,
  prepare,
  decide
})
