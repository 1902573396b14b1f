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
  requireDistinct(changes)
  const conflict =
    first(guards, (guard) => failedGuard(world, now, guard)) ?? first(changes, (change) => unfitChange(world, change))
  if (conflict !== undefined) return conflict

  const drafts = changes.map((change) => draftOf(world, change))
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

/** Changes happen at once, not one after another: two to one record have no meaning, and throw. */
const requireDistinct = (changes: ReadonlyArray<Change>): void => {
  const seen = new Set<string>()
  for (const { collection, environment, id } of changes) {
    const address = recordAddress(collection, environment, id)
    if (seen.has(address)) throw new Error(`memory: one commit changes a record of ${collection.name} twice`)
    seen.add(address)
  }
}

const first = <A>(items: ReadonlyArray<A>, judge: (item: A) => Conflict | undefined): Conflict | undefined => {
  for (const item of items) {
    const conflict = judge(item)
    if (conflict !== undefined) return conflict
  }
  return undefined
}
