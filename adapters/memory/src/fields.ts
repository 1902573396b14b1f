import type { Json } from "@countersign/core"
import type { Schema } from "effect"

/** The text of a top-level field: a string as it is, anything else as JSON. A body lacks a field that is null. */
export const textOf = (body: Json, field: string): string | undefined => {
  const value = valueOf(body, field)
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The millisecond in a top-level field; a record without one waits for nothing. */
export const instantOf = (body: Json, field: string | undefined): number | undefined => {
  const value = field === undefined ? undefined : valueOf(body, field)
  return typeof value === "number" ? value : undefined
}

/**
 * The body as any store would give it back: through JSON text, so that a codec's slip shows here too and not first in a
 * database. Nobody shares it and nobody can change it, so every read hands out this one copy: writes pay, reads do not.
 */
export const keptBody = (body: Json): Json => {
  const copy: Json = JSON.parse(JSON.stringify(body))
  freeze(copy)
  return copy
}

const valueOf = (body: Json, field: string): Json | undefined =>
  isObject(body) && Object.hasOwn(body, field) ? body[field] : undefined

const isObject = (json: Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const freeze = (json: Json): void => {
  if (typeof json !== "object" || json === null) return
  for (const inner of Object.values(json)) freeze(inner)
  Object.freeze(json)
}
