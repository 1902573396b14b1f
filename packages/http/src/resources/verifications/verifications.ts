import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { idempotencyHeader } from "../signedRetry.ts"

export const VerificationBody = Schema.Struct({
  id: core.VerificationId,
  customerId: core.CustomerId,
  verificationStatus: core.VerificationStatus,
  kycStatus: Schema.optionalKey(core.Standing),
  kybStatus: Schema.optionalKey(core.Standing),
  errors: Schema.Array(core.VerificationError),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Verification" })

export const verificationBody = (verification: core.CustomerVerification): typeof VerificationBody.Type => {
  const { createdAt, customerId, customerType, errors, standing, status, updatedAt, verificationId } = verification
  return {
    id: verificationId,
    customerId,
    verificationStatus: status,
    ...(customerType === "BUSINESS" ? { kybStatus: standing } : { kycStatus: standing }),
    errors,
    createdAt,
    updatedAt
  }
}

export const createVerification = endpoint(
  HttpApiEndpoint.post("createVerification", "/verifications", {
    headers: idempotencyHeader,
    payload: Schema.Struct({ customerId: core.CustomerId }),
    success: VerificationBody
  }),
  {
    summary: "Verify a customer",
    description:
      "RESOLVE_ERRORS lists the fields that the customer lacks. In the sandbox the last three digits of registrationNumber decide: 001 is pending, 002 rejected, any other approved.",
    scope: "MANAGE",
    refusals: ["CustomerDeleted", "CustomerNotFound"]
  },
  ({ payload }) => Effect.map(core.verifyCustomer(payload.customerId), verificationBody)
)

export const listVerifications = endpoint(
  HttpApiEndpoint.get("listVerifications", "/verifications", {
    query: {
      customerId: Schema.optionalKey(core.CustomerId),
      verificationStatus: Schema.optionalKey(core.VerificationStatus),
      ...paging
    },
    success: pageOf(VerificationBody)
  }),
  { summary: "List verifications, newest first" },
  ({ query }) =>
    Effect.map(core.listVerifications(query, pageRequest(query)), (page) => pageBody(page, verificationBody))
)

export const readVerification = endpoint(
  HttpApiEndpoint.get("readVerification", "/verifications/:id", {
    params: { id: core.VerificationId },
    success: VerificationBody
  }),
  { summary: "Read a verification", refusals: ["VerificationNotFound"] },
  ({ params }) => Effect.map(core.readVerification(params.id), verificationBody)
)
