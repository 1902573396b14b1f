import { canonical, flatBeneficiary, isJsonObject } from "@countersign/account-types"
import type { NewCustomer } from "../../customers/bodies.ts"
import { kindOf } from "../../external-accounts/judge.ts"
import type { OpenedExternalAccount } from "../../external-accounts/particulars.ts"
import type { InternalAccount } from "../../internal-accounts/InternalAccount.ts"
import { digestOf, type SignedEnd } from "../../payments/SignedTerms.ts"

/**
 * An external account: its digest covers every stored field, `accountInfo` with its beneficiary and the results of the
 * verification included. Left out are the numbers that count edits and events, which name no fact of the destination.
 */
export const externalEnd = ({ account, particulars }: OpenedExternalAccount): SignedEnd => {
  const { eventCount: _, revision: __, sealed: ___, updatedAt: ____, ...record } = account
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

/** An account of the service: its digest covers every stored field but the balance and the count of its events. */
export const internalEnd = (account: InternalAccount, owner?: NewCustomer): SignedEnd => {
  const { balance: _, eventCount: __, updatedAt: ___, ...record } = account
  const name = owner?.customerType === "BUSINESS" ? owner.businessInfo.legalName : owner?.fullName
  return {
    accountId: account.accountId,
    accountType: account.type,
    identifiers: { accountId: account.accountId },
    ...(name === undefined ? {} : { name }),
    digest: digestOf(record)
  }
}

/** A payment address, which is all that is known of who receives there. */
export const addressEnd = (umaAddress: string, currency: string): SignedEnd => ({
  accountType: "UMA_ADDRESS",
  identifiers: { umaAddress },
  digest: digestOf({ umaAddress, currency })
})
