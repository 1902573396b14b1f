import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId, CredentialId } from "../../model/ids.ts"
import { isUnconfirmed, type Voucher } from "../../model/Voucher.ts"
import type { Call } from "../../steps/Leg.ts"
import { headRef } from "../../steps/receiptPlan.ts"
import { insert, type Plan, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, load, loadOne, type Stored } from "../../store/records.ts"
import { customerRef, noticesOf } from "../accounts/wallets.ts"
import { emailChanges, withoutPending } from "../customers/rules/EmailChange.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import { guardians } from "../recovery/rules/Guardian.ts"
import { savedCodes, withoutUnconfirmed } from "../recovery/rules/SavedCodes.ts"
import { accountReads, ended } from "../sessions/open.ts"
import { credentialTypeOf, kindReads, kinds } from "./kinds/index.ts"
import * as Credential from "./rules/Credential.ts"

const kinReads = (environment: EnvironmentKey, accountId: AccountId) => ({
  ...accountReads(environment, accountId),
  siblings: byIndex(Credential.credentials, environment, "account", [accountId]),
  resting: byIndex(Credential.restingCredentials, environment, "account", [accountId]),
  saved: byId(savedCodes, environment, accountId),
  guardians: byIndex(guardians, environment, "account", [accountId]),
  customer: customerRef(environment, accountId),
  config: configOf(environment),
  head: headRef(environment, accountId)
})

/** Everything of an account that a credential of it may have vouched for. */
export const loadKin = Effect.fnUntraced(function* (environment: EnvironmentKey, accountId: AccountId) {
  const kin = yield* load(kinReads(environment, accountId))
  const { customer, siblings } = kin
  const { emails, kept } = yield* load({
    emails: customer && byId(emailChanges, environment, customer.value.customerId),
    kept: siblings.map(({ value }) => kindReads(environment, value.credentialId))
  })
  return { ...kin, emails, kept }
})
export type Kin = Effect.Success<ReturnType<typeof loadKin>>

/** A credential that rests at `at`, which its owner may prove. `undefined` if none with this id does. */
export const loadResting = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  credentialId: CredentialId,
  at: Millis
) {
  const resting = yield* loadOne(byId(Credential.restingCredentials, environment, credentialId))
  return resting !== undefined && Credential.restsAt(resting.value, at) ? resting : undefined
})

/**
 * The return of a resting credential that its owner proved, and the end of what it vouched for and is not confirmed:
 * credentials are suspended with their sessions, guardians, saved codes and a pending address are removed (I21).
 */
export const returnPlan = (
  resting: Stored<Credential.Credential>,
  proven: Credential.Credential,
  kin: Kin,
  { at, environment, policy }: Pick<Call<unknown>, "at" | "environment" | "policy">
) =>
  Result.gen(function* () {
    const credential = yield* Credential.returned(proven, at)
    if (Credential.isDisowned(credential, kin.siblings)) return yield* Result.fail(new Credential.CredentialNotFound())
    const ends = Credential.descendantsOf(
      [credential.credentialId],
      kin.siblings,
      (each) => Credential.boundOf(each, at) !== undefined
    )
    const twin = kin.siblings.find(({ value }) => value.uniqueKey === credential.uniqueKey)
    // Another credential of the same identity, which this one did not vouch for, serves the owner in its place.
    if (twin !== undefined && !ends.includes(twin)) return yield* Result.fail(new Credential.CredentialNotFound())
    const plan = {
      changes: [
        remove(resting),
        insert(Credential.credentials, environment, credential, at),
        ...endedKin(ends, twin, kin, at),
        ...vouchedBeside([credential.credentialId, ...ends.map(({ value }) => value.credentialId)], kin, at)
      ],
      drafts: [
        ...noticesOf(
          { ...kin, credentials: [...kin.siblings, resting] },
          { kind: "CREDENTIAL_RETURNED", credentialType: credential.type },
          at
        ),
        recorded(
          { type: "CREDENTIAL_RETURNED", accountId: credential.accountId, credentialId: credential.credentialId, at },
          policy
        )
      ]
    }
    return { credential, plan }
  })

/** Suspends credentials and ends their sessions. The twin of the one that returns is removed. */
export const endedKin = (
  ends: ReadonlyArray<Stored<Credential.Credential>>,
  twin: Stored<Credential.Credential> | undefined,
  { active, kept, siblings }: Pick<Kin, "active" | "kept" | "siblings">,
  at: Millis
): Plan["changes"] => [
  ...ends.flatMap((each) => {
    if (each === twin) {
      const records = kept[siblings.indexOf(each)]
      const retired = records === undefined ? [] : kinds[credentialTypeOf(each.value.type)].retire(records)
      return [remove(each), ...retired]
    }
    return suspendedUnless(each, at)
  }),
  ...active
    .filter(({ value }) => ends.some(({ id }) => id === value.credentialId))
    .flatMap((session) => ended(session, at))
]

/** Only an operator resumes a suspended credential; its owner removes it. */
export const suspendedUnless = (credential: Stored<Credential.Credential>, at: Millis): Plan["changes"] =>
  Result.match(Credential.suspended(credential.value, at), {
    onFailure: () => [],
    onSuccess: (next) => [replace(credential, next, at)]
  })

/** Ends the unconfirmed guardians, saved codes and address that these credentials vouched for, if they are not older. */
export const vouchedBeside = (
  ids: ReadonlyArray<string>,
  { emails, guardians: all, saved }: Pick<Kin, "emails" | "guardians" | "saved">,
  at: Millis,
  since: Millis = 0
): Plan["changes"] => {
  const isOf = (voucher: Voucher | undefined, createdAt = since) =>
    isUnconfirmed(voucher, at) && createdAt >= since && voucher?.ancestors.some((id) => ids.includes(id)) === true
  return [
    ...all.filter(({ value }) => isOf(value.voucher, value.createdAt)).map(remove),
    ...(saved !== undefined && isOf(saved.value.voucher, saved.value.createdAt)
      ? [replace(saved, withoutUnconfirmed(saved.value), at)]
      : []),
    ...(emails !== undefined && isOf(emails.value.pending?.voucher)
      ? [replace(emails, withoutPending(emails.value, at), at)]
      : [])
  ]
}
