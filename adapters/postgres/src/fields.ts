import type { Json } from "@countersign/core"
import type { Schema } from "@countersign/core/effect"

/** Returns the values of the fields as text: a string unchanged, others as JSON. Undefined if a field is missing. */
export const textsOf = (body: Json, fields: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const texts = fields.flatMap((field) => textOf(body, field) ?? [])
  return texts.length === fields.length ? texts : undefined
}

/** Returns the instant in a field, rounded up to whole milliseconds. Null if the field is not a number. */
export const instantOf = (body: Json, field: string | undefined): number | null => {
  const value = field === undefined ? undefined : valueOf(body, field)
  if (typeof value !== "number") return null
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER))
}

/** Treats a field that is null as missing. */
const textOf = (body: Json, field: string): string | undefined => {
  const value = valueOf(body, field)
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : JSON.stringify(value)
}

const valueOf = (body: Json, field: string): Json | undefined =>
  isObject(body) && Object.hasOwn(body, field) ? body[field] : undefined

const isObject = (json: Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
