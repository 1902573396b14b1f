import { Context, Data, type Effect } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import { entry } from "../model/faults.ts"
import type { Declaration, Json } from "./Collection.ts"

/** A record as stores keep it. `version` starts at 1 and grows by one with each replace and each claim. */
export interface Row {
  readonly environment: EnvironmentKey
  readonly id: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly body: Json
}

/**
 * A text that stands in a field of another record of the environment. It lets one load follow from a record to what
 * that record names, in one round trip. Where the record or the field is not there, nothing is found.
 */
export interface FieldOf {
  readonly collection: Declaration
  readonly id: string
  readonly field: string
}

/** What to read: one record by id or by a unique key, or up to `limit` records by an index, newest first. */
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
 * A page of records by an index, newest first: createdAt, then id, descending. With `order` it is oldest first, and
 * both ascend.
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
  /** The last record of the page before. */
  readonly after?: { readonly createdAt: Millis; readonly id: string }
}

/**
 * The records that a claim is limited to: those of one environment with these ids, once they are due at `dueBy`. For an
 * environment whose time is not the machine's: leases still go by the machine's.
 */
export interface ClaimOnly {
  readonly environment: EnvironmentKey
  readonly ids: ReadonlyArray<string>
  readonly dueBy: Millis
}

/** The index of no fields, of a collection that declares it under this name: all its records of the environment. */
export const ALL: Query["index"] = { name: "all", values: [] }

export type Change = {
  readonly collection: Declaration
  readonly environment: EnvironmentKey
  readonly id: string
} & (
  | { readonly op: "insert"; readonly body: Json; readonly at: Millis }
  | {
      readonly op: "replace"
      readonly version: number
      readonly body: Json
      readonly at: Millis
    }
  | { readonly op: "remove"; readonly version: number }
)

export type Guard =
  | {
      readonly guard: "version"
      readonly collection: Declaration
      readonly environment: EnvironmentKey
      readonly id: string
      readonly version: number
    }
  | {
      readonly guard: "free"
      readonly collection: Declaration
      readonly environment: EnvironmentKey
      readonly key: string
      readonly values: ReadonlyArray<string>
    }
  /** Fails from this millisecond on, by the store's own clock. */
  | { readonly guard: "before"; readonly at: Millis }

/** A guard of a commit did not hold: nothing was written. Load and decide again. */
export class Conflict extends Data.TaggedError("Conflict")<{
  readonly because: "version" | "taken" | "late"
  readonly collection: string
}> {}

/** The store did not answer, or the outcome of a commit is unknown. Never read it as success, nor as "not done". */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  /**
   * `unmigrated` is for its operator to mend: the tables are not there, or not those this version needs. `answered` says
   * that another call under the same idempotency key did what this one was to do.
   */
  readonly because?: "unmigrated" | "answered"
  readonly cause?: unknown
}> {
  static readonly entry = entry(
    "unavailable",
    "SERVICE_UNAVAILABLE",
    "",
    "The store did not answer, so the outcome is unknown. Read the resource, then try again after Retry-After."
  )
}

/**
 * Reads, and one atomic write. No interactive transactions: any engine with a conditional multi-write can serve,
 * and no lock is held across a signature check.
 */
export class Store extends Context.Service<
  Store,
  {
    /**
     * Several reads in one round trip: for each ref the rows it found, in the order of the refs. A ref finds all that
     * was written before the call.
     */
    readonly load: (refs: ReadonlyArray<Ref>) => Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, StoreUnavailable>
    readonly find: (query: Query) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
    /** All changes, or none. A replace or remove at another version, or an insert of what exists, is a conflict too. */
    readonly commit: (
      changes: ReadonlyArray<Change>,
      guards: ReadonlyArray<Guard>
    ) => Effect.Effect<void, Conflict | StoreUnavailable>
    /**
     * Leases up to `limit` records that are due at `now`, each to one worker at a time: records of any environment, or
     * `only` those named.
     */
    readonly claimDue: (
      collection: Declaration,
      now: Millis,
      lease: Millis,
      limit: number,
      only?: ClaimOnly | undefined
    ) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
    /**
     * Removes up to `limit` records that had expired at `now`; answers how many. A store with a clock of its own takes none
     * that has not expired by that: clocks of nodes disagree.
     */
    readonly sweep: (
      collections: ReadonlyArray<Declaration>,
      now: Millis,
      limit: number
    ) => Effect.Effect<number, StoreUnavailable>
  }
>()("@countersign/core/ports/Store") {}

/** One round of a background worker, over the collections whose due records it claims. */
export interface DueRound {
  readonly of: ReadonlyArray<Declaration>
  /** Returns how many records it claimed. `over` replaces ports of the wired services for this round. */
  readonly run: (over: Context.Context<never>) => Effect.Effect<number, StoreUnavailable>
}

/** The rounds of the background workers, for a clock that is moved: what comes due on the way is done by these. */
export const DueWork = Context.Reference<ReadonlyArray<DueRound>>("@countersign/core/ports/DueWork", {
  defaultValue: () => []
})

/**
 * A call that its caller may make again under one key. Its first commit carries `companion`, so that the store knows of
 * the call if, and only if, it did something.
 */
export interface Attempt {
  readonly companion: Change
  /** The companion is committed. */
  isKept: boolean
  /** Another call under the same key was there first: whatever this one answers is of no use. */
  isLost: boolean
}

/** The attempt that the calls of this fiber belong to, if they belong to any. */
export const CurrentAttempt = Context.Reference<Attempt | undefined>("@countersign/core/ports/CurrentAttempt", {
  defaultValue: () => undefined
})
