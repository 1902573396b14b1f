import { Result } from "effect"
import type { RecoverySettings } from "../../src/model/RecoverySettings.ts"
import * as InternalAccounts from "../../src/things/accounts/rules/InternalAccount.ts"
import type { RecoveryFound } from "../../src/things/recovery/recoveryPlan.ts"
import * as Recovery from "../../src/things/recovery/rules/Recovery.ts"
import { timesOf } from "../../src/things/recovery/rules/Recovery.ts"
import { savedCodes } from "../../src/things/recovery/rules/SavedCodes.ts"
import { platformSettings } from "../../src/things/settings/rules/PlatformSettings.ts"
import { accountId, accountOf, credentialOf, customerOf, idOf, recordOf, T } from "../given.ts"

/** Fixtures for the tests of recovery. */

export const DAY = 86_400_000
export const enabled = { enabled: true }
export const ON = { savedCodes: enabled, guardians: enabled, operators: enabled }
export const settings = (recovery: RecoverySettings = ON) =>
  recordOf(platformSettings, { name: "settings", revision: 1, settings: { recovery }, updatedAt: T })

export const recoveryOf = (method: Recovery.RecoveryMethod, createdAt = T, heldBefore?: number) =>
  recordOf(
    Recovery.recoveries,
    Recovery.started({
      recoveryId: idOf("Recovery", method.length),
      accountId,
      method,
      createdAt,
      ...Result.getOrThrow(timesOf(ON, method, createdAt)),
      ...(heldBefore === undefined ? {} : { heldBefore })
    })
  )

export const found: RecoveryFound = {
  account: accountOf(),
  credentials: [credentialOf("EMAIL_OTP"), credentialOf("OAUTH", {}, 2)],
  head: undefined,
  config: undefined,
  settings: settings(),
  byGuardian: undefined,
  byOperator: undefined,
  customer: customerOf("APPROVED", "A@example.com")
}

export const suspended = recordOf(
  InternalAccounts.internalAccounts,
  Result.getOrThrow(InternalAccounts.suspended(accountOf().value, T))
)

export const savedOf = (...digests: ReadonlyArray<string>) => recordOf(savedCodes, { accountId, digests, createdAt: T })
