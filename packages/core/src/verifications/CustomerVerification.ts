import { Schema } from "effect"
import { counted } from "../model/counted.ts"
import { CustomerId, VerificationId } from "../model/ids.ts"
import { Standing } from "../model/Standing.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

export const VerificationStatus = Schema.Literals([
  "RESOLVE_ERRORS",
  "PENDING_MANUAL_REVIEW",
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "READY_FOR_VERIFICATION"
])
export type VerificationStatus = typeof VerificationStatus.Type

/** What keeps a customer from being looked at: a field it has not. */
export const VerificationError = Schema.Struct({
  resourceId: CustomerId,
  type: Schema.Literal("MISSING_FIELD"),
  field: Schema.String,
  reason: Schema.String
})

/** One look at a customer, and what it came to. It says nothing of a person but whose it is. */
export const CustomerVerification = Schema.Struct({
  verificationId: VerificationId,
  customerId: CustomerId,
  customerType: Schema.Literals(["INDIVIDUAL", "BUSINESS"]),
  status: VerificationStatus,
  /** Where it left the customer. */
  standing: Standing,
  errors: Schema.Array(VerificationError),
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
export type CustomerVerification = typeof CustomerVerification.Type

export const verifications = Collection.make({
  name: "verifications",
  schema: CustomerVerification,
  id: ({ verificationId }) => verificationId,
  indexes: { all: [], customer: ["customerId"], status: ["status"], customerStatus: ["customerId", "status"] }
})
