import * as core from "@countersign/core/internal"
import {
  AccountId,
  AccountStatus,
  AccountType,
  Currency,
  CustomerId,
  type InternalAccount
} from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { currencyCode, Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"

const Amount = Schema.Struct({ amount: Schema.Int, currency: Currency })

export const InternalAccountBody = Schema.Struct({
  id: AccountId,
  customerId: Schema.optionalKey(CustomerId),
  type: AccountType,
  status: AccountStatus,
  balance: Amount,
  totalBalance: Amount,
  fundingPaymentInstructions: Schema.Array(Schema.Json),
  privateEnabled: Schema.optionalKey(Schema.Boolean),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "InternalAccount" })

export const internalAccountBody = (account: InternalAccount): typeof InternalAccountBody.Type => {
  const balance = { amount: account.balance, currency: account.currency }
  return {
    id: account.accountId,
    ...(account.customerId === null ? {} : { customerId: account.customerId }),
    type: account.type,
    status: account.status,
    balance,
    totalBalance: balance,
    fundingPaymentInstructions: account.instructions ?? [],
    ...(account.type === "EMBEDDED_WALLET" ? { privateEnabled: account.privateEnabled } : {}),
    createdAt: account.createdAt,
    updatedAt: account.updatedAt
  }
}

const filter = { currency: Schema.optionalKey(currencyCode), type: Schema.optionalKey(core.AccountType) }
const shape = {
  query: { customerId: Schema.optionalKey(core.CustomerId), ...filter, ...paging },
  success: pageOf(InternalAccountBody)
}

const list = (query: core.AccountFilter & Parameters<typeof pageRequest>[0]) =>
  Effect.map(core.listAccounts(query, pageRequest(query)), (page) => pageBody(page, internalAccountBody))

export const listAccounts = endpoint(
  HttpApiEndpoint.get("listAccounts", "/internal-accounts", shape),
  { summary: "List internal accounts, newest first" },
  ({ query }) => list(query)
)

/** The same list under a second path, which the customer guides use. */
export const listCustomerAccounts = endpoint(
  HttpApiEndpoint.get("listCustomerAccounts", "/customers/internal-accounts", shape),
  { summary: "List internal accounts of customers, newest first" },
  ({ query }) => list(query)
)

export const listPlatformInternalAccounts = endpoint(
  HttpApiEndpoint.get("listPlatformInternalAccounts", "/platform/internal-accounts", {
    query: filter,
    success: Schema.Struct({ data: Schema.Array(InternalAccountBody) })
  }),
  { summary: "List the platform's own internal accounts" },
  ({ query }) => Effect.map(core.listPlatformAccounts(query), (all) => ({ data: all.map(internalAccountBody) }))
)

export const readAccount = endpoint(
  HttpApiEndpoint.get("readAccount", "/internal-accounts/:id", {
    params: { id: core.AccountId },
    success: InternalAccountBody
  }),
  { summary: "Read an internal account", refusals: ["AccountNotFound"] },
  ({ params }) => Effect.map(core.readAccount(params.id), internalAccountBody)
)
