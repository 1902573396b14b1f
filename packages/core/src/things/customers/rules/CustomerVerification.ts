import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { counted } from "../../../model/counted.ts"
import type { Millis } from "../../../model/Environment.ts"
import { CustomerId, VerificationId } from "../../../model/ids.ts"
import { missing, Refusal } from "../../../model/Refusal.ts"
import { Standing } from "../../../model/Standing.ts"
import * as Collection from "../../../store/Collection.ts"

export const VerificationStatus = Schema.Literals([
  "RESOLVE_ERRORS",
  "PENDING_MANUAL_REVIEW",
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "READY_FOR_VERIFICATION"
])
export type VerificationStatus = typeof VerificationStatus.Type

/** Why a customer could not be screened: a missing field. */
export const VerificationError = Schema.Struct({
  resourceId: CustomerId,
  type: Schema.Literal("MISSING_FIELD"),
  field: Schema.String,
  reason: Schema.String
})

const { machine, transition } = Machine.words({
  name: "CustomerVerification",
  begins: "READY_FOR_VERIFICATION",
  table: {
    READY_FOR_VERIFICATION: {
      FieldsMissing: "RESOLVE_ERRORS",
      Started: "IN_PROGRESS",
      ReviewStarted: "PENDING_MANUAL_REVIEW",
      Approved: "APPROVED",
      Rejected: "REJECTED"
    },
    IN_PROGRESS: { Approved: "APPROVED", Rejected: "REJECTED" },
    PENDING_MANUAL_REVIEW: { Approved: "APPROVED", Rejected: "REJECTED" },
    RESOLVE_ERRORS: {},
    APPROVED: {},
    REJECTED: {}
  }
})

export { machine }

const Fields = Schema.Struct({
  verificationId: VerificationId,
  customerId: CustomerId,
  customerType: Schema.Literals(["INDIVIDUAL", "BUSINESS"]),
  status: VerificationStatus,
  /** The customer's standing after the verification. */
  standing: Standing,
  errors: Schema.Array(VerificationError),
  ...counted
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("CustomerVerification", Fields)

/** One screening of a customer and its result. It contains no personal data except the customer's id. */
export type CustomerVerification = Machine.Made<"CustomerVerification", Fields>

export const verifications = Collection.make({
  name: "verifications",
  schema: state,
  id: "verificationId",
  indexes: { all: [], customer: ["customerId"], status: ["status"], customerStatus: ["customerId", "status"] }
})

const FOUND = {
  RESOLVE_ERRORS: "FieldsMissing",
  IN_PROGRESS: "Started",
  PENDING_MANUAL_REVIEW: "ReviewStarted",
  APPROVED: "Approved",
  REJECTED: "Rejected"
} as const

export const initial = (
  fields: Omit<Fields, "eventCount" | "status">,
  found: keyof typeof FOUND
): CustomerVerification => seal({ ...fields, status: transition(machine.begins, FOUND[found]), eventCount: 0 })

/** The verification after a decision about the customer: a pending one ends, any other is unchanged. */
export const endedAs = (
  verification: CustomerVerification,
  standing: "APPROVED" | "REJECTED",
  at: Millis
): CustomerVerification =>
  Result.match(machine.after(verification.status, [FOUND[standing]]), {
    onFailure: () => verification,
    onSuccess: (status) => seal({ ...verification, status, standing, updatedAt: at })
  })

export class VerificationNotFound extends Refusal("VerificationNotFound")(missing, {
  message:
    "No verification with this id exists for this API token. List the customer's verifications to find a valid id.",
  cause: "The id is misspelled, or the verification belongs to another platform or mode.",
  remedy: "Call GET /verifications with the customerId and the same token."
}) {}
