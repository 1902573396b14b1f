import { type Declaration, isOver, type Millis } from "@countersign/core"
import { queueAddress } from "./addresses.ts"
import { meet } from "./meet.ts"
import { type World, write } from "./World.ts"

/** Removes what has expired, longest expired first; `limit` counts over all the collections together. */
export const sweep = (world: World, collections: ReadonlyArray<Declaration>, now: Millis, limit: number): number => {
  let removed = 0
  for (const collection of collections) {
    meet(world, collection)
    const queue = world.lists.get(queueAddress(collection, "expiry")) ?? []
    for (const { rank, record } of queue.slice(0, limit - removed)) {
      const kept = world.records.get(record)
      if (kept === undefined || !isOver(rank, now)) break
      write(world, record, kept, undefined)
      removed += 1
    }
  }
  return removed
}
