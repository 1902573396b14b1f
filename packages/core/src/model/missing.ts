import type { Schema } from "effect"

type Json = Schema.Json

/** Which of these paths lead nowhere in a value: `businessInfo.taxId` where there is none. */
export const missing = (value: Json, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => isAbsent(path.split(".").reduce<Json | undefined>(fieldOf, value)))

const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const isJsonObject = (value: Json | undefined): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isAbsent = (value: Json | undefined): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)
