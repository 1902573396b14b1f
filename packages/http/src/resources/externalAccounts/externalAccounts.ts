import { flatBeneficiary, isJsonObject, type Kind, railsOf, variantOf } from "@countersign/account-types"
import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, type Path, patch, post, remove } from "../endpoint.ts"
import { countryCode, created, currencyCode, paged, pageOf } from "../fields.ts"

export const ExternalAccountBody = Schema.Struct({
  id: core.ExternalAccountId,
  customerId: Schema.optionalKey(core.CustomerId),
  status: Schema.Literals(["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"]),
  currency: Schema.String,
  platformAccountId: Schema.optionalKey(Schema.String),
  accountInfo: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "As it was sent, with derived fields added. docs/generated/accounts.md lists the fields of each type"
  }),
  beneficiaryVerificationStatus: Schema.optionalKey(core.NameMatch),
  beneficiaryVerifiedData: Schema.optionalKey(Schema.Struct({ fullName: Schema.String })),
  defaultUmaDepositAccount: Schema.Boolean
}).annotate({ identifier: "ExternalAccount", description: "A bank account or a wallet elsewhere" })

export const externalAccountBody = ({
  account,
  particulars
}: core.OpenedExternalAccount): typeof ExternalAccountBody.Type => {
  const { externalAccountId: id, nameMatch, platformAccountId, ...shown } = account
  const { accountInfo, verifiedName } = particulars
  return {
    ...shown,
    id,
    status: statuses[account.status],
    ...(platformAccountId === null ? {} : { platformAccountId }),
    accountInfo: echoed(core.kindOf(account.accountType), accountInfo),
    ...(nameMatch === undefined ? {} : { beneficiaryVerificationStatus: nameMatch }),
    ...(verifiedName === undefined ? {} : { beneficiaryVerifiedData: { fullName: verifiedName } })
  }
}

const statuses = { Pending: "PENDING", Active: "ACTIVE", UnderReview: "UNDER_REVIEW", Inactive: "INACTIVE" } as const

/**
 * Returns the submitted fields with their derived values: the canonical form of each field, and the supported rails.
 */
const echoed = (kind: Kind, accountInfo: core.JsonObject): core.JsonObject => {
  const { beneficiary } = accountInfo
  return {
    ...core.normalised({ kind, accountInfo }),
    ...accountInfo,
    ...(isJsonObject(beneficiary) ? { beneficiary: mirrored(kind, beneficiary) } : {}),
    paymentRails: [...railsOf(variantOf(kind, accountInfo), accountInfo)]
  }
}

/**
 * Adds both forms of a business name, and the country of residence of a person in the euro area if the address has one.
 */
const mirrored = ({ destination }: Kind, beneficiary: core.JsonObject): core.JsonObject => {
  const { address, beneficiaryType } = beneficiary
  const country = isJsonObject(address) ? address.country : undefined
  const isDerived = destination === "EUR" && beneficiaryType === "INDIVIDUAL" && country !== undefined
  return {
    ...(isDerived ? { countryOfResidence: country } : {}),
    ...flatBeneficiary(beneficiary),
    ...beneficiary
  }
}

/**
 * A body that the account type validates as a whole, so that all errors are reported together. The document shows the
 * fields of the account types: see `document/openApi.ts`.
 */
const verifiedAccount = (identifier: string) => Schema.Record(Schema.String, Schema.Json).annotate({ identifier })

const params = { id: core.ExternalAccountId }

/** The refusals of creating and changing an external account. */
const ofJudging = [
  "ExternalAccountExists",
  "ExternalAccountInvalid",
  "ExternalAccountMistyped",
  "ExternalAccountRejected"
] as const

const creation = {
  success: ExternalAccountBody.pipe(HttpApiSchema.status(201)),
  refusals: [...ofJudging, "CustomerDeleted", "CustomerNotFound"]
} as const

const changes = {
  customer: {
    achieves: "Stores, changes and removes destinations of payments.",
    because:
      "A payment from an embedded wallet is signed over the current payee and account, and a payment to another one is refused. Payments from fiat accounts are the platform's.",
    writes: ["external_accounts"]
  },
  platform: {
    achieves: "Stores, changes and removes the platform's own destinations.",
    because: "They are no end user's."
  }
}

export const createExternalAccount = post("createExternalAccount", "/customers/external-accounts", {
  ofUser: "customerId",
  summary: "Create an external account of a customer",
  description:
    "All fields are validated by the rules of the accountType; a refusal lists every error. Without customerId, the account belongs to the platform.",
  tokenAlone: changes.customer,
  payload: verifiedAccount("NewExternalAccount"),
  ...creation,
  handle: ({ payload }) => Effect.map(core.createExternalAccount("customer", payload), externalAccountBody)
})

export const createPlatformAccount = post("createPlatformAccount", "/platform/external-accounts", {
  summary: "Create an external account of the platform",
  tokenAlone: changes.platform,
  payload: verifiedAccount("NewPlatformAccount"),
  ...creation,
  handle: ({ payload }) => Effect.map(core.createExternalAccount("platform", payload), externalAccountBody)
})

const filter = {
  currency: Schema.optionalKey(currencyCode),
  platformAccountId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512))),
  ...created
}

export const listExternalAccounts = get("listExternalAccounts", "/customers/external-accounts", {
  ofUser: "customerId",
  summary: "List external accounts of one or all customers, newest first",
  query: { customerId: Schema.optionalKey(core.CustomerId), ...filter },
  success: pageOf(ExternalAccountBody),
  handle: ({ query }) =>
    paged(query, (page) => core.listExternalAccounts({ ...query, scope: "customer" }, page), externalAccountBody)
})

export const listPlatformAccounts = get("listPlatformAccounts", "/platform/external-accounts", {
  summary: "List external accounts of the platform, newest first",
  query: filter,
  success: pageOf(ExternalAccountBody),
  handle: ({ query }) =>
    paged(query, (page) => core.listExternalAccounts({ ...query, scope: "platform" }, page), externalAccountBody)
})

const OWNERS = { customer: "a customer", platform: "the platform" } as const

const read = (name: string, path: Path, scope: core.AccountScope) =>
  get(name, path, {
    ...(scope === "customer" ? { ofUser: "id" } : {}),
    summary: `Read an external account of ${OWNERS[scope]}`,
    params,
    success: ExternalAccountBody,
    refusals: ["ExternalAccountNotFound"],
    handle: ({ params: { id } }) => Effect.map(core.readExternalAccount(id, scope), externalAccountBody)
  })

export const readExternalAccount = read("readExternalAccount", "/customers/external-accounts/:id", "customer")
export const readPlatformAccount = read("readPlatformAccount", "/platform/external-accounts/:id", "platform")

const AccountPatch = verifiedAccount("ExternalAccountPatch")

const update = (name: string, path: Path, scope: core.AccountScope) =>
  patch(name, path, {
    summary: `Change an external account of ${OWNERS[scope]}`,
    description:
      "accountInfo is merged into the stored value (RFC 7396): null removes a field. A changed destination or beneficiary is verified again; status ACTIVE or INACTIVE enables and disables the account.",
    tokenAlone: changes[scope],
    params,
    payload: AccountPatch,
    success: ExternalAccountBody,
    refusals: [...ofJudging, "ExternalAccountNotFound", "StatusUnreachable"],
    handle: ({ params: { id }, payload }) =>
      Effect.map(core.updateExternalAccount(id, payload, scope), externalAccountBody)
  })

export const updateExternalAccount = update("updateExternalAccount", "/customers/external-accounts/:id", "customer")
export const updatePlatformAccount = update("updatePlatformAccount", "/platform/external-accounts/:id", "platform")

const removal = (name: string, path: Path, scope: core.AccountScope) =>
  remove(name, path, {
    summary: `Remove an external account of ${OWNERS[scope]}`,
    tokenAlone: changes[scope],
    params,
    refusals: ["ExternalAccountInUse", "ExternalAccountNotFound"],
    handle: ({ params: { id } }) => core.removeExternalAccount(id, scope)
  })

export const removeExternalAccount = removal("removeExternalAccount", "/customers/external-accounts/:id", "customer")
export const removePlatformAccount = removal("removePlatformAccount", "/platform/external-accounts/:id", "platform")

export const listDiscoveries = get("listDiscoveries", "/discoveries", {
  ofUser: "none",
  summary: "List the banks of a country or a currency",
  description: "Accounts in some countries require a bankName from this list, with the exact spelling.",
  query: { country: Schema.optionalKey(countryCode), currency: Schema.optionalKey(currencyCode) },
  success: Schema.Struct({ data: Schema.Array(core.Discovery.annotate({ identifier: "Discovery" })) }),
  handle: ({ query }) => Effect.map(core.listDiscoveries(query), (data) => ({ data }))
})
