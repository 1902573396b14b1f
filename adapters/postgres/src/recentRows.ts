import type { Change, Guard, Ref, Row } from "@countersign/core"
import { recent } from "@countersign/wire"
import { placeOf } from "./addresses.ts"

/**
 * Caches rows that this node loaded by id, in an LRU cache of `size` rows, each for up to a minute. A cached row may be
 * out of date: another node may have written a newer version.
 */
export const recentRows = (size: number, now: () => number = () => performance.now()) => {
  const cache = recent<{ readonly row: Row; readonly until: number } | undefined>(size)
  const drop = (place: string): void => {
    if (cache.get(place) !== undefined) cache.set(place, undefined)
  }
  return {
    /** The rows of each ref, or `undefined` unless every ref names an id whose row is cached. */
    read: (refs: ReadonlyArray<Ref>): ReadonlyArray<ReadonlyArray<Row>> | undefined => {
      const found: Array<ReadonlyArray<Row>> = []
      for (const ref of refs) {
        const known = ref.by === "id" ? cache.get(placeOf(ref)) : undefined
        if (known === undefined || known.until <= now()) return undefined
        found.push([known.row])
      }
      return found
    },
    /** Caches the rows of a load. */
    keep: (refs: ReadonlyArray<Ref>, rows: ReadonlyArray<ReadonlyArray<Row>>): void => {
      for (const [nth, ref] of refs.entries()) {
        if (ref.by !== "id") continue
        const [row] = rows[nth] ?? []
        if (row === undefined) drop(placeOf(ref))
        else cache.set(placeOf(ref), { row, until: now() + LIFETIME })
      }
    },
    /** Drops the rows that a commit changed, or whose version it guarded in vain. */
    drop: (all: ReadonlyArray<Change | Guard>): void => {
      for (const each of all) if ("id" in each) drop(placeOf(each))
    }
  }
}

/** In milliseconds. */
const LIFETIME = 60_000
