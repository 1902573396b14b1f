import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { pageOf, paging } from "../bodies/Paging.ts"

export const listCustomers = HttpApiEndpoint.get("listCustomers", "/customers", {
  query: paging,
  success: pageOf(CustomerBody)
}).annotate(OpenApi.Summary, "List customers, newest first")
