import type { Change, Conflict, Guard } from "@countersign/core"
import { address, entriesOf, keysOf, spelledKey } from "./addresses.ts"
import { instantOf } from "./fields.ts"
import { toColumn } from "./ids.ts"

/** A commit as the database judges it. Its items are numbered from 0 in the order in which the first conflict is told. */
export interface CommitPlan {
  /** What each item conflicts as: guards as given, changes as given, then the unique keys they claim. */
  readonly items: ReadonlyArray<Pick<Conflict, "because" | "collection">>
  /** Items that conflict with one another, whatever stands in the database. */
  readonly lost: ReadonlyArray<number>
  readonly records: ReadonlyArray<Touched>
  readonly free: ReadonlyArray<Addressed>
  readonly moments: ReadonlyArray<{ readonly at: number; readonly item: number }>
}

/** A record that is guarded or changed. What an op does not write is null. */
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
  const told = (because: Conflict["because"], collection: string): number => items.push({ because, collection }) - 1
  const lost: Array<number> = []
  const records: Array<Touched> = []
  const free: Array<Addressed> = []
  const moments: Array<CommitPlan["moments"][number]> = []

  for (const guard of guards) {
    switch (guard.guard) {
      case "before":
        moments.push({ at: guard.at, item: told("late", "") })
        break
      case "version":
        records.push({
          ...NOTHING,
          ...at(guard),
          op: "guard",
          version: guard.version,
          item: told("version", guard.collection.name)
        })
        break
      case "free": {
        const { collection, environment, key, values } = guard
        free.push({
          address: address(spelledKey(collection, environment, key, values)),
          item: told("taken", collection.name)
        })
        break
      }
    }
  }
  const written = changes.map((change) => ({
    change,
    item: told(change.op === "insert" ? "taken" : "version", change.collection.name)
  }))
  const claimed = new Set<string>()
  for (const { change, item } of written) {
    const touched = { ...NOTHING, ...at(change), op: change.op, item }
    if (change.op === "remove") {
      records.push({ ...touched, version: change.version })
      continue
    }
    const { body, collection, environment } = change
    const keys = keysOf(collection, environment, body).map((key) => ({
      address: key,
      item: told("taken", collection.name)
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
      entries: entriesOf(collection, environment, body)
    })
  }
  requireDistinct(records)
  return { items, lost, records, free, moments }
}

/** The order in which every commit locks. */
export const byPlace = ({ place: one }: Touched, { place: other }: Touched): number =>
  one < other ? -1 : one > other ? 1 : 0

/** `{1,2}`: any other answer does not say that anything was written. */
export const numbersOf = (text: string | null | undefined): ReadonlyArray<number> => {
  if (typeof text !== "string" || !/^\{[0-9,]*\}$/u.test(text)) {
    throw new Error("postgres: the commit gave no answer that is known here")
  }
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)
}

const NOTHING = { version: null, at: null, expiresAt: null, dueAt: null, body: null, keys: [], entries: [] }

const at = ({ collection, environment, id }: Pick<Change, "collection" | "environment" | "id">) => {
  const column = toColumn(id)
  // No column holds a NUL, so no two places are spelled alike.
  return {
    collection: collection.name,
    environment,
    id: column,
    place: [collection.name, environment, column].join("\0")
  }
}

/** Changes happen at once, not one after another: two to one record have no meaning, and throw. */
const requireDistinct = (records: ReadonlyArray<Touched>): void => {
  const seen = new Set<string>()
  for (const { collection, op, place } of records) {
    if (op === "guard") continue
    if (seen.has(place)) throw new Error(`postgres: one commit changes a record of ${collection} twice`)
    seen.add(place)
  }
}
