import type { Ref, Write } from "@countersign/core/internal"
import type { Scene } from "../cast/operations.ts"
import type { Delivery } from "../node/Message.ts"
import type { Rows, StoredRow } from "../store/Rows.ts"

/**
 * A bug at the boundary of the workflows and the store: it changes the records that a workflow reads, or the plan that
 * it writes. The workflows themselves are unchanged.
 */
export interface Switch {
  /** The invariant that the bug breaks. */
  readonly invariant: string
  readonly name: string
  /** The scene that shows it. */
  readonly scene: Scene
  readonly says: string
  readonly read?: (reading: Reading) => ReadonlyArray<StoredRow>
  readonly write?: (plan: Write, rows: Rows) => Write
  /** The node treats an unknown outcome as success. */
  readonly isTrusting?: true
}

export interface Reading {
  readonly found: ReadonlyArray<StoredRow>
  readonly ref: Ref
  readonly rows: Rows
  readonly delivery: Delivery
}
