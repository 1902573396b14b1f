import { Schema } from "effect"

/** The verification standing of a customer, or of a beneficial owner. */
export const Standing = Schema.Literals(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"])
export type Standing = typeof Standing.Type
