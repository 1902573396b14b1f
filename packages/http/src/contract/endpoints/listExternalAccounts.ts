import { CustomerId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { currencyCode } from "../bodies/codes.ts"
import { ExternalAccountBody } from "../bodies/ExternalAccountBody.ts"
import { pageOf, paging } from "../bodies/Paging.ts"

const filter = {
  currency: Schema.optionalKey(currencyCode),
  platformAccountId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512))),
  ...paging
}
const success = pageOf(ExternalAccountBody)

export const listExternalAccounts = HttpApiEndpoint.get("listExternalAccounts", "/customers/external-accounts", {
  query: { customerId: Schema.optionalKey(CustomerId), ...filter },
  success
}).annotate(OpenApi.Summary, "List external accounts of a customer, or of all, newest first")

export const listPlatformAccounts = HttpApiEndpoint.get("listPlatformAccounts", "/platform/external-accounts", {
  query: filter,
  success
}).annotate(OpenApi.Summary, "List external accounts of the platform, newest first")
