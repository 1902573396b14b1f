import type { Declaration, EnvironmentKey, Json } from "@countersign/core"
import { textsOf } from "./fields.ts"

/**
 * What the database digests to the address of a unique key or an index: JSON text of an array, so that no two sequences
 * of texts are spelled alike. The environment is part of it (I9).
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

/**
 * The front of a spelled index, to which `,value` for each value and a closing bracket are added. Without the name of an
 * index it is the list of all records of the environment.
 */
export const spelledIndex = (collection: Declaration, environment: EnvironmentKey, index?: string): string => {
  if (index !== undefined) requireDeclared(collection, collection.indexes, index)
  const front = [collection.name, environment, ...(index === undefined ? [] : [index])]
  return JSON.stringify(front).slice(0, -1)
}

/** Every unique key that a body has. */
export const keysOf = (collection: Declaration, environment: EnvironmentKey, body: Json): ReadonlyArray<string> =>
  spelledOf(collection, environment, body, collection.unique)

/** Every list that a body stands in: that of all, and those of its indexes. */
export const entriesOf = (collection: Declaration, environment: EnvironmentKey, body: Json): ReadonlyArray<string> => [
  JSON.stringify([collection.name, environment]),
  ...spelledOf(collection, environment, body, collection.indexes)
]

const spelledOf = (
  collection: Declaration,
  environment: EnvironmentKey,
  body: Json,
  declared: Declaration["unique"]
): ReadonlyArray<string> =>
  Object.entries(declared).flatMap(([name, fields]) => {
    const texts = textsOf(body, fields)
    return texts === undefined ? [] : [JSON.stringify([collection.name, environment, name, ...texts])]
  })

const requireDeclared = (collection: Declaration, declared: object, name: string): void => {
  if (!Object.hasOwn(declared, name)) {
    throw new Error(`postgres: the collection ${collection.name} declares no ${JSON.stringify(name)}`)
  }
}
