import { Context } from "effect"

/** Set on an endpoint that takes an Idempotency-Key: called again with it, it answers as it did, and does nothing. */
export const Repeatable = Context.Reference<boolean>("@countersign/http/contract/Repeatable", {
  defaultValue: () => false
})
