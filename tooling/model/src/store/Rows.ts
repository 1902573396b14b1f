import {
  Collection,
  type Declaration,
  type EnvironmentKey,
  type FieldOf,
  type Query,
  type Ref,
  type Row
} from "@countersign/core"
import { numbered, remembered } from "../remembered.ts"

/** A row of a collection. Equal rows are the same object with the same number, so states are compared by numbers. */
export interface StoredRow {
  readonly number: number
  readonly collection: Declaration
  readonly address: string
  readonly row: Row
}

/** All rows at one moment, by address. Immutable: a commit creates a new map. */
export type Rows = ReadonlyMap<string, StoredRow>

export const addressOf = (collection: Declaration, environment: EnvironmentKey, id: string): string =>
  `${collection.name} ${environment} ${id}`

/** A row as a store would return it, after a round trip through JSON text. Equal rows give the same object. */
export const storedRow = (collection: Declaration, row: Row): StoredRow => {
  const text = JSON.stringify(row)
  const number = numberOf(`${collection.name} ${text}`)
  const address = addressOf(collection, row.environment, row.id)
  return known(number, () => ({ number, collection, address, row: JSON.parse(text) }))
}
const numberOf = numbered()
const known = remembered<number, StoredRow>()

export const rowsOf = (rows: ReadonlyArray<StoredRow>): Rows => new Map(rows.map((row) => [row.address, row]))

/** A key that is equal for stores with equal rows, in any order. */
export const encodedRows = (rows: Rows): string => {
  const numbers = Array.from(rows.values(), ({ number }) => number)
  return numbers.sort((one, other) => one - other).join(",")
}

/** The rows that one ref of a `load` finds. */
export const read = (rows: Rows, ref: Ref): ReadonlyArray<StoredRow> => {
  switch (ref.by) {
    case "id":
      return rowsAt(rows, ref.collection, ref.environment, ref.id)
    case "unique":
      return matching(rows, ref, fieldsOf(ref.collection.unique, ref.key), ref.values)
    case "index": {
      const values = ref.values.flatMap((value) =>
        typeof value === "string" ? [value] : fieldOf(rows, ref.environment, value)
      )
      if (values.length < ref.values.length) return []
      return page(rows, { ...ref, index: { name: ref.index, values } })
    }
  }
}

/** A page of rows, newest or oldest first, after a position. */
export const page = (rows: Rows, { after, index, limit, order, ...where }: Query): ReadonlyArray<StoredRow> => {
  const found = [...matching(rows, where, fieldsOf(where.collection.indexes, index.name), index.values)]
  const way = order === "oldest" ? 1 : -1
  const compared = (one: Position, other: Position) =>
    way * (one.createdAt - other.createdAt || (one.id < other.id ? -1 : Number(one.id > other.id)))
  return found
    .sort((one, other) => compared(one.row, other.row))
    .filter(({ row }) => after === undefined || compared(row, after) > 0)
    .slice(0, limit)
}

interface Position {
  readonly createdAt: number
  readonly id: string
}

/** The rows of a collection whose fields have these texts. */
export const matching = (
  rows: Rows,
  { collection, environment }: { readonly collection: Declaration; readonly environment: EnvironmentKey },
  fields: ReadonlyArray<string>,
  values: ReadonlyArray<string>
): ReadonlyArray<StoredRow> =>
  [...rows.values()].filter(
    ({ collection: { name }, row }) =>
      name === collection.name &&
      row.environment === environment &&
      fields.every((field, position) => Collection.textOf(row.body, field) === values[position])
  )

const fieldOf = (rows: Rows, environment: EnvironmentKey, { collection, field, id }: FieldOf): ReadonlyArray<string> =>
  rowsAt(rows, collection, environment, id).flatMap(({ row }) => Collection.textOf(row.body, field) ?? [])

const rowsAt = (
  rows: Rows,
  collection: Declaration,
  environment: EnvironmentKey,
  id: string
): ReadonlyArray<StoredRow> => {
  const found = rows.get(addressOf(collection, environment, id))
  return found === undefined ? [] : [found]
}

/** An undeclared index is a programming error and throws. */
const fieldsOf = (declared: Declaration["indexes"], name: string): ReadonlyArray<string> => {
  const fields = declared[name]
  if (fields === undefined) throw new Error(`model: no ${JSON.stringify(name)} is declared`)
  return fields
}
