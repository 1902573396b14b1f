import type { Declaration } from "@countersign/core"

/**
 * Takes note of each collection at its first use. Another declaration under the same name would find nothing of what was
 * written before it: a mistake of the program, which throws.
 */
export const declarations = () => {
  const met = new Map<string, Declaration>()
  return (collection: Declaration): void => {
    const known = met.get(collection.name)
    if (known === undefined) met.set(collection.name, collection)
    else if (known !== collection && spelled(known) !== spelled(collection)) {
      throw new Error(`postgres: two different collections are named ${JSON.stringify(collection.name)}`)
    }
  }
}

const spelled = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])
