import { Effect, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { credentials } from "../../credentials/Credential.ts"
import { codeMails } from "../../credentials/kinds/email-otp/codeMails.ts"
import * as EmailOtp from "../../credentials/kinds/email-otp/EmailOtp.ts"
import { CustomerPatch, patched } from "../../customers/bodies.ts"
import { type Customer, customers, live, openedCustomer, sealedProfile } from "../../customers/Customer.ts"
import { added } from "../../customers/currencies.ts"
import { formerUmaAddresses, readdressed } from "../../customers/formerUmaAddresses.ts"
import { CredentialSetChanged, CustomerNotFound, UmaAddressTaken } from "../../customers/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { CredentialId, CustomerId, type RequestId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import { noticesTo } from "../../ports/noticeMails.ts"
import { byId, byIndex, type Found, insert, joined, load, type Plan, remove, replace } from "../../ports/records.ts"
import { vaulted } from "../../ports/vaulted.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { firstCredential } from "../credentials/firstCredential.ts"
import { openedAccount } from "../internal-accounts/openedAccount.ts"
import { isTaken } from "../isTaken.ts"
import type { Begun, Finished, FirstLeg, Immediate, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { type CustomerView, customerView, ownersOf } from "./customerView.ts"

export interface UpdateCustomerCommand {
  readonly customerId: CustomerId
  readonly patch: CustomerPatch
  /** The patch as it was sent. */
  readonly body: Json
}

const Intent = Schema.Struct({
  /** The `CustomerPatch`, under the vault's key. */
  sealed: Schema.String,
  customerId: CustomerId,
  /** The EMAIL_OTP credentials the change was signed for: all of them change, or nothing does. */
  tied: Schema.Array(CredentialId)
})
type Intent = typeof Intent.Type

const { open, seal } = vaulted(CustomerPatch)

/** Bound to the request: a patch that was signed for once is part of no other request. */
const contextOf = (id: RequestId): string => `change of a customer ${id}`

/**
 * Changes a customer. Where a wallet of the customer has any credential, a new e-mail address is a signed retry (I18):
 * it moves the codes of every EMAIL_OTP credential, also of one that is added later. The other fields of the same patch
 * wait for the signature. Pending codes become void, and the old and the new address are notified.
 *
 * The payload is `ACTIVITY_TYPE_UPDATE_USER_EMAIL` with the parameters `userEmail` (the new address as it will be
 * stored) and `userId` (the customer's id).
 */
export const updateCustomer = signedRetry({
  name: "UpdateCustomer",
  call: ({ body, customerId }: UpdateCustomerCommand) => ({ method: "PATCH", path: `/customers/${customerId}`, body }),
  reads: ({ customerId }, environment) => [
    byId(customers, environment, customerId),
    configOf(environment),
    ownersOf(environment, customerId),
    byIndex(internalAccounts, environment, "customerType", [customerId, "EMBEDDED_WALLET"])
  ],
  intent: Schema.toCodecJson(Intent),
  lost: (conflict) =>
    [customers, formerUmaAddresses].some((collection) => isTaken(collection)(conflict))
      ? new UmaAddressTaken()
      : undefined,
  begin: Effect.fnUntraced(function* ({ at, command, environment, found, requestId }: FirstLeg<UpdateCustomerCommand>) {
    const { customerId, patch } = command
    const { email } = patch
    const plan = yield* profilePlan(found, environment, { patch, customerId }, at)
    const moved = plan.isMoved ? yield* tiedTo(found, environment, customerId) : undefined
    // The oldest wallet with a credential signs for all. EMAIL_OTP first: its codes are what moves.
    const first = moved?.tied.at(-1)?.credential ?? moved?.each.at(-1)
    if (email === undefined || moved === undefined || first === undefined) {
      const born =
        email === undefined || moved === undefined ? [] : yield* firstCredentials(moved, environment, email, at)
      const notices =
        plan.isMoved && plan.before !== undefined ? yield* addressNotices(plan, found, environment, at) : []
      const immediate: Immediate<CustomerView> = {
        _tag: "Immediate",
        reply: plan.view,
        plan: joined(plan, { changes: [...born, ...notices], guards: [] })
      }
      return immediate
    }
    const { accountId, type } = first.value
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId,
      credentialType: type,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity: { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters: { userEmail: email, userId: customerId } },
      intent: {
        sealed: yield* seal(patch, contextOf(requestId)),
        customerId,
        tied: moved.tied.map(({ credential }) => credential.value.credentialId)
      },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent, requestId }: SecondLeg<Intent>) {
    const { customerId } = intent
    const patch = yield* open(intent.sealed, contextOf(requestId))
    const plan = yield* profilePlan(found, environment, { patch, customerId }, at)
    const moved = yield* tiedTo(found, environment, customerId)
    const now = moved.tied.map(({ credential }) => credential.id)
    if (now.toSorted().join() !== intent.tied.toSorted().join()) return yield* new CredentialSetChanged()
    const { email } = plan.view.customer
    const notices = yield* addressNotices(plan, found, environment, at)
    const finished: Finished<CustomerView> = {
      reply: plan.view,
      plan: joined(plan, { changes: notices, guards: [] }, email === undefined ? nothing : movePlan(moved, email, at))
    }
    return finished
  })
})

const nothing: Plan = { changes: [], guards: [] }

/** The notices of a changed address, to the old one and to the new one. */
const addressNotices = Effect.fnUntraced(function* (
  { before, view }: Effect.Success<ReturnType<typeof profilePlan>>,
  found: Found,
  environment: EnvironmentKey,
  at: Millis
) {
  const branding = brandingOf(walletConfigOf(found, environment))
  const old = yield* noticesTo([before], { kind: "EMAIL_CHANGED", recipient: "OLD" }, branding, at)
  const next = yield* noticesTo([view.customer.email], { kind: "EMAIL_CHANGED", recipient: "NEW" }, branding, at)
  return [...old, ...next]
})

/** The customer as the patch leaves it, and the change that writes it. */
const profilePlan = Effect.fnUntraced(function* (
  found: Found,
  environment: EnvironmentKey,
  { customerId, patch }: { readonly customerId: CustomerId; readonly patch: CustomerPatch },
  at: Millis
) {
  const record = found.one(byId(customers, environment, customerId))
  if (record === undefined) return yield* new CustomerNotFound()
  const before = yield* openedCustomer(yield* Effect.fromResult(live(record.value)))
  const profile = yield* Effect.fromResult(patched(before.profile, patch))
  const { currencies: had, umaAddress: former } = record.value
  const more = yield* Effect.fromResult(added(had, patch.currencies ?? had, yield* Policy))
  const umaAddress = patch.umaAddress ?? former
  const customer: Customer = {
    ...record.value,
    ...(yield* sealedProfile(customerId, profile)),
    umaAddress,
    currencies: [...had, ...more.map(({ code }) => code)],
    updatedAt: at
  }
  const isMoved = profile.email !== before.profile.email
  const view = yield* customerView({ customer, profile }, found.all(ownersOf(environment, customerId)))
  const accounts = yield* Effect.forEach(more, (currency) =>
    openedAccount({ customerId, type: "INTERNAL_FIAT", currency, at })
  )
  const opened: Plan = {
    changes: [
      replace(record, customer, at),
      ...accounts.map((account) => insert(internalAccounts, environment, account, at))
    ],
    guards: []
  }
  const plan = joined(opened, yield* readdressed(record.value, umaAddress, environment, at))
  return { view, isMoved, before: before.profile.email, ...plan }
})

/** The wallets of a customer, their credentials, and of the EMAIL_OTP ones where they stand with their codes. */
const tiedTo = Effect.fnUntraced(function* (found: Found, environment: EnvironmentKey, customerId: string) {
  const accounts = found.all(byIndex(internalAccounts, environment, "customerType", [customerId, "EMBEDDED_WALLET"]))
  const refs = accounts.map(({ id }) => byIndex(credentials, environment, "account", [id]))
  const all = yield* load(refs)
  const each = refs.flatMap((ref) => all.all(ref))
  const codes = each.filter(({ value }) => value.type === "EMAIL_OTP")
  const states = yield* load(
    codes.flatMap(({ id }) => [byId(EmailOtp.emailOtps, environment, id), byId(codeMails, environment, id)])
  )
  return {
    accounts,
    each,
    isBare: (accountId: string) => each.every(({ value }) => value.accountId !== accountId),
    tied: codes.map((credential) => ({
      credential,
      otp: states.one(byId(EmailOtp.emailOtps, environment, credential.id)),
      mail: states.one(byId(codeMails, environment, credential.id))
    }))
  }
})

type Tied = Effect.Success<ReturnType<typeof tiedTo>>

/** A wallet that had no way in gets its first one with the customer's first address. */
const firstCredentials = Effect.fnUntraced(function* (
  { accounts, isBare }: Tied,
  environment: EnvironmentKey,
  email: string,
  at: Millis
) {
  const bare = accounts.filter(({ id }) => isBare(id))
  const changes = yield* Effect.forEach(bare, ({ value }) => firstCredential(environment, value.accountId, email, at))
  // Every wallet is written anew: a credential that is being tied to one of them at this moment starts over.
  return [...changes.flat(), ...accounts.map((account) => replace(account, account.value, at))]
})

const movePlan = ({ accounts, tied }: Tied, email: string, at: Millis): Plan => ({
  changes: [
    ...tied.flatMap(({ credential, mail, otp }) => [
      replace(credential, { ...credential.value, nickname: email, material: { email }, updatedAt: at }, at),
      ...(otp === undefined ? [] : [replace(otp, EmailOtp.readdress(otp.value, at), at)]),
      ...(mail === undefined ? [] : [remove(mail)])
    ]),
    ...accounts.map((account) => replace(account, account.value, at))
  ],
  guards: []
})
