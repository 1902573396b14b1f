import { Schema } from "effect"
import { Refusal, withCode } from "../../../model/Refusal.ts"
import * as Collection from "../../../store/Collection.ts"

/**
 * The fingerprints of the keys that were ever active on this database, for one use. The last one is active now, so every
 * node needs it: without it, the node writes what the others cannot read, and cannot read what they write.
 */
export const KnownKeys = Schema.Struct({
  use: Schema.String,
  fingerprints: Schema.Array(Schema.String),
  /** The key itself, as a key management service encrypted it. */
  wrapped: Schema.optionalKey(Schema.String)
})

export const knownKeys = Collection.make({ name: "known_keys", schema: KnownKeys, id: "use" })

/**
 * Returns the fingerprint that the node lacks, or the fingerprints to store if its active key is new. A new key is
 * accepted only from a node that also has the active one, as during a rotation. `own` has the node's active key first.
 */
export const judgeKeys = (
  stored: ReadonlyArray<string> | undefined,
  own: ReadonlyArray<string>
): { readonly lacks?: string; readonly learns?: ReadonlyArray<string> } => {
  const [first] = own
  const active = stored?.at(-1)
  if (active !== undefined && !own.includes(active)) return { lacks: active }
  return first === undefined || stored?.includes(first) ? {} : { learns: [...(stored ?? []), first] }
}

/** The node must not serve: a call on it would fail, or write what other nodes cannot read. */
export class NotReady extends Refusal("NotReady", { check: Schema.String })(
  withCode("unavailable", "SERVICE_UNAVAILABLE"),
  {
    reason: "Node not ready",
    message:
      "This node cannot serve calls correctly, so it must receive none. Send them to another node, and correct details.reason.",
    cause:
      "The database is read-only or a standby, the node lacks a key that is in use on this database, or its clock differs from that of the database by more than 10 seconds.",
    remedy:
      "Connect to the primary, set the keys of the other nodes (the reason names the option and the fingerprint that is missing), or synchronise the clock with NTP."
  }
) {}
