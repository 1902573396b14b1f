import type { EnvironmentKey, Json, Row } from "@countersign/core"
import type { Schema } from "@countersign/core/effect"
import { recent } from "@countersign/wire"
import type { Answer } from "./Pool.ts"

/**
 * Parses a row from columns that are all text, so that type parsers of the host's driver do not affect it. Reads the
 * environment from its column unless the caller passes it.
 */
export const rowOf = (columns: Answer["rows"][number], environment?: EnvironmentKey): Row => ({
  environment: environment ?? environmentOf(columns.environment ?? ""),
  id: fromColumn(columns.id ?? ""),
  version: Number(columns.version),
  createdAt: Number(columns.created_at),
  updatedAt: Number(columns.updated_at),
  body: bodyOf(columns.body ?? "")
})

/**
 * Parses a body. An LRU cache returns the same frozen object for the same text, because bodies such as sessions are
 * read by many calls, and core caches the decoded form per object.
 */
export const bodyOf = (text: string): Json => {
  const known = bodies.get(text)
  if (known !== undefined) return known.body
  const body: Json = JSON.parse(text)
  // Long bodies are signed requests, which are read at most once more, so they are not cached.
  if (text.length < LONG) {
    freeze(body)
    bodies.set(text, { body })
  }
  return body
}

/** Freezes a body deeply, because all callers share the cached object. */
const freeze = (json: Json): void => {
  if (typeof json !== "object" || json === null) return
  for (const inner of Object.values(json)) freeze(inner)
  Object.freeze(json)
}

const LONG = 1024
/** At most about 8 MB. */
const bodies = recent<{ readonly body: Json }>(2048)

const environmentOf = (text: string): EnvironmentKey => {
  if (isEnvironmentKey(text)) return text
  throw new Error("postgres: a record has an invalid environment")
}

const isEnvironmentKey = (text: string): text is EnvironmentKey =>
  text.startsWith("sandbox/") || text.startsWith("production/")

/**
 * Encodes an id for a text column. PostgreSQL text cannot contain NUL or unpaired surrogates, so an id with one of them
 * is stored as JSON behind a marker. `fromColumn` decodes both forms.
 */
export const toColumn = (id: string): string =>
  id.startsWith(MARK) || id.includes("\0") || /\p{Cs}/u.test(id) ? MARK + JSON.stringify(id) : id

export const fromColumn = (text: string): string => {
  if (!text.startsWith(MARK)) return text
  const id: unknown = JSON.parse(text.slice(MARK.length))
  return String(id)
}

const MARK = "\u0001"

/**
 * Returns the values of the fields as text: a string unchanged, others as JSON. Undefined if a field is missing or null.
 */
export const textsOf = (body: Json, fields: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const texts: Array<string> = []
  for (const field of fields) {
    const value = valueOf(body, field)
    if (value === undefined || value === null) return undefined
    texts.push(typeof value === "string" ? value : JSON.stringify(value))
  }
  return texts
}

/** Returns the instant in a field, rounded up to whole milliseconds. Null if the field is not a number. */
export const instantOf = (body: Json, field: string | undefined): number | null => {
  const value = field === undefined ? undefined : valueOf(body, field)
  if (typeof value !== "number") return null
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER))
}

const valueOf = (body: Json, field: string): Json | undefined =>
  isObject(body) && Object.hasOwn(body, field) ? body[field] : undefined

const isObject = (json: Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
