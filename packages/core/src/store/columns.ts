import type { Schema } from "effect"

type Json = Schema.Json
/** The fields of the keys or indexes of a collection, by name. */
type Keys = { readonly [name: string]: ReadonlyArray<string> }

/** The fields of all unique keys and indexes of a collection, each once: the columns of its records beside the body. */
export const fieldsOf = ({ indexes, unique }: Record<"indexes" | "unique", Keys>): ReadonlyArray<string> => [
  ...new Set([...Object.values(unique), ...Object.values(indexes)].flat())
]

/**
 * The text of a field in keys and indexes: a string as it is, any other value as JSON. Undefined if the field is missing
 * or null, which exempts the record from the keys and indexes with the field.
 */
export const textOf = (body: Json, field: string): string | undefined => {
  const value = valueOf(body, field)
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The instant in a field, rounded up to whole milliseconds. Undefined if the field is not a number. */
export const instantOf = (body: Json, field: string): number | undefined => {
  const value = valueOf(body, field)
  if (typeof value !== "number") return undefined
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER))
}

/** An own field of a body that is an object. */
export const valueOf = (body: Json | undefined, field: string): Json | undefined =>
  isObject(body) && Object.hasOwn(body, field) ? body[field] : undefined

export const isObject = (json: Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
