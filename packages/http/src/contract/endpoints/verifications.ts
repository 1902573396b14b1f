import { CustomerId, VerificationId, VerificationStatus } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { pageOf, paging } from "../bodies/Paging.ts"
import { VerificationBody } from "../bodies/VerificationBody.ts"

export const createVerification = HttpApiEndpoint.post("createVerification", "/verifications", {
  headers: idempotencyHeader,
  payload: Schema.Struct({ customerId: CustomerId }),
  success: VerificationBody,
  error: refusalsOf("createVerification")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Verify a customer")
  .annotate(
    OpenApi.Description,
    "RESOLVE_ERRORS names the fields that the customer lacks. In the sandbox the last three digits of registrationNumber decide: 001 is pending, 002 rejected, any other approved."
  )

export const listVerifications = HttpApiEndpoint.get("listVerifications", "/verifications", {
  query: {
    customerId: Schema.optionalKey(CustomerId),
    verificationStatus: Schema.optionalKey(VerificationStatus),
    ...paging
  },
  success: pageOf(VerificationBody)
}).annotate(OpenApi.Summary, "List verifications, newest first")

export const readVerification = HttpApiEndpoint.get("readVerification", "/verifications/:id", {
  params: { id: VerificationId },
  success: VerificationBody,
  error: refusalsOf("readVerification")
}).annotate(OpenApi.Summary, "Read a verification")
