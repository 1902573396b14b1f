import type { EnvironmentKey, Json, Row } from "@countersign/core"
import { recent } from "@countersign/wire"
import { fromColumn } from "./ids.ts"
import type { Answer } from "./Pool.ts"

/**
 * Parses a row from columns that are all text, so that type parsers of the host's driver do not affect it. Reads the
 * environment from its column unless the caller passes it.
 */
export const rowOf = (columns: Answer["rows"][number], environment?: EnvironmentKey): Row => {
  const text = (name: string): string => columns[name] ?? ""
  return {
    environment: environment ?? environmentOf(text("environment")),
    id: fromColumn(text("id")),
    version: Number(text("version")),
    createdAt: Number(text("created_at")),
    updatedAt: Number(text("updated_at")),
    body: bodyOf(text("body"))
  }
}

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
