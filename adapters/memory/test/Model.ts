import type { Change, Declaration, FieldOf, Guard, Json, Query, Ref, Row } from "@countersign/core"

interface Held {
  readonly collection: Declaration
  readonly row: Row
  readonly leasedUntil: number
}

/** The store as one would explain it: an array, and linear scans. */
export interface Model {
  now: number
  held: ReadonlyArray<Held>
}

export const emptyModel = (): Model => ({ now: 0, held: [] })

export const load = (model: Model, refs: ReadonlyArray<Ref>) =>
  refs.map((ref) => {
    if (ref.by === "index") {
      const { index, values: spelled, ...query } = ref
      const values = spelled.flatMap((value) => (typeof value === "string" ? value : textsOf(model, ref, value)))
      return values.length < spelled.length ? [] : find(model, { ...query, index: { name: index, values } })
    }
    return model.held
      .filter((one) => isIn(one, ref))
      .filter((one) =>
        ref.by === "id" ? one.row.id === ref.id : has(one, ref.collection.unique[ref.key] ?? [], ref.values)
      )
      .map(({ row }) => row)
  })

/** The text in a field of another record, or none. */
const textsOf = (model: Model, { environment }: Ref, { collection, field, id }: FieldOf): ReadonlyArray<string> =>
  model.held
    .filter((one) => isIn(one, { collection, environment }) && one.row.id === id)
    .map(({ row }) => Object.entries(row.body ?? {}).find(([name]) => name === field)?.[1])
    .filter((value) => typeof value === "string")

export const find = (model: Model, { after, index, limit, ...where }: Query) =>
  model.held
    .filter((one) => isIn(one, where))
    .filter((one) => index === undefined || has(one, where.collection.indexes[index.name] ?? [], index.values))
    .map(({ row }) => row)
    .sort(newestFirst)
    .filter((row) => after === undefined || newestFirst(row, after) > 0)
    .slice(0, limit)

export const commit = (model: Model, changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>): string => {
  for (const guard of guards) {
    if (guard.guard === "before" && model.now >= guard.at) return "late"
    if (guard.guard === "version" && versionOf(model, guard) !== guard.version)
      return `version ${guard.collection.name}`
    if (guard.guard === "free") {
      const fields = guard.collection.unique[guard.key] ?? []
      if (model.held.some((one) => isIn(one, guard) && has(one, fields, guard.values))) {
        return `taken ${guard.collection.name}`
      }
    }
  }
  for (const change of changes) {
    const version = versionOf(model, change)
    if (change.op === "insert" && version !== undefined) return `taken ${change.collection.name}`
    if (change.op !== "insert" && version !== change.version) return `version ${change.collection.name}`
  }
  let held = model.held.filter((one) => !changes.some((change) => isIn(one, change) && one.row.id === change.id))
  for (const change of changes) {
    if (change.op === "remove") continue
    const { at, body, collection, environment, id } = change
    const old = model.held.find((one) => isIn(one, change) && one.row.id === id)?.row
    const row = {
      environment,
      id,
      version: (old?.version ?? 0) + 1,
      createdAt: old?.createdAt ?? at,
      updatedAt: at,
      body
    }
    const added = { collection, row, leasedUntil: Number.NEGATIVE_INFINITY }
    if (held.some((one) => collides(one, added))) return `taken ${collection.name}`
    held = [...held, added]
  }
  model.held = held
  return "written"
}

export const claimDue = (model: Model, collection: Declaration, lease: number, limit: number) => {
  const due = (one: Held) => fieldOf(one.row.body, collection.due ?? "")
  const chosen = model.held
    .filter((one) => one.collection.name === collection.name && one.leasedUntil <= model.now)
    .filter((one) => typeof due(one) === "number" && Number(due(one)) <= model.now)
    .sort((a, b) => Number(due(a)) - Number(due(b)) || byName(a, b))
    .slice(0, limit)
  const claimed = new Map(
    chosen.map((one) => [
      one,
      { ...one, row: { ...one.row, version: one.row.version + 1 }, leasedUntil: model.now + lease }
    ])
  )
  model.held = model.held.map((one) => claimed.get(one) ?? one)
  return [...claimed.values()].map(({ row }) => row)
}

export const sweep = (model: Model, collections: ReadonlyArray<Declaration>, limit: number) => {
  let removed = 0
  for (const { expiry = "", name } of collections) {
    const expiresAt = (one: Held) => fieldOf(one.row.body, expiry)
    const over = model.held
      .filter((one) => one.collection.name === name)
      .filter((one) => typeof expiresAt(one) === "number" && Number(expiresAt(one)) <= model.now)
      .sort((a, b) => Number(expiresAt(a)) - Number(expiresAt(b)) || byName(a, b))
      .slice(0, limit - removed)
    model.held = model.held.filter((one) => !over.includes(one))
    removed += over.length
  }
  return removed
}

export const versionOf = (model: Model, where: Pick<Ref, "collection" | "environment"> & { readonly id: string }) =>
  model.held.find((one) => isIn(one, where) && one.row.id === where.id)?.row.version

const isIn = ({ collection, row }: Held, where: Pick<Ref, "collection" | "environment">) =>
  collection.name === where.collection.name && row.environment === where.environment

const has = ({ row }: Held, fields: ReadonlyArray<string>, values: ReadonlyArray<string>) =>
  fields.length === values.length && fields.every((field, at) => fieldOf(row.body, field) === values[at])

const collides = (one: Held, other: Held) =>
  isIn(one, { collection: other.collection, environment: other.row.environment }) &&
  Object.values(one.collection.unique).some((fields) =>
    fields.every((field) => {
      const value = fieldOf(one.row.body, field)
      return value !== undefined && value !== null && value === fieldOf(other.row.body, field)
    })
  )

const fieldOf = (body: Json, field: string) =>
  Object.entries(body as Record<string, Json>).find(([name]) => name === field)?.[1]

const newestFirst = (a: Pick<Row, "createdAt" | "id">, b: Pick<Row, "createdAt" | "id">) =>
  b.createdAt - a.createdAt || compare(b.id, a.id)

const byName = (a: Held, b: Held) => compare(a.row.id, b.row.id) || compare(a.row.environment, b.row.environment)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
