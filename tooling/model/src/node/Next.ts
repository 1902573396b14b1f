import type { Plan, Ref } from "@countersign/core"
import type { Said } from "../cast/operations.ts"

/** What a call does next: it asks the store, or it is over. */
export type Next =
  | { readonly _tag: "Load"; readonly refs: ReadonlyArray<Ref> }
  | { readonly _tag: "Commit"; readonly plan: Plan }
  | { readonly _tag: "Over"; readonly said: Said }
