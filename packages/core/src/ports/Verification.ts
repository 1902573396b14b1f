import { Context, Data, type Effect, Schema } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { ExternalAccountId } from "../model/ids.ts"
import type { JsonObject } from "../store/Collection.ts"

/** Whether the name of a beneficiary is the one its bank knows. */
export const NameMatch = Schema.Literals([
  "MATCHED",
  "NOT_MATCHED",
  "PARTIAL_MATCH",
  "PENDING",
  "UNSUPPORTED",
  "CHECKED_BY_RECEIVING_FI"
])
export type NameMatch = typeof NameMatch.Type

/** What a verifier makes of an account. */
export const Finding = Schema.Struct({
  /** CONFIRMED: it may be paid. DOUBTED: a person should look. REJECTED: no such account. UNDECIDED: told later. */
  standing: Schema.Literals(["CONFIRMED", "DOUBTED", "REJECTED", "UNDECIDED"]),
  /** Absent where no name was compared, as with wallets. */
  nameMatch: Schema.optionalKey(NameMatch),
  /** The name as the bank knows it. */
  verifiedName: Schema.optionalKey(Schema.String)
})
export type Finding = typeof Finding.Type

/** An account to look at. Who is asked twice about one, since nobody heard the first answer, answers the same. */
export interface VerificationRequest {
  readonly environment: Environment
  readonly externalAccountId: ExternalAccountId
  /** Which state of the account is meant. A finding that is told later names it, and is of no effect on a newer one. */
  readonly revision: number
  /** The fields of its type in their one spelling, `accountType` and `beneficiary` among them. */
  readonly account: JsonObject
}

/** Who verifies did not answer. The account waits, and is asked about again. */
export class VerificationUnavailable extends Data.TaggedError("VerificationUnavailable")<{
  readonly cause?: unknown
}> {}

/** Looks at external accounts before money may go there. */
export class Verification extends Context.Service<
  Verification,
  { readonly verify: (request: VerificationRequest) => Effect.Effect<Finding, VerificationUnavailable> }
>()("@countersign/core/ports/Verification") {}
