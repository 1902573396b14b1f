import { AccountType, CustomerId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { currencyCode } from "../bodies/codes.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"
import { pageOf, paging } from "../bodies/Paging.ts"

const query = {
  customerId: Schema.optionalKey(CustomerId),
  currency: Schema.optionalKey(currencyCode),
  type: Schema.optionalKey(AccountType),
  ...paging
}
const success = pageOf(InternalAccountBody)

export const listAccounts = HttpApiEndpoint.get("listAccounts", "/internal-accounts", { query, success }).annotate(
  OpenApi.Summary,
  "List internal accounts, newest first"
)

/** The same list under the path the customer walkthroughs use. */
export const listCustomerAccounts = HttpApiEndpoint.get("listCustomerAccounts", "/customers/internal-accounts", {
  query,
  success
}).annotate(OpenApi.Summary, "List internal accounts of customers, newest first")
