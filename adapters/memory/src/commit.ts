import {
  type Change,
  Columns,
  Conflict,
  hasExpired,
  type Json,
  type Millis,
  type Row,
  type Store
} from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { countBelow, type Entry, encodeTexts, type Path, type Places, type Space, spaceOf, type World } from "./read.ts"

/** The state of an entry after a change. Without a row, the change removes the record. */
interface Draft {
  readonly entry: Entry
  readonly row: Row | undefined
  readonly places: Places
  /** Of an insert with a lease. */
  readonly leasedUntil?: Millis | undefined
}

/**
 * Checks the commit, then applies it. An error or a conflict leaves the store unchanged. Reports the first conflict:
 * guards in the given order, changes in the given order, then unique keys.
 */
export const commit =
  (world: World, copyOf: (body: Json) => Json): Store["Service"]["commit"] =>
  (changes, guards) =>
    // The clock is read in the synchronous step that writes, so a guard of time is valid at the moment of the write.
    Effect.clockWith((clock) => {
      for (const guard of guards) {
        // A guard of time has no collection.
        if (guard.guard === "before") {
          if (hasExpired(guard.at, clock.currentTimeMillisUnsafe())) return conflict("late", "")
          continue
        }
        const { collection, environment, id, version } = guard
        const { records } = spaceOf(world, collection, environment)
        if ((records.get(id)?.row.version ?? 0) !== version) return conflict("version", collection.name)
      }

      const drafts: Array<Draft> = []
      const named = new Map<Space, Set<string>>()
      for (const change of changes) {
        const { collection, environment, id } = change
        const space = spaceOf(world, collection, environment)
        const ids = named.get(space) ?? new Set()
        // All changes are simultaneous, so two changes of one record are undefined.
        if (ids.has(id)) throw new Error(`memory: one commit changes a record of ${collection.name} twice`)
        named.set(space, ids.add(id))
        const draft = draftOf(space, change, copyOf)
        if (draft === undefined) return conflict(change.op === "insert" ? "taken" : "version", collection.name)
        drafts.push(draft)
      }

      // Unique keys are checked on the state after the commit.
      for (const { entry, places } of drafts) release(entry, entry.places, places)
      for (const { entry, places } of drafts) {
        if (claim(entry, entry.places, places)) continue
        for (const { entry, places } of drafts) release(entry, places, entry.places)
        for (const { entry, places } of drafts) claim(entry, places, entry.places)
        return conflict("taken", entry.space.table.collection.name)
      }
      for (const draft of drafts) write(draft)
      return Effect.void
    })

export const erase = (entry: Entry): void => {
  release(entry, entry.places, NOWHERE)
  write({ entry, row: undefined, places: NOWHERE })
}

const conflict = (because: Conflict["because"], collection: string): Effect.Effect<void, Conflict> =>
  Effect.fail(new Conflict({ because, collection }))

/** The draft of a change. Undefined for an insert of an existing id, or a version conflict. */
const draftOf = (space: Space, change: Change, copyOf: (body: Json) => Json): Draft | undefined => {
  const { id } = change
  const before = space.records.get(id)
  if (before?.row.version !== (change.op === "insert" ? undefined : change.version)) return undefined
  if (change.op === "remove") return before && { entry: before, row: undefined, places: NOWHERE }

  const { at, environment } = change
  const { createdAt, version } = before?.row ?? { createdAt: at, version: 0 }
  const body = copyOf(change.body)
  const row = Object.freeze({ environment, id, version: version + 1, createdAt, updatedAt: at, body })
  const { due, expiry } = space.table.collection
  const places = {
    keys: encodedKeys(space.uniques, body),
    lists: encodedKeys(space.indexes, body),
    due: due === undefined ? undefined : Columns.instantOf(body, due),
    expiry: expiry === undefined ? undefined : Columns.instantOf(body, expiry)
  }
  const leasedUntil = change.op === "insert" ? change.leasedUntil : undefined
  return { entry: before ?? { space, id, row, places: NOWHERE, leasedUntil: NEVER }, row, places, leasedUntil }
}

const NEVER = Number.NEGATIVE_INFINITY
const NOWHERE: Places = { keys: [], lists: [], due: undefined, expiry: undefined }

/** The values of a body in keys or indexes. A body that lacks a field is exempt from those with the field. */
const encodedKeys = (paths: ReadonlyArray<Path<unknown>>, body: Json): ReadonlyArray<string | undefined> => {
  const encoded: Array<string | undefined> = []
  for (const { fields } of paths) {
    const texts: Array<string> = []
    for (const field of fields) {
      const text = Columns.textOf(body, field)
      if (text !== undefined) texts.push(text)
    }
    encoded.push(texts.length === fields.length ? encodeTexts(texts) : undefined)
  }
  return encoded
}

/** Frees the unique keys that an entry no longer has. */
const release = (entry: Entry, from: Places, to: Places): void => {
  let at = 0
  for (const { found } of entry.space.uniques) {
    const key = from.keys[at]
    if (key !== undefined && key !== to.keys[at] && found.get(key) === entry) found.delete(key)
    at += 1
  }
}

/** Takes the new unique keys of an entry. Returns false at the first one that another entry has. */
const claim = (entry: Entry, from: Places, to: Places): boolean => {
  let at = 0
  for (const { found } of entry.space.uniques) {
    const key = to.keys[at]
    if (key !== undefined && key !== from.keys[at]) {
      if (found.has(key)) return false
      found.set(key, entry)
    }
    at += 1
  }
  return true
}

/** Moves an entry between lists and queues, and ends its lease. Most replaces move nothing. */
const write = ({ entry, leasedUntil = NEVER, places, row }: Draft): void => {
  const { id, places: before, space } = entry
  let at = 0
  for (const { found } of space.indexes) {
    const [from, to] = [before.lists[at], places.lists[at]]
    at += 1
    if (from === to) continue
    const { createdAt } = entry.row
    if (from !== undefined) {
      const list = found.get(from) ?? []
      list.splice(countBelow(list, "createdAt", createdAt, id, space.environment), 1)
      if (list.length === 0) found.delete(from)
    }
    if (to !== undefined) {
      const list = found.get(to)
      if (list === undefined) found.set(to, [entry])
      else list.splice(countBelow(list, "createdAt", createdAt, id, space.environment), 0, entry)
    }
  }
  for (const queue of QUEUES) {
    const [from, to, list] = [before[queue], places[queue], queue === "due" ? space.due : space.table.expiry]
    if (from === to) continue
    if (from !== undefined) list.splice(countBelow(list, queue, from, id, space.environment), 1)
    if (to !== undefined) list.splice(countBelow(list, queue, to, id, space.environment), 0, entry)
  }
  entry.places = places
  entry.leasedUntil = leasedUntil
  if (row === undefined) space.records.delete(id)
  else {
    entry.row = row
    space.records.set(id, entry)
  }
}

const QUEUES = ["due", "expiry"] as const
