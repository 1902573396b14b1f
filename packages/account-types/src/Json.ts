/** A value of JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** An object of JSON. */
export interface JsonObject {
  readonly [field: string]: Json
}

/** True for an object among the values of JSON. */
export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
