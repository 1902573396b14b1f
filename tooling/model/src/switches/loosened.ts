import type { Change, Write } from "@countersign/core/internal"
import { addressOf, type Rows } from "../store/Rows.ts"

/** The plan without its guards on versions of a collection. */
export const unguarded = (plan: Write, collection: string): Write => ({
  ...plan,
  guards: plan.guards.filter((guard) => guard.guard !== "version" || guard.collection.name !== collection)
})

/** The plan, writing the records of a collection whatever their version has become. */
export const blindly = (plan: Write, collection: string, rows: Rows): Write => ({
  ...plan,
  changes: plan.changes.map((change) => (change.collection.name === collection ? atAnyVersion(change, rows) : change))
})

const atAnyVersion = (change: Change, rows: Rows): Change => {
  const found = rows.get(addressOf(change.collection, change.environment, change.id))
  return change.op === "replace" && found !== undefined ? { ...change, version: found.row.version } : change
}
