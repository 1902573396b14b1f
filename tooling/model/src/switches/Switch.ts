import type { Ref, Write } from "@countersign/core/internal"
import type { Delivery } from "../node/Message.ts"
import type { Kept, Rows } from "../store/Rows.ts"

/**
 * A bug, brought back where the workflows meet the store: what they read, or what of their plan is written. The workflows
 * themselves stay as they are.
 */
export interface Switch {
  /** The invariant whose bug it is. */
  readonly invariant: string
  readonly name: string
  /** What is broken, in a sentence. */
  readonly says: string
  readonly read?: (reading: Reading) => ReadonlyArray<Kept>
  readonly write?: (plan: Write, rows: Rows) => Write
  /** The node takes an outcome it never heard for success. */
  readonly isTrusting?: true
}

export interface Reading {
  readonly found: ReadonlyArray<Kept>
  readonly ref: Ref
  readonly rows: Rows
  readonly delivery: Delivery
}
