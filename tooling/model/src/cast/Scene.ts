import type { PublicKey, SessionId } from "@countersign/core"
import type { Invariant } from "../invariants/invariants.ts"
import type { Rows } from "../store/Rows.ts"
import type { Key } from "./cast.ts"
import type { Operation } from "./operations.ts"

/** A start state, and the calls that may arrive in it. */
export interface Scene {
  readonly name: string
  readonly records: Rows
  /** The key of each initial session. */
  readonly keys: ReadonlyMap<SessionId, PublicKey>
  /** A pending request for each of these exists from the start. */
  readonly prepared: ReadonlyArray<Operation>
  /** All operations that a call may start. */
  readonly operations: ReadonlyArray<Operation>
  /** The keys that retry each request. */
  readonly signers: ReadonlyArray<Key>
  readonly invariants: ReadonlyArray<Invariant>
}
