import {
  type Change,
  Collection,
  Conflict,
  hasExpired,
  type Json,
  type Millis,
  type Row,
  type Store
} from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { countBelow, type Entry, encodeTexts, type Places, type Space, spaceOf, type World } from "./read.ts"

/** The state of an entry after a change. Without a row, the change removes the record. */
interface Draft {
  readonly entry: Entry
  readonly row: Row | undefined
  readonly places: Places
  readonly before: Places
  readonly leasedUntil: Millis
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
      const named = new Set<string>()
      for (const change of changes) {
        const { collection, environment, id } = change
        const space = spaceOf(world, collection, environment)
        const record = encodeTexts([environment, collection.name, id])
        // All changes are simultaneous, so two changes of one record are undefined.
        if (named.has(record)) throw new Error(`memory: one commit changes a record of ${collection.name} twice`)
        named.add(record)
        const draft = draftOf(space, change, copyOf)
        if (draft === undefined) return conflict(change.op === "insert" ? "taken" : "version", collection.name)
        drafts.push(draft)
      }

      for (const { entry, places } of drafts) move(entry, places)
      // Unique keys are checked on the state after the commit.
      for (const { entry } of drafts) {
        if (hasOwnKeys(entry)) continue
        for (const draft of drafts) move(draft.entry, draft.before)
        return conflict("taken", entry.space.table.collection.name)
      }
      for (const draft of drafts) write(draft)
      return Effect.void
    })

export const erase = (entry: Entry): void => {
  move(entry, NOWHERE)
  entry.space.records.delete(entry.id)
}

const conflict = (because: Conflict["because"], collection: string): Effect.Effect<void, Conflict> =>
  Effect.fail(new Conflict({ because, collection }))

/** The draft of a change. Undefined for an insert of an existing id, or a version conflict. */
const draftOf = (space: Space, change: Change, copyOf: (body: Json) => Json): Draft | undefined => {
  const { id } = change
  const before = space.records.get(id)
  if (before?.row.version !== (change.op === "insert" ? undefined : change.version)) return undefined
  if (change.op === "remove")
    return before && { entry: before, row: undefined, places: NOWHERE, before: before.places, leasedUntil: NEVER }

  const { at, environment } = change
  const { createdAt, version } = before?.row ?? { createdAt: at, version: 0 }
  const body = copyOf(change.body)
  const row = Object.freeze({ environment, id, version: version + 1, createdAt, updatedAt: at, body })
  const { due, expiry } = space.table.collection
  const lists: Array<string | undefined> = []
  for (const { fields } of space.paths) lists.push(encodedKey(fields, body))
  const places = {
    lists,
    due: due === undefined ? undefined : Collection.instantOf(body, due),
    expiry: expiry === undefined ? undefined : Collection.instantOf(body, expiry)
  }
  const leasedUntil = (change.op === "insert" ? change.leasedUntil : undefined) ?? NEVER
  const entry = before ?? { space, id, row, places: NOWHERE, leasedUntil: NEVER }
  return { entry, row, places, before: entry.places, leasedUntil }
}

const NEVER = Number.NEGATIVE_INFINITY
const NOWHERE: Places = { lists: [], due: undefined, expiry: undefined }

/** The value of a body in a key or index. A body that lacks a field is exempt from those with the field. */
const encodedKey = (fields: ReadonlyArray<string>, body: Json): string | undefined => {
  const texts: Array<string> = []
  for (const field of fields) {
    const text = Collection.textOf(body, field)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return encodeTexts(texts)
}

/** Whether no other entry has one of the unique keys. */
const hasOwnKeys = ({ places: { lists }, space }: Entry): boolean => {
  for (const [at, { found }] of space.uniques.entries()) {
    const key = lists[at]
    if (key !== undefined && found.get(key)?.length !== 1) return false
  }
  return true
}

/** Moves an entry between lists and queues. Most replaces move nothing. */
const move = (entry: Entry, places: Places): void => {
  const { id, places: before, row, space } = entry
  for (const [at, { found }] of space.paths.entries()) {
    const [from, to] = [before.lists[at], places.lists[at]]
    if (from === to) continue
    if (from !== undefined) {
      const list = found.get(from) ?? []
      list.splice(countBelow(list, "createdAt", row.createdAt, id, space.environment), 1)
      if (list.length === 0) found.delete(from)
    }
    if (to !== undefined) {
      const list = found.get(to) ?? []
      list.splice(countBelow(list, "createdAt", row.createdAt, id, space.environment), 0, entry)
      found.set(to, list)
    }
  }
  for (const queue of QUEUES) {
    const [from, to, list] = [before[queue], places[queue], queue === "due" ? space.due : space.table.expiry]
    if (from === to) continue
    if (from !== undefined) list.splice(countBelow(list, queue, from, id, space.environment), 1)
    if (to !== undefined) list.splice(countBelow(list, queue, to, id, space.environment), 0, entry)
  }
  entry.places = places
}

const QUEUES = ["due", "expiry"] as const

/** Stores the new row of an entry, and its lease: a replace ends the one before. */
const write = ({ entry, leasedUntil, row }: Draft): void => {
  const { id, space } = entry
  if (row === undefined) space.records.delete(id)
  else space.records.set(id, Object.assign(entry, { row, leasedUntil }))
}
