import {
  type ClaimOnly,
  Collection,
  type Declaration,
  environmentTurns,
  hasExpired,
  type Json,
  type Millis,
  Store
} from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { commit, erase } from "./commit.ts"
import { type Entry, find, load, spaceOf, tableOf, type World } from "./read.ts"

/**
 * Makes a new, empty store in the memory of the process, for tests, a sandbox or a first try. It is not durable (I11).
 * Each method completes in one synchronous step, so commits are serializable.
 * Rows are frozen, but their bodies are not: the store returns the body that it stores. Readers must decode it and not
 * change it.
 */
export const makeMemoryStore = Effect.sync(() => makeStore(copied))

/** `makeMemoryStore` as a layer. Each build of it is a new, empty store. */
export const memoryStore: Layer.Layer<Store> = Layer.effect(Store, makeMemoryStore)

/**
 * Makes a store for tests: bodies are stored as JSON text, as in a database, and are deeply frozen. A codec that does
 * not encode to JSON, or code that modifies a body, fails here as it would on PostgreSQL.
 */
export const makeSerializedMemoryStore = Effect.sync(() => makeStore(frozen))

export const serializedMemoryStore: Layer.Layer<Store> = Layer.effect(Store, makeSerializedMemoryStore)

const makeStore = (copyOf: (body: Json) => Json): Store["Service"] => {
  const world: World = new Map()
  return Store.of({
    load: load(world),
    find: find(world),
    depths: (collections, now) =>
      Effect.sync(() => collections.flatMap((collection) => depthsOf(world, collection, now))),
    commit: commit(world, copyOf),
    claimDue: claimDue(world),
    sweep: sweep(world)
  })
}

/** A codec passes embedded JSON on unchanged, and the caller may modify it after the commit. */
const copied = (body: Json): Json => JSON.parse(JSON.stringify(body))

const frozen = (body: Json): Json => Collection.freeze(copied(body))

/**
 * Leases due records, the earliest due first. A lease expires at its exact millisecond (I10). A claim increments the
 * version, so that a worker whose lease has expired cannot overwrite the next worker's result. It does not change the
 * content, so updatedAt stays.
 */
const claimDue = (world: World): Store["Service"]["claimDue"] => {
  const inTurn = environmentTurns()
  return (collection, now, lease, limit, only) =>
    Effect.sync(() => {
      const spaces = [...tableOf(world, collection).spaces.values()].filter(({ due }) => due.length > 0)
      const waiting = new Map(spaces.map(({ due, environment }) => [environment, open(due, now, now, limit)]))
      const chosen =
        only !== undefined && "ids" in only
          ? open(namedDue(world, collection, only), now, only.dueBy, limit)
          : inTurn(collection.name, waiting.keys(), limit, only, (one, nth) => waiting.get(one)?.[nth])
      return chosen
        .toSorted((one, other) => dueAt(one) - dueAt(other))
        .map((entry) => {
          entry.row = Object.freeze({ ...entry.row, version: entry.row.version + 1 })
          entry.leasedUntil = now + lease
          return entry.row
        })
    })
}

/** The due work of each mode. */
const depthsOf = (world: World, collection: Declaration, now: Millis) => {
  const spaces = [...tableOf(world, collection).spaces.values()]
  return (["sandbox", "production"] as const).flatMap((mode) => {
    const due = spaces
      .filter(({ environment }) => environment.startsWith(`${mode}/`))
      .flatMap((space) => space.due.map(dueAt).filter((at) => at <= now))
    const since = due.reduce((one, other) => Math.min(one, other), now)
    return due.length === 0 ? [] : [{ collection: collection.name, mode, count: due.length, since }]
  })
}

/** The first entries that are due and not leased. */
const open = (due: ReadonlyArray<Entry>, now: Millis, dueBy: Millis, most: number): ReadonlyArray<Entry> => {
  const found: Array<Entry> = []
  for (const entry of due) {
    if (dueAt(entry) > dueBy || found.length >= most) break
    if (now >= entry.leasedUntil) found.push(entry)
  }
  return found
}

const namedDue = (world: World, collection: Declaration, { environment, ids }: ClaimOnly): ReadonlyArray<Entry> => {
  const { records } = spaceOf(world, collection, environment)
  const entries = [...new Set(ids)].flatMap((id) => records.get(id) ?? [])
  return entries.toSorted((one, other) => dueAt(one) - dueAt(other))
}

/** A record without a due time is never due. */
const dueAt = ({ places: { due = Number.POSITIVE_INFINITY } }: Entry): number => due

/** Removes expired records, the earliest expiry first. `limit` applies to all collections together. */
const sweep =
  (world: World): Store["Service"]["sweep"] =>
  (collections, now, limit) =>
    Effect.sync(() => {
      let removed = 0
      for (const collection of collections) {
        for (const entry of tableOf(world, collection).expiry.slice(0, limit - removed)) {
          if (!hasExpired(entry.places.expiry ?? Number.POSITIVE_INFINITY, now)) break
          erase(entry)
          removed += 1
        }
      }
      return removed
    })
