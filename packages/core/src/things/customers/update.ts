import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { CredentialId, CustomerId } from "../../model/ids.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { isTaken } from "../../steps/isTaken.ts"
import type { Call } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import { type Challenged, challenged, type Finished, type Immediate } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { combined, insert, type Plan, put, replace } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import { isEnabled } from "../access/rules/evaluate.ts"
import { internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { openedAccount } from "../accounts/wallets.ts"
import { openedOwner } from "../beneficial-owners/owners.ts"
import type { BeneficialOwner } from "../beneficial-owners/rules/BeneficialOwner.ts"
import { firstCredential, voucherOf } from "../credentials/add.ts"
import { type Credential, credentials } from "../credentials/rules/Credential.ts"
import { challengeOf } from "../one-time-codes/codes.ts"
import { issuePlan } from "../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { policyWithin } from "../settings/rules/Limits.ts"
import { settingsOf } from "../settings/rules/PlatformSettings.ts"
import {
  chainsOf,
  customerReads,
  type EmailRecords,
  loadMoving,
  movedNotices,
  tiedPlan,
  walletsOfCustomer
} from "./moveEmail.ts"
import { isRecoveryNext, issueEmailCode, undoToken } from "./proveEmail.ts"
import { type CustomerView, openedCustomer, pendingView, sealedProfile } from "./read.ts"
import { added, CustomerPatch, patched } from "./rules/bodies.ts"
import { type Customer, customers, requireCustomer, revised } from "./rules/Customer.ts"
import { addressBound, emailChanges, proposed, proven } from "./rules/EmailChange.ts"
import { formerUmaAddresses, readdressed, reservedRef } from "./rules/formerUmaAddresses.ts"
import { CredentialSetChanged, UmaAddressTaken } from "./rules/refusals.ts"

export interface UpdateCustomerCommand {
  readonly customerId: CustomerId
  readonly patch: CustomerPatch
  /** The patch as received. */
  readonly body: Json
}

const Intent = Schema.Struct({
  /** The `CustomerPatch`, encrypted with the vault key. */
  sealed: Schema.String,
  customerId: CustomerId,
  /** The EMAIL_OTP credentials covered by the signature. Either all of them change, or none. */
  tied: Schema.Array(CredentialId)
})

const reads = ({ patch: { umaAddress }, ...command }: UpdateCustomerCommand, environment: EnvironmentKey) => ({
  ...customerReads(command, environment),
  used: umaAddress === undefined ? undefined : byId(formerUmaAddresses, environment, umaAddress),
  left: umaAddress === undefined ? undefined : reservedRef(command.customerId, environment)
})

/**
 * Updates a customer. If a wallet of the customer has any credential, a change of the e-mail address is a signed retry
 * (I18), because it redirects the codes of every EMAIL_OTP credential, including those added later. The other fields of
 * the same patch wait for the signature. The signed leg moves the customer and these credentials at once. Where the
 * policy of the host or the limits of the platform demand it, it stores the new address as pending and mails a code to
 * it; `proveEmail` moves the customer, and until then all codes go to the old address. Both ways the mail to the old
 * address contains a token that undoes the move.
 *
 * The payload is `ACTIVITY_TYPE_UPDATE_USER_EMAIL` with the parameters `userEmail` (the new address as it will be
 * stored) and `userId` (the customer's id).
 */
export const updateCustomer = signedRetry({
  name: "UpdateCustomer",
  call: ({ body, customerId }) => ({ method: "PATCH", path: `/customers/${customerId}`, body }),
  // The rest of the profile is the platform's own record of a person, and no act of a wallet.
  wallets: ({ customerId, patch }, environment) =>
    patch.email === undefined ? undefined : walletsOfCustomer(environment, customerId),
  lost: (conflict) =>
    [customers, formerUmaAddresses].some((collection) => isTaken(collection)(conflict))
      ? new UmaAddressTaken()
      : undefined,
  begin: begins(reads)
    // The credentials of the wallets, which this leg needs only if the address changes.
    .more(
      Effect.fnUntraced(function* loadCredentials({ command, environment, found: { customer, wallets } }) {
        if (!isMoved(command.patch, customer?.value)) return { each: [] }
        const each = yield* load(wallets.map(({ id }) => byIndex(credentials, environment, "account", [id])))
        return { each: each.flat() }
      })
    )
    // Wallets without a credential get their first one with the new address.
    .check(function changeable({ access, command: { patch }, found }) {
      return Result.gen(function* () {
        const { record } = yield* requireCustomer(found.customer)
        const moves = isMoved(patch, record.value)
        const isSigned = moves && found.each.length > 0
        const isBorn = moves && !isSigned && isEnabled(access, "EMAIL_OTP")
        const bare = isBorn ? found.wallets.map(({ value }) => value.accountId) : []
        const owners = found.owners.map(({ value }) => value)
        return { inputs: { customer: record.value, owners, isSigned, bare }, record, moves }
      })
    })
    .prepare(
      Effect.fnUntraced(function* sealChange(leg) {
        const { checked, command, requestId } = leg
        const { patch } = command
        const { bare, customer, isSigned, owners } = checked.inputs
        const profile = yield* changedProfile(customer, owners, patch, leg)
        const sealedPatch = isSigned ? yield* seal(requestId, patch) : undefined
        const { email } = patch
        const born =
          email === undefined ? [] : yield* Effect.forEach(bare, (accountId) => firstCredential(accountId, email, leg))
        return { ...profile, sealedPatch, born }
      })
    )
    .decide(function changeOrAsk(leg) {
      const { at, checked, command, found, prepared } = leg
      const { customerId, patch } = command
      return Result.map(profilePlan(leg), (changed): Challenged<typeof Intent.Type> | Immediate<CustomerView> => {
        // The oldest credential of the oldest wallet signs for all. EMAIL_OTP credentials come first, since they change.
        const tied = tiedOf(found.each)
        const first = tied.at(-1) ?? found.each.at(-1)
        const { before, born, profile, sealedPatch } = prepared
        if (patch.email === undefined || first === undefined || sealedPatch === undefined) {
          const { email } = before
          const isNoticed = checked.moves && email !== undefined
          const notices = isNoticed ? movedNotices({ email }, profile.email, found.config, leg) : []
          // Every wallet is touched, so that a concurrent call that adds a first credential to one of them conflicts and
          // decides again.
          const wallets = checked.moves ? found.wallets.flatMap((account) => touchAccount(account, at)) : []
          return {
            _tag: "Immediate",
            reply: changed.view,
            ...combined(changed.plan, ...born, { changes: wallets, drafts: notices })
          }
        }
        return challenged({
          accountId: first.value.accountId,
          credentialType: first.value.type,
          activity: {
            type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
            parameters: { userEmail: patch.email, userId: customerId }
          },
          intent: { sealed: sealedPatch, customerId, tied: tied.map(({ value }) => value.credentialId) }
        })
      })
    }),
  finish: finishes(Intent, reads)
    .more(loadMoving)
    .check(function stillChangeable(leg) {
      const { found, settings } = leg
      return Result.map(requireCustomer(found.customer), ({ record }) => {
        const owners = found.owners.map(({ value }) => value)
        const policy = policyWithin(leg.policy, settingsOf(settings).limits)
        const needs = { isProof: policy.emailChange === "proven", isRecovery: isRecoveryNext(found.code, leg.policy) }
        return { inputs: { customer: record.value, owners, ...needs, config: walletConfigOf(found.config) }, record }
      })
    })
    .prepare(
      Effect.fnUntraced(function* openChange(leg) {
        const { at, checked, intent, requestId } = leg
        const { customer, isProof, owners } = checked.inputs
        const { email = "", ...others } = yield* open(requestId, intent.sealed)
        const patch = isProof ? others : { ...others, email }
        return {
          ...(yield* changedProfile(customer, owners, patch, leg)),
          email,
          issued: isProof ? yield* issueEmailCode(intent.customerId, email, checked.inputs, at) : undefined,
          undo: isProof || customer.email === undefined ? undefined : yield* undoToken(customer.email)
        }
      })
    )
    .decide(function moveOrAwaitProof(leg) {
      return Result.gen(function* () {
        const { at, environment, found, intent, policy, prepared, signer } = leg
        const { customerId, tied: signed } = intent
        const now = tiedOf(found.each).map(({ id }) => id)
        if (now.toSorted().join() !== signed.toSorted().join()) return yield* Result.fail(new CredentialSetChanged())
        const { email, issued, undo } = prepared
        const voucher = voucherOf(signer, found.each, leg)
        const changes = yield* proposed(customerId, found.emails?.value, email, voucher, policy, at)
        const { plan, view } = yield* profilePlan(leg)
        if (issued === undefined) {
          const { pendingEmail: _, ...reply } = view
          const next = proven(changes, undo, policy, at)
          const change = put(emailChanges, environment, found.emails, next, at)
          const moved: Plan = { changes: [change], drafts: movedNotices(undo, email, found.config, leg) }
          const tied = tiedPlan(email, found, addressBound(next, at), at)
          const done: Finished<CustomerView> = {
            reply,
            details: { email },
            chains: chainsOf(found),
            ...combined(plan, tied, moved)
          }
          return done
        }
        const accountId = found.wallets.at(-1)?.value.accountId
        if (accountId === undefined) return yield* Result.fail(new CredentialSetChanged())
        const none = OneTimeCode.initial({ credentialId: issued.order.credentialId, accountId })
        const round = { at, current: found.code.otp?.value ?? none, environment, policy, ...found.code }
        const coded = yield* issuePlan(issued, round)
        const pending: Plan = { changes: [put(emailChanges, environment, found.emails, changes, at)] }
        const finished: Finished<CustomerView> = {
          reply: { ...view, pendingEmail: { ...changes.pending, ...challengeOf(issued) } },
          details: { email },
          ...combined(plan, pending, coded)
        }
        return finished
      })
    })
})

const { open, seal } = vaultedText("change of a customer", CustomerPatch)

const isMoved = ({ email }: CustomerPatch, customer: Customer | undefined): boolean =>
  email !== undefined && email !== customer?.email

/** The EMAIL_OTP credentials, whose codes go to the address. */
const tiedOf = (each: ReadonlyArray<Stored<Credential>>) => each.filter(({ value }) => value.type === "EMAIL_OTP")

type ChangedProfile = Effect.Success<ReturnType<typeof changedProfile>>

/** The profile before the patch and the encrypted profile after it, plus the accounts for its new currencies. */
const changedProfile = Effect.fnUntraced(function* (
  customer: Customer,
  owners: ReadonlyArray<BeneficialOwner>,
  patch: CustomerPatch,
  { at, policy }: Pick<Call<unknown>, "at" | "policy">
) {
  const { customerId } = customer
  const { profile: before } = yield* openedCustomer(customer)
  const profile = yield* Effect.fromResult(patched(before, patch))
  const more = yield* Effect.fromResult(added(customer.currencies, patch.currencies ?? customer.currencies, policy))
  return {
    before,
    profile,
    umaAddress: patch.umaAddress ?? customer.umaAddress,
    sealed: yield* sealedProfile(customerId, profile, customer.sealed),
    owners: yield* Effect.forEach(owners, openedOwner),
    accounts: yield* Effect.forEach(more, (currency) =>
      openedAccount({ customerId, type: "INTERNAL_FIAT", currency, at })
    )
  }
})

interface ProfileLeg extends Pick<Call<unknown>, "at" | "environment"> {
  readonly checked: { readonly record: Stored<Customer> }
  readonly found: Pick<EmailRecords, "emails"> & Parameters<typeof readdressed>[2]
  readonly prepared: ChangedProfile
}

/** The customer after the patch, and the change that writes it. */
const profilePlan = ({ at, checked, environment, found, prepared }: ProfileLeg) => {
  const { record } = checked
  const { accounts, owners, profile, sealed, umaAddress } = prepared
  const customer = revised(record.value, {
    ...sealed,
    umaAddress,
    currencies: [...record.value.currencies, ...accounts.map(({ currency }) => currency.code)],
    updatedAt: at
  })
  const view: CustomerView = { customer, profile, owners, ...pendingView(found.emails?.value, at) }
  const changed: Plan = {
    changes: [
      replace(record, customer, at),
      ...accounts.map((account) => insert(internalAccounts, environment, account, at))
    ]
  }
  return Result.map(readdressed(record.value, umaAddress, found, environment, at), (moved) => ({
    view,
    plan: combined(changed, moved)
  }))
}
