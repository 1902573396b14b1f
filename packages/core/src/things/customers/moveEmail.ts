import { canonicalJson } from "@countersign/wire"
import { Effect } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Voucher } from "../../model/Voucher.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Call, Leg } from "../../steps/Leg.ts"
import { headRef, requestAuthorised, touchAccount } from "../../steps/receiptPlan.ts"
import { callOf } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { combined, type Draft, type Plan, replace } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import { type InternalAccount, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { openedOwner } from "../beneficial-owners/owners.ts"
import type { BeneficialOwner } from "../beneficial-owners/rules/BeneficialOwner.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { credentials, readdressed } from "../credentials/rules/Credential.ts"
import { noticesTo } from "../notices/rules/NoticeMail.ts"
import { type CodeRecords, codeReads, codesVoided } from "../one-time-codes/rules/codes.ts"
import { configOf, type PlatformConfig, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import type { MailedAct } from "../receipts/rules/Receipt.ts"
import { newestRef } from "../recovery/recoveryPlan.ts"
import { activeRef } from "../sessions/rules/Session.ts"
import { type CustomerView, openedCustomer, ownersOf, sealedProfile } from "./read.ts"
import { type Customer, customers, revised } from "./rules/Customer.ts"
import { type EmailChanges, emailChanges, emailCodesOf } from "./rules/EmailChange.ts"

export const emailReads = (environment: EnvironmentKey, customerId: CustomerId) => ({
  emails: byId(emailChanges, environment, customerId),
  code: codeReads(environment, emailCodesOf(customerId))
})

/** The change of a customer's address, and the code for the new one. */
export interface EmailRecords {
  readonly emails: Stored<EmailChanges> | undefined
  readonly code: CodeRecords
}

export const walletsOfCustomer = (environment: EnvironmentKey, customerId: CustomerId) =>
  byIndex(internalAccounts, environment, "customerType", [customerId, "EMBEDDED_WALLET"])

export interface OfCustomer {
  readonly customerId: CustomerId
}

export const customerReads = <Command extends OfCustomer>({ customerId }: Command, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId),
  config: configOf(environment),
  owners: ownersOf(environment, customerId),
  wallets: walletsOfCustomer(environment, customerId),
  ...emailReads(environment, customerId)
})

type Wallets = ReadonlyArray<Stored<InternalAccount>>

/** The wallets' EMAIL_OTP credentials and recoveries with their code states, sessions, and heads of receipt chains. */
export const loadMoving = Effect.fnUntraced(function* ({
  environment,
  found: { wallets }
}: Pick<Leg<unknown, { readonly wallets: Wallets }>, "environment" | "found">) {
  const inside = yield* load(
    wallets.map(({ id }) => ({
      credentials: byIndex(credentials, environment, "account", [id]),
      active: activeRef(environment, id),
      head: headRef(environment, id),
      recoveries: [newestRef(environment, id, "GUARDIAN"), newestRef(environment, id, "OPERATOR")]
    }))
  )
  const each = inside.flatMap(({ credentials }) => credentials)
  const tied = each.filter(({ value }) => value.type === "EMAIL_OTP")
  const recoveryIds = inside.flatMap(({ recoveries }) => recoveries.flatMap((each) => each?.value.recoveryId ?? []))
  const { codes, kept } = yield* load({
    kept: tied.map(({ value }) => kinds.EMAIL_OTP.reads(environment, value.credentialId)),
    codes: recoveryIds.map((id) => codeReads(environment, id))
  })
  return {
    each,
    heads: inside.map(({ head }) => head),
    sessions: inside.flatMap(({ active }) => active),
    recoveryCodes: codes,
    tied: tied.map((credential, nth) => ({ credential, otp: kept[nth]?.otp, mail: kept[nth]?.mail }))
  }
})

/** The records that change when an address moves. */
interface Moving extends Pick<EmailRecords, "code">, Effect.Success<ReturnType<typeof loadMoving>> {
  readonly wallets: Wallets
}

/** The profile with another address, and the decrypted owners for the reply. */
export const movedProfile = Effect.fnUntraced(function* (
  customer: Customer,
  owners: ReadonlyArray<BeneficialOwner>,
  email: string
) {
  const { profile } = yield* openedCustomer(customer)
  const moved = { ...profile, email }
  return {
    profile: moved,
    sealed: yield* sealedProfile(customer.customerId, moved, customer.sealed),
    owners: yield* Effect.forEach(owners, openedOwner)
  }
})

/**
 * Moves the EMAIL_OTP credentials of a customer to an address, and voids pending codes, also those of recoveries. It
 * touches each wallet, so that a concurrent call that opens a session or adds a credential conflicts and decides again.
 */
export const tiedPlan = (
  email: string,
  { code, recoveryCodes, tied, wallets }: Moving,
  /** The voucher of the address, until it is confirmed. */
  bound: Voucher | undefined,
  at: Millis,
  addressed = readdressed
): Plan => ({
  changes: [
    ...tied.map(({ credential }) => replace(credential, addressed(credential.value, email, bound, at), at)),
    ...[...tied, ...recoveryCodes, code].flatMap((each) => codesVoided(each, at)),
    ...wallets.flatMap((account) => touchAccount(account, at))
  ]
})

/** The chains of the wallets, each of which gets a receipt. */
export const chainsOf = ({ heads, wallets }: Pick<Moving, "heads" | "wallets">) =>
  wallets.map(({ value: { accountId } }, nth) => ({ accountId, head: heads[nth] }))

/** Moves the customer and its EMAIL_OTP credentials to an address. */
export const movePlan = (
  record: Stored<Customer>,
  { owners, profile, sealed }: Effect.Success<ReturnType<typeof movedProfile>>,
  found: Moving,
  bound: Voucher | undefined,
  at: Millis,
  addressed = readdressed
): { readonly view: CustomerView; readonly plan: Plan } => {
  const customer = revised(record.value, { ...sealed, updatedAt: at })
  const written: Plan = { changes: [replace(record, customer, at)] }
  return {
    view: { customer, profile, owners },
    plan: combined(written, tiedPlan(profile.email, found, bound, at, addressed))
  }
}

/** Notices about a moved address, to both. The mail to the previous one has the token that undoes the move, if any. */
export const movedNotices = (
  from: { readonly email: string; readonly sealedToken?: string } | undefined,
  to: string | undefined,
  config: Stored<PlatformConfig> | undefined,
  { at, policy }: Pick<Call<unknown>, "at" | "policy">
): ReadonlyArray<Draft> => {
  const { email, sealedToken } = from ?? {}
  const undo = sealedToken === undefined ? undefined : { sealedToken, until: at + policy.emailUndoWindow }
  return noticesToBoth("EMAIL_CHANGED", [email, to], config, at, undo)
}

/** Notices to the previous address and the new one. */
export const noticesToBoth = (
  kind: "EMAIL_CHANGED" | "EMAIL_RESTORED",
  [previous, next]: readonly [string | undefined, string | undefined],
  config: Stored<PlatformConfig> | undefined,
  at: Millis,
  undo?: Parameters<typeof noticesTo>[4]
): ReadonlyArray<Draft> => {
  const branding = brandingOf(walletConfigOf(config))
  return [
    ...noticesTo([previous], { kind, recipient: "OLD" }, branding, at, undo),
    ...noticesTo([next], { kind, recipient: "NEW" }, branding, at)
  ]
}

/** A receipt in the chain of each wallet. A secret that the service mailed authorised the act, not a signature. */
export const mailedReceipts = (
  { at, command: { customerId }, found }: Leg<OfCustomer, Moving>,
  act: { readonly name: MailedAct; readonly path: string; readonly body: Json; readonly consumed: string },
  email: string
): Receipted => {
  const call = callOf(act.name, { method: "POST", path: `/customers/${customerId}/email/${act.path}`, body: act.body })
  const mailed = { call, payload: canonicalJson(act.body), requestId: act.consumed }
  const authorised = requestAuthorised(mailed, { type: "MAILED_SECRET" })
  return { receipts: chainsOf(found).map((chain) => ({ authorised, chain: { ...chain, at }, details: { email } })) }
}
