import { createHash } from "node:crypto"

/**
 * SQL with numbered parameters. The name is derived from the text, so statements of several clients that share a
 * connection through a pooler cannot collide.
 */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** Returns a function that builds a statement with this constant text from the parameter values of each call. */
export const fixed = (text: string): ((...values: ReadonlyArray<unknown>) => Statement) => {
  const name = nameOf(text)
  return (...values) => ({ name, text, values })
}

const nameOf = (text: string): string => `countersign_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`

/** The parameter list of a function that takes one array of each type, as SQL. */
export const arrays = (types: ReadonlyArray<string>): string =>
  types.map((type, nth) => `$${nth + 1}::${type}[]`).join(", ")

/** Transposes rows to columns, because the database receives a list as one array per field. */
export const columnsOf = (
  width: number,
  rows: ReadonlyArray<ReadonlyArray<unknown>>
): ReadonlyArray<ReadonlyArray<unknown>> => Array.from({ length: width }, (_, nth) => rows.map((row) => row[nth]))
