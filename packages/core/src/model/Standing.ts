import { Schema } from "effect"

export const Standing = Schema.Literals(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]).annotate({
  description: "The result of verifying a customer or a beneficial owner"
})
export type Standing = typeof Standing.Type
