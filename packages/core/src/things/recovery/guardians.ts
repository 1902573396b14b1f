import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { AccountId, GuardianId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { PasskeyMaterial, PasskeyRefused } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isTaken } from "../../steps/isTaken.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import type { Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { insert, remove } from "../../store/plans.ts"
import { byId, byIndex, byUnique, load, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import { beginOnWallet, loadCustomer, noticesOf, walletRef } from "../accounts/wallets.ts"
import { voucherOf } from "../credentials/add.ts"
import { PASSKEY } from "../credentials/kinds/PASSKEY.ts"
import { consume, credentials, UsedValue, usedValues } from "../credentials/rules/Credential.ts"
import { settingsOf } from "../settings/rules/PlatformSettings.ts"
import { type RecoveryFound, recoveryReads, recoverySettingsOf } from "./recoveryPlan.ts"
import { type Guardian, guardians, MOST_GUARDIANS } from "./rules/Guardian.ts"
import { timesOf } from "./rules/Recovery.ts"
import { GuardianExists, GuardianNotFound, TooManyGuardians } from "./rules/refusals.ts"

export interface AddGuardianCommand {
  readonly accountId: AccountId
  /** The registration of the guardian's passkey: the body of POST /auth/credentials. */
  readonly addition: { readonly type: "PASSKEY"; readonly [field: string]: Json }
  /** The request body as received. */
  readonly body: Json
}

const Intent = Schema.Struct({
  guardianId: GuardianId,
  accountId: AccountId,
  nickname: Schema.String,
  material: PasskeyMaterial,
  uniqueKey: Schema.String,
  /** The registration challenge, which is used once. */
  spends: Schema.optionalKey(UsedValue)
})

const readMaterial = Schema.decodeUnknownSync(PasskeyMaterial)

const guardiansRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(guardians, environment, "account", [accountId])

const reads = ({ accountId }: AddGuardianCommand, environment: EnvironmentKey) => ({
  ...recoveryReads(environment, accountId),
  siblings: guardiansRef(environment, accountId)
})

/**
 * Registers a passkey of a second person, or of the platform, that can start a recovery of this wallet. It opens no
 * session and signs nothing else. A session of the account signs.
 */
export const addGuardian = signedRetry({
  name: "AddGuardian",
  call: ({ body }) => ({ method: "POST", path: "/auth/guardians", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  begin: begins(reads)
    .check(function mayGain({ at, command, found }) {
      return Result.map(requireRoom(found, at), () => {
        const relyingParties = settingsOf(found.settings).passkeys
        return { inputs: { ...command, relyingParties }, relyingParties }
      })
    })
    .prepare(
      // Verifies the registration as that of a credential, and requires a passkey that the account does not use yet.
      Effect.fnUntraced(function* verifyGuardian({ at, checked, command: { accountId, addition }, environment }) {
        const { identity, material, nickname, spends } = yield* PASSKEY.prepare(addition, {
          accountId,
          email: undefined,
          relyingParties: checked.relyingParties,
          issuers: undefined,
          at
        })
        const uniqueKey = `${accountId} ${identity}`
        const { guardian, twin } = yield* load({
          guardian: byUnique(guardians, environment, "identity", [uniqueKey]),
          twin: byUnique(credentials, environment, "identity", [identity])
        })
        if (guardian !== undefined || twin?.value.accountId === accountId) return yield* new GuardianExists()
        const intent: typeof Intent.Type = {
          guardianId: yield* freshId("Guardian"),
          accountId,
          nickname,
          material: readMaterial(material),
          uniqueKey,
          ...(spends === undefined ? {} : { spends })
        }
        return intent
      })
    )
    .decide(function askToAdd({ found: { account, credentials }, prepared: intent }) {
      const { accountId, guardianId, material, nickname } = intent
      const shown = { guardianId, nickname, passkey: material.credentialId }
      return beginOnWallet({ account, credentials }, rawPayload(accountId, { addGuardian: shown }), intent)
    }),
  finish: finishes(Intent, reads)
    .more(loadCustomer)
    .decide(function add({ at, environment, found, intent: { spends, ...terms }, policy, signer }) {
      return Result.map(requireRoom(found, at), (): Finished<Guardian> => {
        const voucher = voucherOf(signer, found.credentials, { at, policy })
        const guardian: Guardian = { ...terms, createdAt: at, ...(voucher === undefined ? {} : { voucher }) }
        return {
          reply: guardian,
          changes: [
            insert(guardians, environment, guardian, at),
            ...(spends === undefined ? [] : [consume(environment, spends, at)]),
            // Written, so that concurrent additions take turns and the limit is exact.
            ...touchAccount(found.account, at)
          ],
          drafts: noticesOf(found, { kind: "GUARDIAN_ADDED" }, at)
        }
      })
    }),
  lost: (conflict) => {
    if (isTaken(guardians)(conflict)) return new GuardianExists()
    return isTaken(usedValues)(conflict) ? new PasskeyRefused({ check: "challenge" }) : undefined
  }
})

const requireRoom = (
  { settings, siblings }: Pick<RecoveryFound, "settings"> & { readonly siblings: ReadonlyArray<Stored<Guardian>> },
  at: Millis
) =>
  Result.flatMap(timesOf(recoverySettingsOf(settings), "GUARDIAN", at), () =>
    siblings.length < MOST_GUARDIANS ? Result.succeed(undefined) : Result.fail(new TooManyGuardians())
  )

export interface RemoveGuardianCommand {
  readonly guardianId: GuardianId
}

const RemoveIntent = Schema.Struct({ guardianId: GuardianId, accountId: AccountId })

export const guardedBy = (guardianId: GuardianId): FieldOf => ({
  collection: guardians,
  id: guardianId,
  field: "accountId"
})

const removeReads = ({ guardianId }: RemoveGuardianCommand, environment: EnvironmentKey) => ({
  guardian: byId(guardians, environment, guardianId),
  ...recoveryReads(environment, guardedBy(guardianId))
})

/** Removes a guardian. A recovery that it started stays open until it is cancelled. */
export const removeGuardian = signedRetry({
  name: "RemoveGuardian",
  call: ({ guardianId }) => ({ method: "DELETE", path: `/auth/guardians/${guardianId}`, body: null }),
  wallets: ({ guardianId }, environment) => walletRef(environment, guardedBy(guardianId)),
  begin: begins(removeReads).decide(function askToRemove({ found: { account, credentials, guardian } }) {
    if (guardian === undefined) return Result.fail(new GuardianNotFound())
    const { accountId, guardianId } = guardian.value
    const intent = { guardianId, accountId }
    return beginOnWallet({ account, credentials }, rawPayload(accountId, { removeGuardian: { guardianId } }), intent)
  }),
  finish: finishes(RemoveIntent, removeReads)
    .more(loadCustomer)
    .decide(function removeIt({ at, found }) {
      if (found.guardian === undefined) return Result.fail(new GuardianNotFound())
      return Result.succeed<Finished<void>>({
        reply: undefined,
        changes: [remove(found.guardian)],
        drafts: noticesOf(found, { kind: "GUARDIAN_REMOVED" }, at)
      })
    })
})

/** Returns the guardians of an account, newest first. */
export const listGuardians = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const { all } = yield* load({ all: guardiansRef(environment, accountId) })
  return all.map(({ value }) => value)
})
