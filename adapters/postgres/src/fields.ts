import type { Json } from "@countersign/core"
import type { Schema } from "effect"

/** The texts of all the fields: a string as it is, anything else as JSON. Undefined where the body lacks one of them. */
export const textsOf = (body: Json, fields: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const texts = fields.flatMap((field) => textOf(body, field) ?? [])
  return texts.length === fields.length ? texts : undefined
}

/** The first whole millisecond that the instant in a field allows; a record without one waits for nothing. */
export const instantOf = (body: Json, field: string | undefined): number | null => {
  const value = field === undefined ? undefined : valueOf(body, field)
  if (typeof value !== "number") return null
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER))
}

/** A body lacks a field that is null. */
const textOf = (body: Json, field: string): string | undefined => {
  const value = valueOf(body, field)
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : JSON.stringify(value)
}

const valueOf = (body: Json, field: string): Json | undefined =>
  isObject(body) && Object.hasOwn(body, field) ? body[field] : undefined

const isObject = (json: Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
