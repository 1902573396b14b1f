import { hash } from "node:crypto"
import type { Declaration, EnvironmentKey, Json } from "@countersign/core"
import { recent } from "@countersign/wire"
import { textsOf } from "./fields.ts"

/** The digest of what is spelled, as a bytea. The schema's own function `address` answers the same. */
export const address = (spelled: string): string => {
  const known = addresses.get(spelled)
  if (known !== undefined) return known
  const made = `\\x${hash("sha256", spelled)}`
  addresses.set(spelled, made)
  return made
}

/** The two legs of a call ask for the same lists, and so does whoever comes back. At most a megabyte or two. */
const addresses = recent<string>(2048)

/**
 * What is digested to the address of a unique key or an index: JSON text of an array, so that no two sequences of texts
 * are spelled alike. The environment is part of it (I9).
 */
export const spelledKey = (
  collection: Declaration,
  environment: EnvironmentKey,
  key: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.unique, key)
  return JSON.stringify([collection.name, environment, key, ...values])
}

/** The same for an index. */
export const spelledIndex = (
  collection: Declaration,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.indexes, index)
  return JSON.stringify([collection.name, environment, index, ...values])
}

/** Every unique key that a body has. */
export const keysOf = (collection: Declaration, environment: EnvironmentKey, body: Json): ReadonlyArray<string> =>
  addressesOf(collection, environment, body, collection.unique)

/** Every list that a body stands in. */
export const entriesOf = (collection: Declaration, environment: EnvironmentKey, body: Json): ReadonlyArray<string> =>
  addressesOf(collection, environment, body, collection.indexes)

const addressesOf = (
  collection: Declaration,
  environment: EnvironmentKey,
  body: Json,
  declared: Declaration["unique"]
): ReadonlyArray<string> =>
  Object.entries(declared).flatMap(([name, fields]) => {
    const texts = textsOf(body, fields)
    return texts === undefined ? [] : [address(JSON.stringify([collection.name, environment, name, ...texts]))]
  })

const requireDeclared = (collection: Declaration, declared: object, name: string): void => {
  if (!Object.hasOwn(declared, name)) {
    throw new Error(`postgres: the collection ${collection.name} declares no ${JSON.stringify(name)}`)
  }
}
