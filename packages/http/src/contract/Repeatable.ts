import { Context } from "effect"

/** Whether a call takes an Idempotency-Key: called again with it, it answers as it did, and does nothing. */
export const Repeatable = Context.Reference<boolean>("@countersign/http/contract/Repeatable", {
  defaultValue: () => true
})

/**
 * Set where an answer delivers a key, once and to nobody else (I7): it is not kept. A call that is made again is told
 * that it was carried out, and does nothing.
 */
export const Withheld = Context.Reference<boolean>("@countersign/http/contract/Withheld", {
  defaultValue: () => false
})
