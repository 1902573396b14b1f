import type { Change, Conflict, Guard } from "@countersign/core"
import { address, addressesOf, instantOf, keyAddress, placeOf } from "./addresses.ts"
import { toColumn } from "./rows.ts"

/** A commit as sent to the database. Items are numbered from 0; the item with the lowest number is the one reported. */
export interface CommitPlan {
  /** The conflict that each item reports, in order: guards, changes, then the unique keys that the changes claim. */
  readonly items: ReadonlyArray<Pick<Conflict, "because" | "collection">>
  /** Items that conflict with another item of the same commit, whatever the database contains. */
  readonly lost: ReadonlyArray<number>
  readonly records: ReadonlyArray<Touched>
  readonly free: ReadonlyArray<Addressed>
  readonly moments: ReadonlyArray<{ readonly at: number; readonly item: number }>
}

/** A record that a commit guards or changes. Columns that the operation does not write are null. */
export interface Touched {
  readonly item: number
  readonly op: "guard" | Change["op"]
  readonly place: string
  readonly collection: string
  readonly environment: string
  readonly id: string
  readonly version: number | null
  readonly at: number | null
  readonly expiresAt: number | null
  readonly dueAt: number | null
  readonly body: string | null
  readonly keys: ReadonlyArray<Addressed>
  readonly entries: ReadonlyArray<string>
}

interface Addressed {
  readonly address: string
  readonly item: number
}

export const commitPlan = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>): CommitPlan => {
  const items: Array<CommitPlan["items"][number]> = []
  const conflict = (because: Conflict["because"], collection: string): number => items.push({ because, collection }) - 1
  const lost: Array<number> = []
  const records: Array<Touched> = []
  const free: Array<Addressed> = []
  const moments: Array<CommitPlan["moments"][number]> = []

  for (const guard of guards) {
    switch (guard.guard) {
      case "before":
        moments.push({ at: guard.at, item: conflict("late", "") })
        break
      case "version":
        records.push({
          ...EMPTY,
          ...columnsOf(guard),
          op: "guard",
          version: guard.version,
          item: conflict("version", guard.collection.name)
        })
        break
      case "free": {
        const { collection, environment, key, values } = guard
        free.push({
          address: address(keyAddress(collection, environment, key, values)),
          item: conflict("taken", collection.name)
        })
        break
      }
    }
  }
  const written = changes.map((change) => ({
    change,
    item: conflict(change.op === "insert" ? "taken" : "version", change.collection.name)
  }))
  const claimed = new Set<string>()
  for (const { change, item } of written) {
    const touched = { ...EMPTY, ...columnsOf(change), op: change.op, item }
    if (change.op === "remove") {
      records.push({ ...touched, version: change.version })
      continue
    }
    const { body, collection, environment } = change
    const keys = addressesOf(collection, environment, body, collection.unique).map((key) => ({
      address: key,
      item: conflict("taken", collection.name)
    }))
    for (const key of keys) {
      if (claimed.has(key.address)) lost.push(key.item)
      claimed.add(key.address)
    }
    records.push({
      ...touched,
      version: change.op === "insert" ? null : change.version,
      at: change.at,
      expiresAt: instantOf(body, collection.expiry),
      dueAt: instantOf(body, collection.due),
      body: JSON.stringify(body),
      keys,
      entries: addressesOf(collection, environment, body, collection.indexes)
    })
  }
  requireDistinct(records)
  return { items, lost, records, free, moments }
}

/** The order in which every commit locks its records, which prevents deadlocks. */
export const byPlace = ({ place: one }: Touched, { place: other }: Touched): number =>
  one < other ? -1 : one > other ? 1 : 0

/** Parses an array literal such as `{1,2}`. Throws for any other result, because the outcome is then unknown. */
export const numbersOf = (text: string | null | undefined): ReadonlyArray<number> => {
  if (typeof text !== "string" || !/^\{[0-9,]*\}$/u.test(text)) {
    throw new Error("postgres: the commit returned an unexpected result")
  }
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)
}

const EMPTY = { version: null, at: null, expiresAt: null, dueAt: null, body: null, keys: [], entries: [] }

const columnsOf = (record: Parameters<typeof placeOf>[0]) => ({
  collection: record.collection.name,
  environment: record.environment,
  id: toColumn(record.id),
  place: placeOf(record)
})

/** Throws if a commit changes the same record twice. Changes of a commit have no order, so the result is undefined. */
const requireDistinct = (records: ReadonlyArray<Touched>): void => {
  const seen = new Set<string>()
  for (const { collection, op, place } of records) {
    if (op === "guard") continue
    if (seen.has(place)) throw new Error(`postgres: one commit changes a record of ${collection} twice`)
    seen.add(place)
  }
}
