import { hash } from "node:crypto"
import type { Change, Declaration, EnvironmentKey, Json } from "@countersign/core"
import type { Schema } from "@countersign/core/effect"
import { recent } from "@countersign/wire"

/** Returns the SHA-256 of the text as a bytea literal. The SQL function `address` of the schema returns the same. */
export const address = (text: string): string => {
  const known = addresses.get(text)
  if (known !== undefined) return known
  const made = `\\x${hash("sha256", text)}`
  addresses.set(text, made)
  return made
}

/** An LRU cache: repeated calls of a client use the same addresses. It takes at most about 2 MB. */
const addresses = recent<string>(2048)

/**
 * The place of a record: a text that is unique to it, because names of collections and environments contain no NUL.
 */
export const placeOf = ({ collection, environment, id }: Pick<Change, "collection" | "environment" | "id">): string =>
  `${collection.name}\0${environment}\0${id}`

/**
 * The text whose digest is the address of a unique key. It is a JSON array, so different values never produce the same
 * text, and it includes the environment (I9). Throws if the collection does not declare the key.
 */
export const keyAddress = (
  collection: Declaration,
  environment: EnvironmentKey,
  key: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.unique, key)
  return JSON.stringify([collection.name, environment, key, ...values])
}

/** The text whose digest is the address of an index. Throws if the collection does not declare the index. */
export const indexAddress = (
  collection: Declaration,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.indexes, index)
  return JSON.stringify([collection.name, environment, index, ...values])
}

/** The addresses under which a body is found by its unique keys, or by its indexes. */
export const addressesOf = (
  collection: Declaration,
  environment: EnvironmentKey,
  body: Json,
  declared: Declaration["unique"]
): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const [name, fields] of Object.entries(declared)) {
    const texts = textsOf(body, fields)
    if (texts !== undefined) found.push(address(JSON.stringify([collection.name, environment, name, ...texts])))
  }
  return found
}

const requireDeclared = (collection: Declaration, declared: object, name: string): void => {
  if (!Object.hasOwn(declared, name)) {
    throw new Error(`postgres: the collection ${collection.name} has no key or index ${JSON.stringify(name)}`)
  }
}

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
