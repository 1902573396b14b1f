import type { EnvironmentKey, Json, Row } from "@countersign/core"
import { fromColumn } from "./ids.ts"
import type { Answer } from "./Pool.ts"

/** The columns of a row, as text. A host may have told its driver to read numbers in another way. */
export const columns = [
  "environment",
  "id",
  "version::text as version",
  "created_at::text as created_at",
  "updated_at::text as updated_at",
  "body"
].join(", ")

/** The environment need not be a column where the caller named it. */
export const rowOf = (columns: Answer["rows"][number], environment?: EnvironmentKey): Row => {
  const text = (name: string): string => columns[name] ?? ""
  const body: Json = JSON.parse(text("body"))
  return {
    environment: environment ?? environmentOf(text("environment")),
    id: fromColumn(text("id")),
    version: Number(text("version")),
    createdAt: Number(text("created_at")),
    updatedAt: Number(text("updated_at")),
    body
  }
}

const environmentOf = (text: string): EnvironmentKey => {
  if (isEnvironmentKey(text)) return text
  throw new Error("postgres: a record stands in no environment")
}

const isEnvironmentKey = (text: string): text is EnvironmentKey =>
  text.startsWith("sandbox/") || text.startsWith("production/")
