import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId, RecoveryId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { freshId } from "../../ports/Secrets.ts"
import { configOf, walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import { type IssuedCode, issueCode } from "../../rules/credentials/kinds/email-otp/codes.ts"
import { emailOtps, initial, issuedOf } from "../../rules/credentials/kinds/email-otp/EmailOtp.ts"
import { asOf, type Recovery, recoveries, started } from "../../rules/recovery/Recovery.ts"
import { timesOf } from "../../rules/recovery/recoveryTimes.ts"
import { RecoveryUnconfirmed, SavedCodesMissing } from "../../rules/recovery/refusals.ts"
import { type SavedCodes, savedCodes, usableAt } from "../../rules/recovery/SavedCodes.ts"
import { settingsRef } from "../../rules/settings/PlatformSettings.ts"
import { insert, type Limited } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation } from "../operation.ts"
import { accountRef } from "../sessions/open.ts"
import { recoverable, recoverySettingsOf } from "./recoveryPlan.ts"

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
type StartLeg = Leg<AccountId, FoundOf<ReturnType<typeof reads>>>

export const check = ({ at, found: { account, config, saved, settings } }: StartLeg) =>
  Result.gen(function* () {
    const times = yield* timesOf(recoverySettingsOf(settings), "SAVED_CODE", at)
    yield* recoverable(account)
    yield* requireSaved(saved?.value, at)
    return { inputs: walletConfigOf(config), times }
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

/** A target key. The code that is drawn with it is never mailed, and no answer is compared with it. */
const prepare = Effect.fnUntraced(function* ({
  at,
  checked: { inputs }
}: Pick<StartLeg, "at"> & { readonly checked: CheckedBy<typeof check> }) {
  const recoveryId = yield* freshId("Recovery")
  return { recoveryId, issued: yield* issueCode(recoveryId, "", at, inputs, true) }
})

export const decide = ({
  at,
  checked: { times },
  command: accountId,
  environment,
  policy,
  prepared: { issued, recoveryId }
}: Omit<StartLeg, "found"> & {
  readonly checked: Pick<CheckedBy<typeof check>, "times">
  readonly prepared: { readonly recoveryId: RecoveryId; readonly issued: Pick<IssuedCode, "bundle" | "issue"> }
}): Result.Result<Decision<ChallengedRecovery> & Limited, never> => {
  const recovery = started({ recoveryId, accountId, method: "SAVED_CODE", createdAt: at, ...times })
  const { expiresAt } = times
  const issue = { ...issued.issue, expiresAt }
  return Result.succeed({
    reply: { recovery: asOf(recovery, at), otpEncryptionTargetBundle: issued.bundle },
    changes: [
      insert(recoveries, environment, recovery, at),
      insert(emailOtps, environment, issuedOf(initial({ credentialId: recoveryId, accountId, expiresAt }), issue), at)
    ],
    guards: [],
    limits: [{ environment, key: `recovery ${accountId}`, ...policy.challengesPerCredential, consistency: "strong" }]
  })
}

/**
 * Starts a recovery by saved code. It takes nothing from the end user: nothing is held, mailed or replaced until a code
 * is proven. Each call starts a recovery of its own, so that a caller without a code does not displace the end user.
 */
export const startRecovery = operation({ reads, check, prepare, decide })
