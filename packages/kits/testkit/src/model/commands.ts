import type { Change, Declaration, Guard, Json, Query, Ref } from "@countersign/core"
import * as fc from "fast-check"
import type { DrawnBy } from "../stories/Story.ts"
import { collections, environments } from "../stories/things.ts"
import { type Model, versionOf } from "./Model.ts"

/** Few names and close times, so that commands collide. */
const where = fc.record({ collection: fc.constantFrom(...collections), environment: fc.constantFrom(...environments) })
const word = fc.constantFrom("x", "y", "__proto__")
const words = fc.tuple(word, word)
const id = fc.constantFrom("a", "b", "c", "constructor")
const near = fc.integer({ min: -3, max: 3 })

/** Mostly the current version when the command runs. Times are relative to that moment as well. */
const off = fc.constantFrom(...new Array<number>(30).fill(0), 1, -1)

const body = fc.record(
  {
    name: fc.option(word, { freq: 2 }),
    left: word,
    right: word,
    owner: fc.option(word, { freq: 2 }),
    kind: word,
    dueAt: fc.option(near),
    expiresAt: near
  },
  { requiredKeys: [] }
)

/** "put" inserts or replaces, depending on whether the record exists. The other operations mostly conflict. */
const op = fc.constantFrom("put", "put", "put", "put", "put", "put", "put", "remove", "insert", "replace")
const change = fc.record({ op, where, id, off, body, at: near })
const guard = fc.record({
  guard: fc.constantFrom("version", "before"),
  where,
  id,
  off,
  at: fc.nat(2)
})
const ref = fc.record({
  by: fc.constantFrom("id", "unique", "index", "field"),
  where,
  id,
  name: fc.nat(2),
  words,
  limit: fc.nat(4)
})
const query = fc.record({
  where,
  name: fc.nat(2),
  words,
  after: fc.option(fc.record({ at: near, id }), { nil: undefined }),
  limit: fc.nat(4)
})

/** A commit is of one environment. */
const commit = fc
  .record({
    do: fc.constant("commit"),
    environment: fc.constantFrom(...environments),
    changes: fc.array(change, { maxLength: 4 }),
    guards: fc.array(guard, { maxLength: 1 })
  })
  .map(({ changes, environment, guards, ...drawn }) => {
    const inside = <A extends DrawnChange | DrawnGuard>(one: A): A => ({ ...one, where: { ...one.where, environment } })
    return { ...drawn, changes: changes.map(inside), guards: guards.map(inside) }
  })
const load = fc.record({ do: fc.constant("load"), refs: fc.array(ref, { maxLength: 4 }) })
const find = fc.record({ do: fc.constant("find"), query })
const claimDue = fc.record({
  do: fc.constant("claimDue"),
  collection: fc.constantFrom(...collections),
  // A lease of no length is a story of its own: within it a store may claim a record again.
  lease: fc.integer({ min: 1, max: 3 }),
  limit: fc.nat(3)
})
const sweep = fc.record({ do: fc.constant("sweep"), limit: fc.nat(3) })
const wait = fc.record({ do: fc.constant("wait"), millis: fc.nat(3) })

const command = fc.oneof(
  { weight: 8, arbitrary: commit },
  { weight: 2, arbitrary: load },
  { weight: 2, arbitrary: find },
  { weight: 3, arbitrary: claimDue },
  { weight: 1, arbitrary: sweep },
  { weight: 2, arbitrary: wait }
)

export const sequence = fc.array(command, { maxLength: 40, size: "max" })

export type Command = DrawnBy<typeof command>
export type DrawnChange = DrawnBy<typeof change>
export type DrawnGuard = DrawnBy<typeof guard>
export type DrawnRef = DrawnBy<typeof ref>
export type DrawnQuery = DrawnBy<typeof query>

/** A commit names each record once: its changes are simultaneous, and two of one record are undefined. */
export const changesOf = (model: Model, drawn: ReadonlyArray<DrawnChange>): ReadonlyArray<Change> => {
  const seen = new Set<string>()
  return drawn.flatMap(({ at, body, id, off, op, where }): ReadonlyArray<Change> => {
    const place = JSON.stringify([where.collection.name, where.environment, id])
    if (seen.has(place)) return []
    seen.add(place)
    const stored = versionOf(model, { ...where, id })
    const version = (stored ?? 0) + off
    if (op === "remove") return [{ ...where, id, op, version }]
    const common = { ...where, id, at: model.now + at, body: since(model.now, body) }
    const isInsert = op === "insert" || (op === "put" && stored === undefined)
    return isInsert ? [{ ...common, op: "insert" }] : [{ ...common, op: "replace", version }]
  })
}

/** The suite cannot know a real clock to the millisecond, so times are far in the past or future. */
export const guardOf = (model: Model, clock: "test" | "real", drawn: DrawnGuard): Guard => {
  const { at, id, off, where } = drawn
  if (drawn.guard === "version") {
    return { ...where, guard: "version", id, version: (versionOf(model, { ...where, id }) ?? 0) + off }
  }
  return { guard: "before", at: clock === "test" ? model.now + at : at === 0 ? 0 : 8_000_000_000_000 }
}

export const refOf = (drawn: DrawnRef): Ref => {
  const { id, limit, where } = drawn
  if (drawn.by === "id") return { ...where, by: "id", id }
  if (drawn.by === "unique") {
    const { name, values } = named(where.collection.unique, drawn)
    return { ...where, by: "unique", key: name, values }
  }
  const { name, values } = named(where.collection.indexes, drawn)
  const [, ...rest] = values
  const field = { collection: where.collection, id, field: drawn.name === 0 ? "owner" : "name" }
  return {
    ...where,
    by: "index",
    limit,
    index: name,
    values: drawn.by === "field" && values.length > 0 ? [field, ...rest] : values
  }
}

export const queryOf = (model: Model, { after, limit, where, ...drawn }: DrawnQuery): Query => ({
  ...where,
  limit,
  index: named(where.collection.indexes, drawn),
  ...(after === undefined ? {} : { after: { createdAt: model.now + after.at, id: after.id } })
})

/** One of the declared names, with as many values as it has fields. */
const named = (
  declared: Declaration["unique"],
  drawn: { readonly name: number; readonly words: ReadonlyArray<string> }
): { readonly name: string; readonly values: ReadonlyArray<string> } => {
  const entries = Object.entries(declared)
  const [name, fields] = entries[drawn.name % entries.length] ?? ["", []]
  return { name, values: drawn.words.slice(0, fields.length) }
}

const since = (now: number, body: { readonly [field: string]: string | number | null }): Json =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === "number" ? now + value : value])
  )
