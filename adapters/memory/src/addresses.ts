import type { Declaration, EnvironmentKey } from "@countersign/core"

/** Where a record is kept. */
export const recordAddress = (collection: Declaration, environment: EnvironmentKey, id: string): string =>
  spell("record", collection.name, environment, id)

/** Where the holder of a unique key is kept. A key that is not declared is a mistake of the program, and throws. */
export const uniqueAddress = (
  collection: Declaration,
  environment: EnvironmentKey,
  key: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.unique, key)
  return spell("unique", collection.name, environment, key, ...values)
}

/** Where the list behind an index is kept. An index that is not declared is a mistake of the program, and throws. */
export const indexAddress = (
  collection: Declaration,
  environment: EnvironmentKey,
  index: string,
  values: ReadonlyArray<string>
): string => {
  requireDeclared(collection, collection.indexes, index)
  return spell("index", collection.name, environment, index, ...values)
}

/** Where the records of every environment wait, in order of the declared field. */
export const queueAddress = (collection: Declaration, queue: "due" | "expiry"): string => spell(queue, collection.name)

/** JSON text of an array: no two sequences of texts are spelled alike, whatever the texts contain. */
export const spell = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const requireDeclared = (collection: Declaration, declared: object, name: string): void => {
  if (!Object.hasOwn(declared, name)) {
    throw new Error(`memory: the collection ${collection.name} declares no ${JSON.stringify(name)}`)
  }
}
