import { Context } from "effect"

/** Set where a caller of the sandbox asked to meet a store that is too busy: no commit of the call goes through. */
export const StoreFault = Context.Reference<boolean>("@countersign/core/ports/StoreFault", {
  defaultValue: () => false
})
