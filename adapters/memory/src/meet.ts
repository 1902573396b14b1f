import type { Declaration } from "@countersign/core"
import type { World } from "./World.ts"

/**
 * Takes note of a collection at its first use. Another declaration under the same name would find nothing of what was
 * written before it: a mistake of the program, which throws.
 */
export const meet = (world: World, collection: Declaration): void => {
  const known = world.declarations.get(collection.name)
  if (known === undefined) world.declarations.set(collection.name, collection)
  else if (known !== collection && spelled(known) !== spelled(collection)) {
    throw new Error(`memory: two different collections are named ${JSON.stringify(collection.name)}`)
  }
}

const spelled = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])
