import type { Declaration, Millis, Row } from "@countersign/core"
import { queueAddress } from "./addresses.ts"
import { meet } from "./meet.ts"
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
  limit: number
): ReadonlyArray<Row> => {
  meet(world, collection)
  const claimed: Array<Row> = []
  for (const { rank, record } of world.lists.get(queueAddress(collection, "due")) ?? []) {
    if (rank > now || claimed.length >= limit) break
    const kept = world.records.get(record)
    if (kept === undefined || now < kept.leasedUntil) continue
    const row = Object.freeze({ ...kept.row, version: kept.row.version + 1 })
    world.records.set(record, { ...kept, row, leasedUntil: now + lease })
    claimed.push(row)
  }
  return claimed
}
