import { flatBeneficiary, isJsonObject, type Kind, railsOf, variantOf } from "@countersign/account-types"
import {
  CustomerId,
  ExternalAccountId,
  type JsonObject,
  kindOf,
  NameMatch,
  normalised,
  type OpenedExternalAccount
} from "@countersign/core"
import { Schema } from "effect"

export const ExternalAccountBody = Schema.Struct({
  id: ExternalAccountId,
  customerId: Schema.optionalKey(CustomerId),
  status: Schema.Literals(["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"]),
  currency: Schema.String,
  platformAccountId: Schema.optionalKey(Schema.String),
  accountInfo: Schema.Record(Schema.String, Schema.Json),
  beneficiaryVerificationStatus: Schema.optionalKey(NameMatch),
  beneficiaryVerifiedData: Schema.optionalKey(Schema.Struct({ fullName: Schema.String })),
  defaultUmaDepositAccount: Schema.Boolean
}).annotate({ identifier: "ExternalAccount" })

export const externalAccountBody = ({
  account,
  particulars
}: OpenedExternalAccount): typeof ExternalAccountBody.Type => {
  const { currency, customerId, defaultUmaDepositAccount, externalAccountId, nameMatch, platformAccountId } = account
  const { accountInfo, verifiedName } = particulars
  return {
    id: externalAccountId,
    ...(customerId === undefined ? {} : { customerId }),
    status: statuses[account.status],
    currency,
    ...(platformAccountId === null ? {} : { platformAccountId }),
    accountInfo: echoed(kindOf(account.accountType), accountInfo),
    ...(nameMatch === undefined ? {} : { beneficiaryVerificationStatus: nameMatch }),
    ...(verifiedName === undefined ? {} : { beneficiaryVerifiedData: { fullName: verifiedName } }),
    defaultUmaDepositAccount
  }
}

const statuses = { Pending: "PENDING", Active: "ACTIVE", UnderReview: "UNDER_REVIEW", Inactive: "INACTIVE" } as const

/** What was sent, and beside it what follows from it: the one spelling of each field, and the rails that reach it. */
const echoed = (kind: Kind, accountInfo: JsonObject): JsonObject => {
  const { beneficiary } = accountInfo
  return {
    ...normalised({ kind, accountInfo }),
    ...accountInfo,
    ...(isJsonObject(beneficiary) ? { beneficiary: mirrored(kind, beneficiary) } : {}),
    paymentRails: [...railsOf(variantOf(kind, accountInfo), accountInfo)]
  }
}

/** Both shapes of a business, and where a person in the euro area lives if an address says it. */
const mirrored = ({ destination }: Kind, beneficiary: JsonObject): JsonObject => {
  const { address, beneficiaryType } = beneficiary
  const country = isJsonObject(address) ? address.country : undefined
  const isDerived = destination === "EUR" && beneficiaryType === "INDIVIDUAL" && country !== undefined
  return {
    ...(isDerived ? { countryOfResidence: country } : {}),
    ...flatBeneficiary(beneficiary),
    ...beneficiary
  }
}
