import { Context } from "effect"

/** What an endpoint stands on that not every mode has: rails that move money, or a sandbox. */
export type Ground = "rails" | "sandbox"

/** Set on an endpoint that is there only where its ground is; elsewhere it is as if it did not exist. */
export const Reach = Context.Reference<Ground | undefined>("@countersign/http/contract/Reach", {
  defaultValue: () => undefined
})

/** What a mode stands on; part of the mode's own context. */
export const Grounds = Context.Reference<ReadonlyArray<Ground>>("@countersign/http/contract/Grounds", {
  defaultValue: () => []
})
