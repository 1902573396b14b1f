import { createHash } from "node:crypto"

/** SQL with numbered parameters. The name stands for the text, and for no other: a pooler may give it to anyone. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** A statement whose text is always the same: the values of each call make it whole. */
export const fixed = (text: string): ((...values: ReadonlyArray<unknown>) => Statement) => {
  const name = nameOf(text)
  return (...values) => ({ name, text, values })
}

const nameOf = (text: string): string => `countersign_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`

/** The parameters of a function that takes a list of each of these types. */
export const arrays = (types: ReadonlyArray<string>): string =>
  types.map((type, nth) => `$${nth + 1}::${type}[]`).join(", ")

/** Rows as columns: a list goes to the database as an array for each of its fields. */
export const columnsOf = (
  width: number,
  rows: ReadonlyArray<ReadonlyArray<unknown>>
): ReadonlyArray<ReadonlyArray<unknown>> => Array.from({ length: width }, (_, nth) => rows.map((row) => row[nth]))
