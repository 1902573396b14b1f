import { canonical, flatBeneficiary, isJsonObject } from "@countersign/account-types"
import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byId, type FoundOf, type Stored } from "../../store/records.ts"
import { AccountNotFound, type InternalAccount, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { customerRef, usable } from "../accounts/wallets.ts"
import { openedCustomer } from "../customers/read.ts"
import type { NewCustomer } from "../customers/rules/bodies.ts"
import type { Customer } from "../customers/rules/Customer.ts"
import { type OpenedExternalAccount, opened } from "../external-accounts/read.ts"
import { type ExternalAccount, payable, sendable } from "../external-accounts/rules/ExternalAccount.ts"
import { type ExternalAccountNotActive, ExternalAccountNotFound } from "../external-accounts/rules/refusals.ts"
import { kindOf, normalised } from "../external-accounts/rules/verifyFields.ts"
import { digestOf, type SignedEnd } from "./SignedTerms.ts"

export const internalReads = (environment: EnvironmentKey, accountId: string) => ({
  account: byId(internalAccounts, environment, accountId),
  customer: customerRef(environment, accountId)
})

export const requireInternal = ({ account, customer }: FoundOf<ReturnType<typeof internalReads>>) =>
  Result.gen(function* () {
    if (account === undefined) return yield* Result.fail(new AccountNotFound())
    yield* usable(account.value)
    return { account, owner: customer }
  })

export type InternalEnd = Result.Result.Success<ReturnType<typeof requireInternal>>

/** Requires an external account that this customer may send to or draw from now (X7). */
export const requirePayable = (
  record: Stored<ExternalAccount> | undefined,
  sender: Customer | undefined
): Result.Result<Stored<ExternalAccount>, ExternalAccountNotActive | ExternalAccountNotFound> =>
  record === undefined || (record.value.customerId ?? sender?.customerId) !== sender?.customerId
    ? Result.fail(new ExternalAccountNotFound())
    : Result.map(payable(record.value), () => record)

/** Decrypts and normalises an external account. Fails if a business may not send there; individuals always may. */
export const openedPayable = Effect.fnUntraced(function* (account: ExternalAccount, sender: Customer | undefined) {
  const kind = kindOf(account.accountType)
  if (sender !== undefined && sender.customerType !== "INDIVIDUAL") {
    yield* Effect.fromResult(sendable((yield* openedCustomer(sender)).profile, kind.destination))
  }
  const { particulars } = yield* opened(account)
  return { account, particulars, normal: normalised({ kind, accountInfo: particulars.accountInfo }) }
})

/**
 * The fields of an internal account that a quote and its signature depend on: all except those that every payment
 * changes.
 */
export const withoutBalance = ({ balance: _, eventCount: __, updatedAt: ___, ...account }: InternalAccount) => account

/**
 * The signed form of an external account. Its digest covers every stored field, including `accountInfo` with its
 * beneficiary and the results of the verification. The counters of edits and events are excluded, because they describe
 * no property of the destination.
 */
export const externalEnd = ({ account, particulars }: OpenedExternalAccount): SignedEnd => {
  const { destinationSince: _, eventCount: __, revision: ___, sealed: ____, updatedAt: _____, ...record } = account
  const { accountType, ...identifiers } = canonical(kindOf(account.accountType), particulars.accountInfo)
  const { beneficiary } = particulars.accountInfo
  const { fullName, legalName } = isJsonObject(beneficiary) ? flatBeneficiary(beneficiary) : {}
  const name = typeof fullName === "string" ? fullName : legalName
  return {
    accountId: account.externalAccountId,
    accountType: accountType ?? account.accountType,
    identifiers,
    ...(typeof name === "string" ? { name } : {}),
    digest: digestOf({ ...record, ...particulars })
  }
}

/**
 * The signed form of an internal account. Its digest covers every stored field except the balance and the event count.
 */
export const internalEnd = (account: InternalAccount, owner?: NewCustomer): SignedEnd => {
  const name = owner?.customerType === "BUSINESS" ? owner.businessInfo.legalName : owner?.fullName
  return {
    accountId: account.accountId,
    accountType: account.type,
    identifiers: { accountId: account.accountId },
    ...(name === undefined ? {} : { name }),
    digest: digestOf(withoutBalance(account))
  }
}

/** The signed form of a payment address, which is all that is known about the beneficiary. */
export const addressEnd = (umaAddress: string, currency: string): SignedEnd => ({
  accountType: "UMA_ADDRESS",
  identifiers: { umaAddress },
  digest: digestOf({ umaAddress, currency })
})
