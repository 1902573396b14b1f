import { Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { counted } from "../../model/counted.ts"
import { Millis } from "../../model/Environment.ts"
import { missing } from "../../model/faults.ts"
import { CustomerId, VerificationId } from "../../model/ids.ts"
import { Standing } from "../../model/Standing.ts"
import * as Collection from "../../store/Collection.ts"

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

const { machine, transition } = Machine.words({
  name: "CustomerVerification",
  begins: "READY_FOR_VERIFICATION",
  table: {
    READY_FOR_VERIFICATION: {
      FieldsMissing: "RESOLVE_ERRORS",
      Begun: "IN_PROGRESS",
      ReviewBegun: "PENDING_MANUAL_REVIEW",
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
  /** Where it left the customer. */
  standing: Standing,
  errors: Schema.Array(VerificationError),
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("CustomerVerification", Fields)

/** One look at a customer, and what it came to. It says nothing of a person but whose it is. */
export type CustomerVerification = Machine.Made<"CustomerVerification", Fields>

export const verifications = Collection.make({
  name: "verifications",
  schema: state,
  id: ({ verificationId }) => verificationId,
  indexes: { all: [], customer: ["customerId"], status: ["status"], customerStatus: ["customerId", "status"] }
})

const FOUND = {
  RESOLVE_ERRORS: "FieldsMissing",
  IN_PROGRESS: "Begun",
  PENDING_MANUAL_REVIEW: "ReviewBegun",
  APPROVED: "Approved",
  REJECTED: "Rejected"
} as const

/** A verification and what it came to at once. */
export const begun = (fields: Omit<Fields, "eventCount" | "status">, found: keyof typeof FOUND): CustomerVerification =>
  seal({ ...fields, status: transition(machine.begins, FOUND[found]), eventCount: 0 })

/** The verification as a decision about the customer leaves it: one that waits for it ends, any other stays as it is. */
export const endedAs = (
  verification: CustomerVerification,
  standing: "APPROVED" | "REJECTED",
  at: Millis
): CustomerVerification =>
  Result.match(machine.after(verification.status, [FOUND[standing]]), {
    onFailure: () => verification,
    onSuccess: (status) => seal({ ...verification, status, standing, updatedAt: at })
  })

// biome-ignore-all format: a table, one refusal a line

/** No verification has this id here. */
export class VerificationNotFound extends Schema.TaggedError<VerificationNotFound>()("VerificationNotFound", {}) {
  static readonly entry = missing(
    "No verification has this id here. List the customer's verifications for the ones it has."
  )
}
