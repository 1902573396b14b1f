import { type Effect, Result } from "effect"
import { requireNotSuspended } from "../../model/accountState.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { RecoveryId } from "../../model/ids.ts"
import type { Leg } from "../../steps/Leg.ts"
import { headRef } from "../../steps/receiptPlan.ts"
import { insert, type Plan, replace } from "../../store/plans.ts"
import { byIndex, type FoundOf, firstBy, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import { AccountNotFound, held, type InternalAccount } from "../accounts/rules/InternalAccount.ts"
import { type loadCustomer, noticesOf, usable } from "../accounts/wallets.ts"
import { credentials, EmailMissing } from "../credentials/rules/Credential.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { accountRef } from "../sessions/open.ts"
import { type PlatformSettings, settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import * as Recovery from "./rules/Recovery.ts"
import { RecoveryDisabled, RecoveryOpen } from "./rules/refusals.ts"

/** The records that a start, a cancellation or a completion of an account's recovery reads. */
export const recoveryReads = (environment: EnvironmentKey, accountId: string | FieldOf) => ({
  account: accountRef(environment, accountId),
  credentials: byIndex(credentials, environment, "account", [accountId]),
  head: headRef(environment, accountId),
  config: configOf(environment),
  settings: settingsRef(environment),
  // At most one of them is open, and it is the newest of its method.
  byGuardian: newestRef(environment, accountId, "GUARDIAN"),
  byOperator: newestRef(environment, accountId, "OPERATOR")
})

export const newestRef = (environment: EnvironmentKey, accountId: string | FieldOf, method: Recovery.RecoveryMethod) =>
  firstBy(Recovery.recoveries, environment, "account", [accountId, method])

export const accountOfRecovery = (recoveryId: RecoveryId): FieldOf => ({
  collection: Recovery.recoveries,
  id: recoveryId,
  field: "accountId"
})

/** The records of {@link recoveryReads}, and the customer of the account, who is notified. */
export type RecoveryFound = FoundOf<ReturnType<typeof recoveryReads>> & Effect.Success<ReturnType<typeof loadCustomer>>

/** The settings of recovery; every method is off if the platform has set none. */
export const recoverySettingsOf = (record: Stored<PlatformSettings> | undefined) => settingsOf(record).recovery ?? {}

/** The wallet, if it can be recovered. An operator's suspension precedes every recovery. */
export const recoverable = (account: Stored<InternalAccount> | undefined) =>
  Result.gen(function* () {
    if (account?.value.type !== "EMBEDDED_WALLET") return yield* Result.fail(new AccountNotFound())
    yield* usable(account.value)
    yield* requireNotSuspended(account.value)
    return account
  })

export const openOnes = ({ byGuardian, byOperator }: Pick<RecoveryFound, "byGuardian" | "byOperator">, at: Millis) =>
  [byGuardian, byOperator].flatMap((stored) => {
    if (stored === undefined) return []
    const current = Recovery.open(stored.value, at)
    return Result.isSuccess(current) ? [{ stored, current: current.success }] : []
  })

/**
 * A recovery that another person starts. The account is held until the recovery ends, and every known address gets a
 * notice with a token that cancels it. Writing the account serializes the starts, so one recovery is open at a time.
 */
export const startPlan = (
  recoveryId: RecoveryId,
  method: Exclude<Recovery.RecoveryMethod, "SAVED_CODE">,
  { at, environment, found }: Pick<Leg<unknown, RecoveryFound>, "at" | "environment" | "found">,
  { sendsNotices = true, vouchers = [] }: { readonly sendsNotices?: boolean; readonly vouchers?: ReadonlyArray<string> }
) =>
  Result.gen(function* () {
    const times = yield* Recovery.timesOf(recoverySettingsOf(found.settings), method, at)
    if (!sendsNotices) return yield* Result.fail(new RecoveryDisabled())
    const account = yield* recoverable(found.account)
    if (openOnes(found, at).length > 0) return yield* Result.fail(new RecoveryOpen())
    if (found.customer?.value.email === undefined) return yield* Result.fail(new EmailMissing())
    const { accountId, heldUntil } = account.value
    const recovery = Recovery.started({
      ...{ recoveryId, accountId, method, createdAt: at, ...times },
      ...(heldUntil === undefined ? {} : { heldBefore: heldUntil }),
      ...(vouchers.length === 0 ? {} : { startedBy: vouchers })
    })
    const until = Math.max(times.expiresAt, heldUntil ?? 0)
    const readyInHours = Math.floor((times.readyAt - at) / 3_600_000)
    const plan: Plan = {
      changes: [
        insert(Recovery.recoveries, environment, recovery, at),
        replace(account, held(account.value, until, at), at)
      ],
      drafts: noticesOf(found, { kind: "RECOVERY_STARTED", method, recoveryId, readyInHours }, at)
    }
    return { recovery, accountId, plan }
  })

/** The end of an open recovery. The hold that the account had before it is restored, never a shorter one. */
export const stopPlan = (
  stored: Stored<Recovery.Recovery>,
  current: Recovery.Open,
  found: Pick<RecoveryFound, "account" | "config" | "credentials" | "customer">,
  at: Millis
): Plan => {
  const { account } = found
  const changes = [replace(stored, Recovery.stopped(current, at), at)]
  // A recovery by saved code holds nothing and was not announced.
  if (account === undefined || current.method === "SAVED_CODE") return { changes }
  return {
    changes: [...changes, replace(account, held(account.value, current.heldBefore, at), at)],
    drafts: noticesOf(found, { kind: "RECOVERY_CANCELLED" }, at)
  }
}
