import { Context, Data, type Effect, Schema } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { ExternalAccountId } from "../model/ids.ts"
import type { JsonObject } from "../store/Collection.ts"

/** Whether the beneficiary's name matches the name at its bank. */
export const NameMatch = Schema.Literals([
  "MATCHED",
  "NOT_MATCHED",
  "PARTIAL_MATCH",
  "PENDING",
  "UNSUPPORTED",
  "CHECKED_BY_RECEIVING_FI"
])
export type NameMatch = typeof NameMatch.Type

export const Finding = Schema.Struct({
  standing: Schema.Literals(["CONFIRMED", "DOUBTED", "REJECTED", "UNDECIDED"]).annotate({
    description:
      "CONFIRMED: can be paid. DOUBTED: needs manual review. REJECTED: does not exist. UNDECIDED: follows later"
  }),
  nameMatch: Schema.optionalKey(NameMatch.annotate({ description: "Absent if no name was compared, as for wallets" })),
  verifiedName: Schema.optionalKey(Schema.String.annotate({ description: "The name of the holder at the bank" }))
}).annotate({ description: "The result of verifying an external account" })
export type Finding = typeof Finding.Type

/** An account to verify. Requests are repeated after a lost answer, so the verifier must be idempotent. */
export interface VerificationRequest {
  readonly environment: Environment
  readonly externalAccountId: ExternalAccountId
  /** The revision of the account. A late finding names it and does not apply to newer revisions. */
  readonly revision: number
  /** The normalised fields of its type, including `accountType` and `beneficiary`. */
  readonly account: JsonObject
}

/** The verifier did not answer. The account stays pending, and the request is retried. */
export class VerificationUnavailable extends Data.TaggedError("VerificationUnavailable")<{
  readonly cause?: unknown
}> {}

/** Verifies external accounts before money may be sent to them. */
export class Verification extends Context.Service<
  Verification,
  { readonly verify: (request: VerificationRequest) => Effect.Effect<Finding, VerificationUnavailable> }
>()("@countersign/core/ports/Verification") {}
