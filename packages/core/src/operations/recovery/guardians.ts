import { Effect, Result, Schema } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { AccountId, GuardianId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { PasskeyMaterial, PasskeyRefused } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import { consume, credentials, UsedValue, usedValues } from "../../rules/credentials/Credential.ts"
import { PASSKEY } from "../../rules/credentials/kinds/PASSKEY.ts"
import { type Guardian, guardians, MOST_GUARDIANS } from "../../rules/recovery/Guardian.ts"
import { timesOf } from "../../rules/recovery/recoveryTimes.ts"
import {
  GuardianExists,
  GuardianNotFound,
  type RecoveryDisabled,
  TooManyGuardians
} from "../../rules/recovery/refusals.ts"
import { settingsOf } from "../../rules/settings/PlatformSettings.ts"
import type { Challenged, Finished, SecondLeg } from "../../steps/SignedOperation.ts"
import type { Json } from "../../store/Collection.ts"
import { insert, remove } from "../../store/plans.ts"
import { byId, byIndex, byUnique, type FoundOf, load } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import { voucherOf } from "../credentials/add.ts"
import { beginOnWallet, noticesOf, type WalletRefusal } from "../internal-accounts/wallets.ts"
import { isTaken } from "../isTaken.ts"
import type { CheckedBy, Leg } from "../operation.ts"
import { touchAccount, walletRef } from "../sessions/open.ts"
import { rawPayload } from "../signed-requests/pendingRequest.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { customerReads, recoveryReads, recoverySettingsOf } from "./recoveryPlan.ts"

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
type Intent = typeof Intent.Type

const readMaterial = Schema.decodeUnknownSync(PasskeyMaterial)

const guardiansRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(guardians, environment, "account", [accountId])

const reads = ({ accountId }: Pick<AddGuardianCommand, "accountId">, environment: EnvironmentKey) => ({
  ...recoveryReads(environment, accountId),
  siblings: guardiansRef(environment, accountId)
})
type Found = FoundOf<ReturnType<typeof reads>>
type AddLeg = Leg<AddGuardianCommand, Found>

const requireRoom = ({ at, found: { settings, siblings } }: Pick<AddLeg, "at" | "found">) =>
  Result.flatMap(timesOf(recoverySettingsOf(settings), "GUARDIAN", at), () =>
    siblings.length < MOST_GUARDIANS ? Result.succeed(undefined) : Result.fail(new TooManyGuardians())
  )

export const checkFirst = (leg: Pick<AddLeg, "at" | "command" | "found">) =>
  Result.map(requireRoom(leg), () => {
    const relyingParties = settingsOf(leg.found.settings).passkeys
    return { inputs: { ...leg.command, relyingParties }, relyingParties }
  })

/** Verifies the registration as that of a credential, and requires a passkey that the account does not use yet. */
const prepareFirst = Effect.fnUntraced(function* ({
  at,
  checked: { relyingParties },
  command: { accountId, addition },
  environment
}: Omit<AddLeg, "found"> & { readonly checked: CheckedBy<typeof checkFirst> }) {
  const { identity, material, nickname, spends } = yield* PASSKEY.prepare(addition, {
    accountId,
    email: undefined,
    relyingParties,
    issuers: undefined,
    at
  })
  const uniqueKey = `${accountId} ${identity}`
  const { guardian, twin } = yield* load({
    guardian: byUnique(guardians, environment, "identity", [uniqueKey]),
    twin: byUnique(credentials, environment, "identity", [identity])
  })
  if (guardian !== undefined || twin?.value.accountId === accountId) return yield* new GuardianExists()
  const intent: Intent = {
    guardianId: yield* freshId("Guardian"),
    accountId,
    nickname,
    material: readMaterial(material),
    uniqueKey,
    ...(spends === undefined ? {} : { spends })
  }
  return intent
})

export const begin = ({
  found: { account, credentials },
  prepared: intent
}: AddLeg & { readonly prepared: Intent }): Result.Result<Challenged<Intent>, WalletRefusal> => {
  const { accountId, guardianId, material, nickname } = intent
  const shown = { guardianId, nickname, passkey: material.credentialId }
  return beginOnWallet({ account, credentials }, rawPayload(accountId, { addGuardian: shown }), intent)
}

type FinishLeg = Pick<
  Leg<unknown, Found & Effect.Success<ReturnType<typeof customerReads>>>,
  "at" | "environment" | "found" | "policy"
>

/** Writing the account serializes additions, so the limit is exact. */
export const finish = ({
  at,
  environment,
  found,
  intent: { spends, ...terms },
  policy,
  signer
}: FinishLeg & Pick<SecondLeg<Intent>, "intent" | "signer">): Result.Result<
  Finished<Guardian>,
  RecoveryDisabled | TooManyGuardians
> =>
  Result.map(requireRoom({ at, found }), () => {
    const voucher = voucherOf(signer, found.credentials, { at, policy })
    const guardian: Guardian = { ...terms, createdAt: at, ...(voucher === undefined ? {} : { voucher }) }
    return {
      reply: guardian,
      changes: [
        insert(guardians, environment, guardian, at),
        ...(spends === undefined ? [] : [consume(environment, spends, at)]),
        ...touchAccount(found.account, at)
      ],
      guards: [],
      drafts: noticesOf(found, { kind: "GUARDIAN_ADDED" }, at)
    }
  })

/**
 * Registers a passkey of a second person, or of the platform, that can start a recovery of this wallet. It opens no
 * session and signs nothing else. A session of the account signs.
 */
export const addGuardian = signedRetry({
  name: "AddGuardian",
  call: ({ body }: AddGuardianCommand) => ({ method: "POST", path: "/auth/guardians", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, check: checkFirst, prepare: prepareFirst, decide: begin },
  finish: { reads, moreReads: customerReads, decide: finish },
  lost: (conflict) => {
    if (isTaken(guardians)(conflict)) return new GuardianExists()
    return isTaken(usedValues)(conflict) ? new PasskeyRefused({ check: "challenge" }) : undefined
  }
})

export interface RemoveGuardianCommand {
  readonly guardianId: GuardianId
}

const RemoveIntent = Schema.Struct({ guardianId: GuardianId, accountId: AccountId })

/** The account that a guardian guards. */
export const guardedBy = (guardianId: GuardianId): FieldOf => ({
  collection: guardians,
  id: guardianId,
  field: "accountId"
})

const removeReads = ({ guardianId }: RemoveGuardianCommand, environment: EnvironmentKey) => ({
  guardian: byId(guardians, environment, guardianId),
  ...recoveryReads(environment, guardedBy(guardianId))
})
type RemoveFound = FoundOf<ReturnType<typeof removeReads>>

export const beginRemove = ({
  found: { account, credentials, guardian }
}: Leg<RemoveGuardianCommand, RemoveFound>): Result.Result<
  Challenged<typeof RemoveIntent.Type>,
  GuardianNotFound | WalletRefusal
> => {
  if (guardian === undefined) return Result.fail(new GuardianNotFound())
  const { accountId, guardianId } = guardian.value
  const intent = { guardianId, accountId }
  return beginOnWallet({ account, credentials }, rawPayload(accountId, { removeGuardian: { guardianId } }), intent)
}

export const finishRemove = ({
  at,
  found
}: Pick<Leg<unknown, RemoveFound & Effect.Success<ReturnType<typeof customerReads>>>, "at" | "found">): Result.Result<
  Finished<void>,
  GuardianNotFound
> =>
  found.guardian === undefined
    ? Result.fail(new GuardianNotFound())
    : Result.succeed({
        reply: undefined,
        changes: [remove(found.guardian)],
        guards: [],
        drafts: noticesOf(found, { kind: "GUARDIAN_REMOVED" }, at)
      })

/** Removes a guardian. A recovery that it started stays open until it is cancelled. */
export const removeGuardian = signedRetry({
  name: "RemoveGuardian",
  call: ({ guardianId }: RemoveGuardianCommand) => ({
    method: "DELETE",
    path: `/auth/guardians/${guardianId}`,
    body: null
  }),
  wallets: ({ guardianId }, environment) => walletRef(environment, guardedBy(guardianId)),
  intent: Schema.toCodecJson(RemoveIntent),
  begin: { reads: removeReads, decide: beginRemove },
  finish: { reads: removeReads, moreReads: customerReads, decide: finishRemove }
})

/** Returns the guardians of an account, newest first. */
export const listGuardians = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { all } = yield* load({ all: guardiansRef(environment, accountId) })
  return all.map(({ value }) => value)
})
