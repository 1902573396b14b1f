import { Context, Data, type Effect } from "effect"
import type { EnvironmentKey, Millis, Mode } from "../model/Environment.ts"
import { entry } from "../model/Refusal.ts"
import type { Declaration, Json } from "./Collection.ts"

/** A stored record. `version` starts at 1 and increases by one with each replace and each claim. */
export interface Row {
  readonly environment: EnvironmentKey
  readonly id: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly body: Json
}

/**
 * A text from a field of another record of the environment, so that one load can follow a reference in the same round
 * trip. If the record or the field does not exist, nothing is found.
 */
export interface FieldOf {
  readonly collection: Declaration
  readonly id: string
  readonly field: string
}

/** One record by id or unique key, or up to `limit` records by an index, newest first. */
export type Ref = {
  readonly collection: Declaration
  readonly environment: EnvironmentKey
} & (
  | { readonly by: "id"; readonly id: string }
  | {
      readonly by: "unique"
      readonly key: string
      readonly values: ReadonlyArray<string>
    }
  | {
      readonly by: "index"
      readonly index: string
      readonly values: ReadonlyArray<string | FieldOf>
      readonly limit: number
    }
)

/**
 * A page of records by an index, newest first: descending by createdAt, then id. With `order`, oldest first: ascending
 * by both.
 */
export interface Query {
  readonly collection: Declaration
  readonly environment: EnvironmentKey
  readonly index: {
    readonly name: string
    readonly values: ReadonlyArray<string>
  }
  readonly limit: number
  readonly order?: "oldest"
  /** The last record of the previous page. */
  readonly after?: { readonly createdAt: Millis; readonly id: string }
}

/**
 * Restricts a claim to records of one environment with these ids that are due at `dueBy`. For environments whose time
 * differs from the machine's; leases still use the machine's time.
 */
export interface ClaimOnly {
  readonly environment: EnvironmentKey
  readonly ids: ReadonlyArray<string>
  readonly dueBy: Millis
}

/**
 * Restricts a claim to the environments of one mode, and to a share of each: at most as many records as `most` has for the
 * environment, otherwise `each`.
 */
export interface ClaimShare {
  /**
   * Whether a store that has `now` decides by its own clock what is due and when leases begin and expire. Leases are
   * between nodes, whose clocks differ.
   */
  readonly byStoreClock?: boolean
  readonly mode: Mode
  readonly each: number
  readonly most: ReadonlyMap<string, number>
  /** The only environment that `most` and `each` leave anything. The turns of the others stay as they are. */
  readonly environment?: EnvironmentKey
}

/** The index without fields, in collections that declare it under this name: all records of the environment. */
export const ALL: Query["index"] = { name: "all", values: [] }

export type Change = {
  readonly collection: Declaration
  readonly environment: EnvironmentKey
  readonly id: string
} & (
  | {
      readonly op: "insert"
      readonly body: Json
      readonly at: Millis
      /** The end of a lease that the record is inserted with, by the store's clock: until then no claim returns it. */
      readonly leasedUntil?: Millis
    }
  | {
      readonly op: "replace"
      readonly version: number
      readonly body: Json
      readonly at: Millis
      /** The body is the stored one: the change only moves the version (see `touchAccount`). For core, not for stores. */
      readonly isTouch?: true
    }
  | { readonly op: "remove"; readonly version: number }
)

export type Guard =
  | {
      readonly guard: "version"
      readonly collection: Declaration
      readonly environment: EnvironmentKey
      readonly id: string
      /** 0: the record does not exist. A record that is inserted at the same time may come first or second. */
      readonly version: number
      /** The commit would touch the record if no receipt ordered it. For core, as that of a change. */
      readonly isTouch?: true
    }
  /** Fails from this millisecond on, by the store's own clock. */
  | { readonly guard: "before"; readonly at: Millis }

/** A guard of the commit failed and nothing was written. Load and decide again. */
export class Conflict extends Data.TaggedError("Conflict")<{
  readonly because: "version" | "taken" | "late"
  readonly collection: string
}> {}

/** The store did not answer, or the outcome of a commit is unknown: it may or may not have been written. */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  /**
   * `unmigrated`: the tables are missing or of another version, and the operator must migrate. `answered`: another call
   * with the same idempotency key was committed first.
   */
  readonly because?: "unmigrated" | "answered"
  readonly cause?: unknown
}> {
  static readonly entry = entry("unavailable", "SERVICE_UNAVAILABLE", {
    message:
      "The database did not respond, so the outcome of this call is unknown. Wait for Retry-After seconds and read the resource before you retry.",
    cause:
      "The database timed out, refused the connection or failed during the commit. The change may or may not have been written.",
    remedy:
      "Read the resource, then retry if nothing changed. Send an Idempotency-Key so that a retry cannot act twice. If the error persists, check the database and its connection pool."
  })
}

/**
 * Reads, and one atomic write. There are no interactive transactions, so any engine with conditional multi-record
 * writes is suitable, and no lock spans a signature verification.
 */
export class Store extends Context.Service<
  Store,
  {
    /**
     * Several reads in one round trip. Returns the rows of each ref, in the order of the refs. Reads see all writes
     * that completed before the call.
     */
    readonly load: (refs: ReadonlyArray<Ref>) => Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, StoreUnavailable>
    /**
     * Optional: the rows of `load` from this node's memory, possibly of an earlier version, or `undefined` unless all
     * refs name an id whose row is cached, or whose absence is: of an often absent collection, or of an advisory one within the
     * last second.
     * Operations use them only for decisions whose commit guards each version. Drop a row when a commit changes it, or
     * conflicts because of it.
     */
    readonly recent?: (refs: ReadonlyArray<Ref>) => ReadonlyArray<ReadonlyArray<Row>> | undefined
    /**
     * Optional: whether a commit can succeed now, and the time of the store's own clock, for the readiness of the node.
     * Also reads whether the database has another history than before, as after the promotion of a standby, and then
     * empties what `recent` returns.
     */
    readonly state?: Effect.Effect<{ readonly canWrite: boolean; readonly now: Millis }, StoreUnavailable>
    /** Optional, for metrics: how many callers wait for a connection. */
    readonly waiting?: () => number
    /**
     * Optional, for metrics and idle workers: for each collection and mode that has some, the number of records that are due at `now`
     * and not done, counted up to 10,000, and the earliest due time. Without it, workers claim from each queue in its place.
     */
    readonly depths?: (
      collections: ReadonlyArray<Declaration>,
      now: Millis
    ) => Effect.Effect<
      ReadonlyArray<{
        readonly collection: string
        readonly mode: Mode
        readonly count: number
        readonly since: Millis
      }>,
      StoreUnavailable
    >
    /**
     * Optional: the time by the store's own clock, updated by its responses; `undefined` before the first one. A
     * node then uses this time in place of its own, because other nodes read the times that it writes.
     */
    readonly now?: () => Millis | undefined
    readonly find: (query: Query) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
    /**
     * Commits all changes or none. All changes and guards are of one environment. Replacing or removing another version, and inserting an existing record, are
     * conflicts too.
     */
    readonly commit: (
      changes: ReadonlyArray<Change>,
      guards: ReadonlyArray<Guard>
    ) => Effect.Effect<void, Conflict | StoreUnavailable>
    /**
     * Leases up to `limit` records that are due at `now`, each to one worker at a time. `only` restricts them. Without
     * ids, environments take turns (I23): none gets another record while one that waits has had fewer, and where more wait
     * than `limit`, the next claim begins with those after the last one served. Within an environment the earliest due
     * record comes first, and the claimed rows are in that order as well.
     */
    readonly claimDue: (
      collection: Declaration,
      now: Millis,
      lease: Millis,
      limit: number,
      only?: ClaimOnly | ClaimShare | undefined
    ) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
    /**
     * Removes up to `limit` records that have expired at `now`. Returns how many. Since the clocks of nodes differ, a
     * store with its own clock must also check expiry by that clock.
     */
    readonly sweep: (
      collections: ReadonlyArray<Declaration>,
      now: Millis,
      limit: number
    ) => Effect.Effect<number, StoreUnavailable>
  }
>()("@countersign/core/ports/Store") {}

/**
 * Whether the node works between its calls. A node that does not has no timers, and its layers send no statement when they are
 * built: its process may be frozen or ended after any call (GO12).
 */
export const WorksBetweenCalls = Context.Reference<boolean>("@countersign/core/ports/WorksBetweenCalls", {
  defaultValue: () => true
})

/** One round of a background worker, and the collections whose due records it claims. */
export interface DueRound {
  readonly of: ReadonlyArray<Declaration>
  /** Returns how many records it claimed. `over` replaces ports of the wired services for this round. */
  readonly run: (over: Context.Context<never>) => Effect.Effect<number, StoreUnavailable>
}

/** The rounds of all background workers. When a sandbox clock is moved, they run the work that becomes due. */
export const DueWork = Context.Reference<ReadonlyArray<DueRound>>("@countersign/core/ports/DueWork", {
  defaultValue: () => []
})

/**
 * A call with an idempotency key. Its first commit includes `companion`, so the record of the call exists if and only
 * if the call changed something.
 */
export interface Attempt {
  readonly companion: Change
  /** The companion has been committed. */
  isKept: boolean
  /** Another call with the same key was committed first, so the answer of this one is discarded. */
  isLost: boolean
}

/** The idempotent call that this fiber belongs to, if any. */
export const CurrentAttempt = Context.Reference<Attempt | undefined>("@countersign/core/ports/CurrentAttempt", {
  defaultValue: () => undefined
})
