import { type Change, Collection, type Guard, type Json, type Ref, type Row } from "@countersign/core"
import { recent } from "@countersign/wire"

/** The place of a record: a text unique to it, because names of collections and environments contain no NUL. */
export const placeOf = ({ collection, environment, id }: Pick<Change, "collection" | "environment" | "id">): string =>
  `${collection.name}\0${environment}\0${id}`

/**
 * Parses a body. An LRU cache returns the same frozen object for the same text, because bodies such as sessions are
 * read by many calls, and core caches the decoded form per object.
 */
export const bodyOf = (text: string): Json => {
  const known = bodies.get(text)
  if (known !== undefined) return known.body
  const body: Json = JSON.parse(text)
  // Long bodies are signed requests, which are read at most once more, so they are not cached.
  if (text.length < LONG) {
    Collection.freeze(body)
    bodies.set(text, { body })
  }
  return body
}

const LONG = 1024
/** At most about 8 MB. */
const bodies = recent<{ readonly body: Json }>(2048)

/**
 * Caches rows that this node loaded by id, in an LRU cache of `size` rows, each for up to a minute. A cached row may be
 * out of date: another node may have written a newer version.
 */
export const recentRows = (size: number, now: () => number = () => performance.now()) => {
  let cache = recent<Recent | undefined>(size)
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
        if (known.isWritten && known.row !== undefined) {
          known.row = { ...known.row, body: bodyOf(JSON.stringify(known.row.body)) }
          known.isWritten = false
        }
        found.push(known.row === undefined ? [] : [known.row])
      }
      return found
    },
    /** Caches the rows of a load. */
    keep: (refs: ReadonlyArray<Ref>, rows: ReadonlyArray<ReadonlyArray<Row>>): void => {
      for (const [nth, ref] of refs.entries()) {
        if (ref.by !== "id") continue
        const [row] = rows[nth] ?? []
        const { isAdvisory = false, isOftenAbsent = false } = ref.collection
        if (row === undefined && !isAdvisory && !isOftenAbsent) drop(placeOf(ref))
        else
          cache.set(placeOf(ref), { row, isWritten: false, until: now() + (isAdvisory ? ADVISORY_LIFETIME : LIFETIME) })
      }
    },
    /**
     * Updates the rows that a commit of this node has replaced, if their previous version is cached, and drops the other
     * rows that it changed.
     */
    committed: (changes: ReadonlyArray<Change>): void => {
      for (const change of changes) {
        const place = placeOf(change)
        const known = cache.get(place)
        if (known === undefined) continue
        const { row } = known
        if (change.op === "replace" && change.version === row?.version && change.collection.isAdvisory !== true) {
          const next = { ...row, version: row.version + 1, updatedAt: change.at, body: change.body }
          cache.set(place, { row: next, isWritten: true, until: now() + LIFETIME })
        } else cache.set(place, undefined)
      }
    },
    /** Drops all rows. */
    clear: (): void => {
      cache = recent<Recent | undefined>(size)
    },
    /** Drops the rows that a conflicting commit changed or guarded. */
    drop: (all: ReadonlyArray<Change | Guard>): void => {
      for (const each of all) if ("id" in each) drop(placeOf(each))
    }
  }
}

interface Recent {
  /** Absent for a record of an advisory or often absent collection that did not exist. */
  row: Row | undefined
  /** The body is that of a change. When it is first read it is copied, as the database copies it. */
  isWritten: boolean
  readonly until: number
}

/** In milliseconds. Advisory records are not guarded, so that they are never older. */
const LIFETIME = 60_000
const ADVISORY_LIFETIME = 1000
