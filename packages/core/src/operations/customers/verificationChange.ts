import { announced, type Told } from "../../events/Event.ts"
import type { Millis } from "../../model/time.ts"
import {
  type CustomerVerification,
  type VerificationStatus,
  verifications
} from "../../verifications/CustomerVerification.ts"

/** The event about the status of a verification, and the verification with it counted, for the commit that changes it. */
export const verificationChange = (verification: CustomerVerification, at: Millis, version: number) =>
  announced(EVENTS[verification.status], verifications, verification, at, version)

const EVENTS: { readonly [Status in VerificationStatus]: Told } = {
  RESOLVE_ERRORS: "VERIFICATION.RESOLVE_ERRORS",
  PENDING_MANUAL_REVIEW: "VERIFICATION.PENDING_MANUAL_REVIEW",
  IN_PROGRESS: "VERIFICATION.IN_PROGRESS",
  APPROVED: "VERIFICATION.APPROVED",
  REJECTED: "VERIFICATION.REJECTED",
  READY_FOR_VERIFICATION: "VERIFICATION.READY_FOR_VERIFICATION"
}
