import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, post } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { created, paged, pageOf } from "../paging.ts"

export const VerificationBody = Schema.Struct({
  id: core.VerificationId,
  customerId: core.CustomerId,
  verificationStatus: core.VerificationStatus,
  kycStatus: Schema.optionalKey(core.Standing),
  kybStatus: Schema.optionalKey(core.Standing),
  errors: Schema.Array(core.VerificationError),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Verification", description: "The verification of a customer, and the fields that it lacks" })

export const verificationBody = ({
  customerType,
  standing,
  ...verification
}: core.CustomerVerification): typeof VerificationBody.Type => ({
  ...verification,
  id: verification.verificationId,
  verificationStatus: verification.status,
  ...(customerType === "BUSINESS" ? { kybStatus: standing } : { kycStatus: standing })
})

export const createVerification = post("createVerification", "/verifications", {
  summary: "Verify a customer",
  description:
    "RESOLVE_ERRORS lists the fields that the customer lacks. In the sandbox the last three digits of registrationNumber decide: 001 is pending, 002 rejected, any other approved.",
  tokenAlone: {
    achieves: "Has a customer verified again, which may change its KYC status.",
    because: "The status decides what the platform may do for a customer; it opens no session.",
    writes: ["customers", "verifications"]
  },
  payload: Schema.Struct({ customerId: core.CustomerId }),
  success: VerificationBody,
  refusals: ["CustomerDeleted", "CustomerNotFound"],
  handle: ({ payload }) => Effect.map(core.verifyCustomer(payload.customerId), verificationBody)
})

export const listVerifications = get("listVerifications", "/verifications", {
  summary: "List verifications, newest first",
  query: {
    customerId: Schema.optionalKey(core.CustomerId),
    verificationStatus: Schema.optionalKey(core.VerificationStatus),
    ...created
  },
  success: pageOf(VerificationBody),
  handle: ({ query }) => paged(query, (page) => core.listVerifications(query, page), verificationBody)
})

export const readVerification = get("readVerification", "/verifications/:id", {
  summary: "Read a verification",
  params: { id: core.VerificationId },
  success: VerificationBody,
  refusals: ["VerificationNotFound"],
  handle: ({ params }) => Effect.map(core.readVerification(params.id), verificationBody)
})
