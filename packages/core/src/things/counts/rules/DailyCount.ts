import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import * as Collection from "../../../store/Collection.ts"

/**
 * How many calls of one operation had one outcome on one day, as one node counted them. Each node writes records of its own, so
 * that nodes never wait for each other.
 */
export const DailyCount = Schema.Struct({
  /** Days since 1970-01-01 in UTC. */
  day: Schema.Int,
  /** The name of the endpoint, such as `verifyCredential`. */
  operation: Schema.String,
  /** The code of the refusal. Empty for calls that were not refused. */
  refusal: Schema.String,
  node: Schema.String,
  calls: Schema.Int,
  expiresAt: Millis
})
export type DailyCount = typeof DailyCount.Type

export const dailyCounts = Collection.make({
  name: "daily_counts",
  schema: DailyCount,
  id: ({ day, node, operation, refusal }) => `${day} ${operation} ${refusal} ${node}`,
  expiry: "expiresAt"
})

const DAY = 86_400_000
/** For how many days after its own a count is kept. */
const KEPT = 90

export const dayOf = (at: Millis): number => Math.floor(at / DAY)

export const dailyCount = (count: Omit<DailyCount, "expiresAt">): DailyCount => ({
  ...count,
  expiresAt: (count.day + 1 + KEPT) * DAY
})
