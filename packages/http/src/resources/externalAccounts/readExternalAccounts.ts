import { flatBeneficiary, isJsonObject, type Kind, railsOf, variantOf } from "@countersign/account-types"
import * as core from "@countersign/core/internal"
import {
  CustomerId,
  ExternalAccountId,
  type JsonObject,
  kindOf,
  NameMatch,
  normalised,
  type OpenedExternalAccount
} from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { countryCode, currencyCode } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"

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

/**
 * Returns the submitted fields with their derived values: the canonical form of each field, and the supported rails.
 */
const echoed = (kind: Kind, accountInfo: JsonObject): JsonObject => {
  const { beneficiary } = accountInfo
  return {
    ...normalised({ kind, accountInfo }),
    ...accountInfo,
    ...(isJsonObject(beneficiary) ? { beneficiary: mirrored(kind, beneficiary) } : {}),
    paymentRails: [...railsOf(variantOf(kind, accountInfo), accountInfo)]
  }
}

/**
 * Adds both forms of a business name, and the country of residence of a person in the euro area if the address has one.
 */
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

const filter = {
  currency: Schema.optionalKey(currencyCode),
  platformAccountId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512))),
  ...paging
}
const success = pageOf(ExternalAccountBody)

const list = (
  scope: core.AccountScope,
  query: Omit<core.ExternalAccountFilter, "scope"> & Parameters<typeof pageRequest>[0]
) =>
  Effect.map(core.listExternalAccounts({ ...query, scope }, pageRequest(query)), (page) =>
    pageBody(page, externalAccountBody)
  )

export const listExternalAccounts = endpoint(
  HttpApiEndpoint.get("listExternalAccounts", "/customers/external-accounts", {
    query: { customerId: Schema.optionalKey(core.CustomerId), ...filter },
    success
  }),
  { summary: "List external accounts of one or all customers, newest first" },
  ({ query }) => list("customer", query)
)

export const listPlatformAccounts = endpoint(
  HttpApiEndpoint.get("listPlatformAccounts", "/platform/external-accounts", { query: filter, success }),
  { summary: "List external accounts of the platform, newest first" },
  ({ query }) => list("platform", query)
)

const one = { params: { id: core.ExternalAccountId }, success: ExternalAccountBody }

export const readExternalAccount = endpoint(
  HttpApiEndpoint.get("readExternalAccount", "/customers/external-accounts/:id", one),
  { summary: "Read an external account of a customer", refusals: ["ExternalAccountNotFound"] },
  ({ params }) => Effect.map(core.readExternalAccount(params.id, "customer"), externalAccountBody)
)

export const readPlatformAccount = endpoint(
  HttpApiEndpoint.get("readPlatformAccount", "/platform/external-accounts/:id", one),
  { summary: "Read an external account of the platform", refusals: ["ExternalAccountNotFound"] },
  ({ params }) => Effect.map(core.readExternalAccount(params.id, "platform"), externalAccountBody)
)

export const listDiscoveries = endpoint(
  HttpApiEndpoint.get("listDiscoveries", "/discoveries", {
    query: { country: Schema.optionalKey(countryCode), currency: Schema.optionalKey(currencyCode) },
    success: Schema.Struct({ data: Schema.Array(core.Discovery.annotate({ identifier: "Discovery" })) })
  }),
  {
    summary: "List the banks of a country or a currency",
    description: "Accounts in some countries require a bankName from this list, with the exact spelling."
  },
  ({ query }) => Effect.map(core.listDiscoveries(query), (data) => ({ data }))
)
