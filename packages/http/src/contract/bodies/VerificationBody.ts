import {
  CustomerId,
  type CustomerVerification,
  Standing,
  VerificationError,
  VerificationId,
  VerificationStatus
} from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

export const VerificationBody = Schema.Struct({
  id: VerificationId,
  customerId: CustomerId,
  verificationStatus: VerificationStatus,
  kycStatus: Schema.optionalKey(Standing),
  kybStatus: Schema.optionalKey(Standing),
  errors: Schema.Array(VerificationError),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Verification" })

export const verificationBody = (verification: CustomerVerification): typeof VerificationBody.Type => {
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
