import type { Ref, Write } from "@countersign/core/internal"
import type { Said } from "../cast/operations.ts"

/** What a call does next: it asks the store, or it is over. */
export type Next =
  | { readonly _tag: "Load"; readonly refs: ReadonlyArray<Ref> }
  | { readonly _tag: "Commit"; readonly plan: Write }
  | { readonly _tag: "Over"; readonly said: Said }
