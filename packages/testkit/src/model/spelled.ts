import type { Change, Declaration, Guard, Json, Query, Ref } from "@countersign/core"
import type { DrawnChange, DrawnGuard, DrawnQuery, DrawnRef } from "./commands.ts"
import { type Model, versionOf } from "./Model.ts"

/** No record twice in one commit: the changes of one happen at once, and two to one record have no meaning. */
export const changesOf = (model: Model, drawn: ReadonlyArray<DrawnChange>): ReadonlyArray<Change> => {
  const seen = new Set<string>()
  return drawn.flatMap(({ at, body, id, off, op, where }): ReadonlyArray<Change> => {
    const place = JSON.stringify([where.collection.name, where.environment, id])
    if (seen.has(place)) return []
    seen.add(place)
    const kept = versionOf(model, { ...where, id })
    const version = (kept ?? 0) + off
    if (op === "remove") return [{ ...where, id, op, version }]
    const common = { ...where, id, at: model.now + at, body: since(model.now, body) }
    const isInsert = op === "insert" || (op === "put" && kept === undefined)
    return isInsert ? [{ ...common, op: "insert" }] : [{ ...common, op: "replace", version }]
  })
}

/** A clock of the store's own is not known to the millisecond: there, a time is long ago or far ahead. */
export const guardOf = (model: Model, clock: "test" | "real", drawn: DrawnGuard): Guard => {
  const { at, id, off, where } = drawn
  if (drawn.guard === "version") {
    return { ...where, guard: "version", id, version: (versionOf(model, { ...where, id }) ?? 0) + off }
  }
  if (drawn.guard === "free") {
    const { name, values } = named(where.collection.unique, drawn)
    return { ...where, guard: "free", key: name, values }
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

/** One of the declared names, and as many values as it has fields. */
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
