import type { ClaimOnly, Declaration, Millis, Row } from "@countersign/core"
import { queueAddress, recordAddress } from "./addresses.ts"
import { meet } from "./meet.ts"
import type { Place } from "./places.ts"
import type { World } from "./World.ts"

/**
 * Leases what is due, longest due first. A lease is over at the very millisecond it ends (I10). The version grows, so
 * that a worker whose lease ran out cannot write over the next one's work; the content does not, so updatedAt stays.
 */
export const claimDue = (
  world: World,
  collection: Declaration,
  now: Millis,
  lease: Millis,
  limit: number,
  only?: ClaimOnly
): ReadonlyArray<Row> => {
  meet(world, collection)
  const claimed: Array<Row> = []
  const queue = world.lists.get(queueAddress(collection, "due")) ?? []
  for (const { rank, record } of only === undefined ? queue : named(world, collection, only)) {
    if (rank > (only?.dueBy ?? now) || claimed.length >= limit) break
    const kept = world.records.get(record)
    if (kept === undefined || now < kept.leasedUntil) continue
    const row = Object.freeze({ ...kept.row, version: kept.row.version + 1 })
    world.records.set(record, { ...kept, row, leasedUntil: now + lease })
    claimed.push(row)
  }
  return claimed
}

/** Where the named records stand in the queue, longest due first. */
const named = (world: World, collection: Declaration, { environment, ids }: ClaimOnly): ReadonlyArray<Place> => {
  const queue = queueAddress(collection, "due")
  return [...new Set(ids)]
    .flatMap((id) => world.records.get(recordAddress(collection, environment, id))?.places ?? [])
    .filter(({ list }) => list === queue)
    .toSorted((one, other) => one.rank - other.rank)
}
