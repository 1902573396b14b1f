import type { Changed, Happening, Stored } from "../world/History.ts"

/** All records, as the database has them now. */
export interface Records {
  readonly get: (collection: string, environment: string, id: string) => Stored | undefined
  /** Those of a collection whose field has this value. */
  readonly where: (collection: string, environment: string, field: string, value: string) => ReadonlyArray<Stored>
  readonly all: (collection: string) => ReadonlyArray<Stored>
}

/** An invariant as a predicate over the history. Each returns its violation as a sentence, or nothing. */
export interface Invariant {
  /** The number of the invariant in design.md, or L and a number for those of liveness. */
  readonly name: string
  readonly says: string
  /** Sees each commit after it: `records` has it. */
  readonly onCommit?: (changes: ReadonlyArray<Changed>, records: Records, at: number) => string | undefined
  readonly on?: (happening: Happening, records: Records) => string | undefined
  readonly atEnd?: (records: Records, at: number) => string | undefined
  /** The database has lost the commits since an instant, after an asynchronous failover. */
  readonly onLost?: (since: number) => void
}

export interface Violation {
  readonly invariant: string
  readonly says: string
  readonly at: number
}

export const ofKind = (changes: ReadonlyArray<Changed>, collection: string): ReadonlyArray<Changed> =>
  changes.filter((change) => change.collection === collection)
