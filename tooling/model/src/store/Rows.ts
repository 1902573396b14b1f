import type { Declaration, EnvironmentKey, Row } from "@countersign/core"
import { numbered } from "../numbered.ts"

/** A row of a collection. Equal rows are one object with one number, so that states are compared by numbers. */
export interface Kept {
  readonly number: number
  readonly collection: Declaration
  readonly address: string
  readonly row: Row
}

/** All that is stored at one moment, by address. A commit changes none of it: it makes another. */
export type Rows = ReadonlyMap<string, Kept>

export const addressOf = (collection: Declaration, environment: EnvironmentKey, id: string): string =>
  `${collection.name} ${environment} ${id}`

/** What a store would give back of a row: through JSON text, and the same object for the same row. */
export const kept = (collection: Declaration, row: Row): Kept => {
  const text = JSON.stringify(row)
  const number = numberOf(`${collection.name} ${text}`)
  const before = known.get(number)
  if (before !== undefined) return before
  const copy: Row = JSON.parse(text)
  const made = { number, collection, address: addressOf(collection, row.environment, row.id), row: copy }
  known.set(number, made)
  return made
}
const numberOf = numbered()
const known = new Map<number, Kept>()

/** Two stores that hold the same are spelled the same, in whatever order it was written. */
export const spelledRows = (rows: Rows): string => {
  const numbers = Array.from(rows.values(), ({ number }) => number)
  return numbers.sort((one, other) => one - other).join(",")
}
