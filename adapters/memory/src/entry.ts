import type { Declaration, Row } from "@countersign/core"
import { indexAddress, queueAddress, spell, uniqueAddress } from "./addresses.ts"
import { instantOf, textOf } from "./fields.ts"
import type { Place } from "./places.ts"
import type { Entry } from "./World.ts"

/** A row with the unique keys and the lists that its collection's declaration gives it. */
export const entryOf = (collection: Declaration, row: Row, address: string): Entry => ({
  row,
  keys: keysOf(collection, row),
  places: placesOf(collection, row, address)
})

const keysOf = (collection: Declaration, row: Row): ReadonlyArray<string> =>
  Object.entries(collection.unique).flatMap(([key, fields]) => {
    const values = textsOf(row, fields)
    return values === undefined ? [] : [uniqueAddress(collection, row.environment, key, values)]
  })

const placesOf = (collection: Declaration, row: Row, record: string): ReadonlyArray<Place> => {
  const listed = (list: string): Place => ({ list, rank: row.createdAt, name: row.id, record })
  const queued = (queue: "due" | "expiry"): ReadonlyArray<Place> => {
    const rank = instantOf(row.body, collection[queue])
    const name = spell(row.id, row.environment)
    return rank === undefined ? [] : [{ list: queueAddress(collection, queue), rank, name, record }]
  }
  const indexed = Object.entries(collection.indexes).flatMap(([index, fields]) => {
    const values = textsOf(row, fields)
    return values === undefined ? [] : [listed(indexAddress(collection, row.environment, index, values))]
  })
  return [...indexed, ...queued("due"), ...queued("expiry")]
}

/** The texts of all the fields, or undefined where the body lacks one of them. */
const textsOf = (row: Row, fields: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const texts = fields.flatMap((field) => textOf(row.body, field) ?? [])
  return texts.length === fields.length ? texts : undefined
}
