import { Schema } from "effect"

/** Where the checks on a customer, or on a person behind one, stand. */
export const Standing = Schema.Literals(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"])
export type Standing = typeof Standing.Type
