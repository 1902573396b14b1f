import { Context } from "effect"

/** Set on an endpoint whose body may be absent, untyped or anything at all: what is not a JSON object counts as `{}`. */
export const LenientBody = Context.Reference<boolean>("@countersign/http/contract/LenientBody", {
  defaultValue: () => false
})
