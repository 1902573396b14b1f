import type { EnvironmentKey, Json, Row } from "@countersign/core"
import { recent } from "@countersign/wire"
import { fromColumn } from "./ids.ts"
import type { Answer } from "./Pool.ts"

/**
 * A row whose columns are all text: a host may have told its driver to read numbers in another way. The environment need
 * not be a column where the caller named it.
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
 * What a text says is read once while it comes again and again, as that of a session does in both legs of a call; who
 * reads a body of core's collections remembers what it made of it.
 */
const bodyOf = (text: string): Json => {
  const known = bodies.get(text)
  if (known !== undefined) return known.body
  const body: Json = JSON.parse(text)
  // The longest are signed requests, which come once more at the most.
  if (text.length < LONG) {
    freeze(body)
    bodies.set(text, { body })
  }
  return body
}

/** One copy for everybody: nobody can change what another reads. */
const freeze = (json: Json): void => {
  if (typeof json !== "object" || json === null) return
  for (const inner of Object.values(json)) freeze(inner)
  Object.freeze(json)
}

const LONG = 1024
/** At most some eight megabytes. */
const bodies = recent<{ readonly body: Json }>(2048)

const environmentOf = (text: string): EnvironmentKey => {
  if (isEnvironmentKey(text)) return text
  throw new Error("postgres: a record stands in no environment")
}

const isEnvironmentKey = (text: string): text is EnvironmentKey =>
  text.startsWith("sandbox/") || text.startsWith("production/")
