import { type Change, Conflict, type Guard, type Millis } from "@countersign/core"
import { recordAddress } from "./addresses.ts"
import { type Draft, draftOf } from "./draft.ts"
import { failedGuard, unfitChange } from "./guards.ts"
import { meet } from "./meet.ts"
import { type World, write } from "./World.ts"

/**
 * Judges, then writes; whatever throws or conflicts does so before the first write. The conflict is the first there is:
 * guards as given, changes as given, then unique keys.
 */
export const commit = (
  world: World,
  now: Millis,
  changes: ReadonlyArray<Change>,
  guards: ReadonlyArray<Guard>
): Conflict | undefined => {
  for (const { collection } of changes) meet(world, collection)
  const addresses = addressesOf(changes)
  const conflict =
    first(guards, (guard) => failedGuard(world, now, guard)) ??
    first([...addresses], ([address, change]) => unfitChange(world, change, address))
  if (conflict !== undefined) return conflict

  const drafts = Array.from(addresses, ([address, change]) => draftOf(world, change, address))
  const taken = takenKey(world, drafts)
  if (taken !== undefined) return taken

  for (const { address, from, to } of drafts) write(world, address, from, to)
  return undefined
}

/** Unique keys are judged over what the commit would leave behind. */
const takenKey = (world: World, drafts: ReadonlyArray<Draft>): Conflict | undefined => {
  const givenUp = new Set(drafts.flatMap(({ from }) => from?.keys ?? []))
  const claimed = new Set<string>()
  return first(drafts, ({ collection, to }) => {
    for (const key of to?.keys ?? []) {
      if (claimed.has(key) || (world.uniques.has(key) && !givenUp.has(key))) {
        return new Conflict({ because: "taken", collection })
      }
      claimed.add(key)
    }
    return undefined
  })
}

/** Each by its address. Changes happen at once, not one after another: two to one record have no meaning, and throw. */
const addressesOf = (changes: ReadonlyArray<Change>): ReadonlyMap<string, Change> => {
  const addresses = new Map<string, Change>()
  for (const change of changes) {
    const { collection, environment, id } = change
    const address = recordAddress(collection, environment, id)
    if (addresses.has(address)) throw new Error(`memory: one commit changes a record of ${collection.name} twice`)
    addresses.set(address, change)
  }
  return addresses
}

const first = <A>(items: ReadonlyArray<A>, judge: (item: A) => Conflict | undefined): Conflict | undefined => {
  for (const item of items) {
    const conflict = judge(item)
    if (conflict !== undefined) return conflict
  }
  return undefined
}
