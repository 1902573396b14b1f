import { type ClaimOnly, type Declaration, isOver, type Json, type Row, Store } from "@countersign/core"
import { Effect, Layer } from "effect"
import { commit, erase } from "./commit.ts"
import { type Entry, find, isList, load, spaceOf, tableOf, type World } from "./read.ts"

/**
 * A new, empty store, gone with the process: for tests, for a sandbox, and for a first try. It keeps no promise that needs
 * a disk (I11). Each method does all of its work in one synchronous step, so commits are serializable.
 *
 * Rows are frozen, their bodies are not: the store hands out the body it keeps, which a reader decodes and never changes.
 */
export const makeMemoryStore = Effect.sync(() => makeStore(copied))

/** `makeMemoryStore` as a layer. Each build of it is a new, empty store. */
export const memoryStore: Layer.Layer<Store> = Layer.effect(Store, makeMemoryStore)

/**
 * The store for tests: bodies go through JSON text, as in a database, and are frozen at any depth. A codec that does not
 * encode to JSON, and code that changes what it has read, fail here as they fail on PostgreSQL.
 */
export const makeSerializedMemoryStore = Effect.sync(() => makeStore(serialized))

/** `makeSerializedMemoryStore` as a layer. */
export const serializedMemoryStore: Layer.Layer<Store> = Layer.effect(Store, makeSerializedMemoryStore)

const makeStore = (copyOf: (body: Json) => Json): Store["Service"] => {
  const world: World = new Map()
  return Store.of({
    load: load(world),
    find: find(world),
    commit: commit(world, copyOf),
    claimDue: claimDue(world),
    sweep: sweep(world)
  })
}

/** A codec passes embedded JSON on as it is, and the caller may change that after the commit. */
const copied = (body: Json): Json => {
  if (typeof body !== "object" || body === null) return body
  if (isList(body)) return body.map(copied)
  const copy: { [field: string]: Json } = { ...body }
  for (const field of Object.keys(copy)) {
    const value = copy[field]
    if (typeof value === "object" && value !== null) copy[field] = copied(value)
  }
  return copy
}

const serialized = (body: Json): Json => {
  const copy: Json = JSON.parse(JSON.stringify(body))
  freeze(copy)
  return copy
}

const freeze = (json: Json): void => {
  if (typeof json !== "object" || json === null) return
  for (const inner of Object.values(json)) freeze(inner)
  Object.freeze(json)
}

/**
 * Leases what is due, longest due first. A lease expires at the millisecond it ends (I10). The version grows, so that a
 * worker whose lease has expired cannot write over the next one's work; the content does not, so updatedAt stays.
 */
const claimDue =
  (world: World): Store["Service"]["claimDue"] =>
  (collection, now, lease, limit, only) =>
    Effect.sync(() => {
      const { due } = tableOf(world, collection)
      const claimed: Array<Row> = []
      for (const entry of only === undefined ? due : namedDue(world, collection, only)) {
        if (dueAt(entry) > (only?.dueBy ?? now) || claimed.length >= limit) break
        if (now < entry.leasedUntil) continue
        entry.row = Object.freeze({ ...entry.row, version: entry.row.version + 1 })
        entry.leasedUntil = now + lease
        claimed.push(entry.row)
      }
      return claimed
    })

const namedDue = (world: World, collection: Declaration, { environment, ids }: ClaimOnly): ReadonlyArray<Entry> => {
  const { records } = spaceOf(world, collection, environment)
  const entries = [...new Set(ids)].flatMap((id) => records.get(id) ?? [])
  return entries.toSorted((one, other) => dueAt(one) - dueAt(other))
}

/** What waits for nothing is never due. */
const dueAt = ({ places: { due = Number.POSITIVE_INFINITY } }: Entry): number => due

/** Removes what has expired, longest expired first; `limit` counts over all the collections. */
const sweep =
  (world: World): Store["Service"]["sweep"] =>
  (collections, now, limit) =>
    Effect.sync(() => {
      let removed = 0
      for (const collection of collections) {
        for (const entry of tableOf(world, collection).expiry.slice(0, limit - removed)) {
          if (!isOver(entry.places.expiry ?? Number.POSITIVE_INFINITY, now)) break
          erase(entry)
          removed += 1
        }
      }
      return removed
    })
