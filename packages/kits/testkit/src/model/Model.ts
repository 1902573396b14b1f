import type { Change, Declaration, EnvironmentKey, FieldOf, Guard, Json, Query, Ref, Row } from "@countersign/core"

export interface ModelRow {
  readonly collection: Declaration
  readonly row: Row
  readonly leasedUntil: number
}

/** The reference model of a store: an array with linear scans. */
export interface Model {
  now: number
  rows: ReadonlyArray<ModelRow>
}

interface Place {
  readonly collection: Declaration
  readonly environment: EnvironmentKey
}

export const load = (model: Model, refs: ReadonlyArray<Ref>): ReadonlyArray<ReadonlyArray<Row>> =>
  refs.map((ref) => {
    if (ref.by === "index") {
      const { index, values: texts, ...query } = ref
      const values = texts.flatMap((value) => (typeof value === "string" ? value : textsOf(model, ref, value)))
      return values.length < texts.length ? [] : find(model, { ...query, index: { name: index, values } })
    }
    return model.rows
      .filter((one) => isIn(one, ref))
      .filter(({ row }) =>
        ref.by === "id" ? row.id === ref.id : has(row, ref.collection.unique[ref.key] ?? [], ref.values)
      )
      .map(({ row }) => row)
  })

export const find = (model: Model, { after, index, limit, order, ...where }: Query): ReadonlyArray<Row> => {
  const compare = order === "oldest" ? oldestFirst : newestFirst
  return model.rows
    .filter((one) => isIn(one, where))
    .map(({ row }) => row)
    .filter((row) => has(row, where.collection.indexes[index.name] ?? [], index.values))
    .toSorted(compare)
    .filter((row) => after === undefined || compare(row, after) > 0)
    .slice(0, limit)
}

/** Returns every reason to reject a commit, since the port leaves open which is reported. Applies it without one. */
export const commit = (
  model: Model,
  changes: ReadonlyArray<Change>,
  guards: ReadonlyArray<Guard>
): ReadonlyArray<string> => {
  const untouched = model.rows.filter((one) => !changes.some((change) => isIn(one, change) && one.row.id === change.id))
  const written = changes.flatMap((change) => rowsAfter(model, change))
  const shares = (one: ModelRow, among: ReadonlyArray<ModelRow>) => among.some((other) => collides(one, other))
  const unfit = [
    ...guards.flatMap((guard) => failed(model, guard)),
    ...changes.flatMap((change) => misfit(model, change)),
    ...written.filter((one) => shares(one, [...untouched, ...written])).map((one) => `taken ${one.collection.name}`)
  ]
  if (unfit.length === 0) model.rows = [...untouched, ...written]
  // In a rejected commit, a key that another change would have freed may also be reported as taken.
  else unfit.push(...written.filter((one) => shares(one, model.rows)).map((one) => `taken ${one.collection.name}`))
  return unfit
}

export const versionOf = (model: Model, where: Place & { readonly id: string }): number | undefined =>
  rowAt(model, where)?.row.version

export const fieldOf = (body: Json, field: string): Json | undefined =>
  Object.entries(body ?? {}).find(([name]) => name === field)?.[1]

export const instantOf = ({ body }: Row, field: string | undefined): number | undefined => {
  const value = field === undefined ? undefined : fieldOf(body, field)
  return typeof value === "number" ? value : undefined
}

const rowAt = (model: Model, where: Place & { readonly id: string }): ModelRow | undefined =>
  model.rows.find((one) => isIn(one, where) && one.row.id === where.id)

const failed = (model: Model, guard: Guard): ReadonlyArray<string> => {
  switch (guard.guard) {
    case "before":
      return model.now >= guard.at ? ["late"] : []
    case "version":
      return (versionOf(model, guard) ?? 0) === guard.version ? [] : [`version ${guard.collection.name}`]
  }
}

const misfit = (model: Model, change: Change): ReadonlyArray<string> => {
  const version = versionOf(model, change)
  if (change.op === "insert") return version === undefined ? [] : [`taken ${change.collection.name}`]
  return version === change.version ? [] : [`version ${change.collection.name}`]
}

const rowsAfter = (model: Model, change: Change): ReadonlyArray<ModelRow> => {
  if (change.op === "remove") return []
  const { at, body, collection, environment, id } = change
  const old = rowAt(model, change)?.row
  const [version, createdAt] = [(old?.version ?? 0) + 1, old?.createdAt ?? at]
  const row = { environment, id, version, createdAt, updatedAt: at, body }
  return [{ collection, row, leasedUntil: Number.NEGATIVE_INFINITY }]
}

const textsOf = (model: Model, { environment }: Ref, { collection, field, id }: FieldOf): ReadonlyArray<string> => {
  const value = fieldOf(rowAt(model, { collection, environment, id })?.row.body ?? null, field)
  return typeof value === "string" ? [value] : []
}

const isIn = ({ collection, row }: ModelRow, where: Place): boolean =>
  collection.name === where.collection.name && row.environment === where.environment

const has = ({ body }: Row, fields: ReadonlyArray<string>, values: ReadonlyArray<string>): boolean =>
  fields.length === values.length && fields.every((field, at) => fieldOf(body, field) === values[at])

const collides = (one: ModelRow, other: ModelRow): boolean =>
  one.row.id !== other.row.id &&
  isIn(one, { collection: other.collection, environment: other.row.environment }) &&
  Object.values(one.collection.unique).some((fields) =>
    fields.every((field) => {
      const value = fieldOf(one.row.body, field)
      return value !== undefined && value !== null && value === fieldOf(other.row.body, field)
    })
  )

type Position = Pick<Row, "createdAt" | "id">

export const newestFirst = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const oldestFirst = (a: Position, b: Position): number => newestFirst(b, a)
