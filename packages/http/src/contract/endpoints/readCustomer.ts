import { CustomerId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"

export const readCustomer = HttpApiEndpoint.get("readCustomer", "/customers/:id", {
  params: { id: CustomerId },
  success: CustomerBody,
  error: refusalsOf("readCustomer")
}).annotate(OpenApi.Summary, "Read a customer")
