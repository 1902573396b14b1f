import type { Declaration } from "@countersign/core"
import { type Table, tableOf } from "./table.ts"

/** Returns the table of a collection. */
export type Tables = (collection: Declaration) => Table

/**
 * Registers each collection at its first use. Throws if another declaration has the same name, because its lookups
 * would not find the records that were written under the first.
 */
export const tablesIn = (schema: string): Tables => {
  const met = new Map<string, Table>()
  return (collection) => {
    const known = met.get(collection.name)
    if (known === undefined) {
      const made = tableOf(schema, collection)
      met.set(collection.name, made)
      return made
    }
    if (known.collection !== collection && text(known.collection) !== text(collection)) {
      throw new Error(`postgres: two different collections are named ${JSON.stringify(collection.name)}`)
    }
    return known
  }
}

const text = ({ due, expiry, indexes, prefix, prefixes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due, prefix, prefixes])
