import { Schema } from "effect"

/** The verification standing of a customer, or of a beneficial owner. */
export const KycStatus = Schema.Literals(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"])
export type KycStatus = typeof KycStatus.Type
