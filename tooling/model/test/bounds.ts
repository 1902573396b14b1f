import { START } from "../src/cast/cast.ts"
import type { Bounds } from "../src/explore/State.ts"

/** Calls that are all under way at once, and node B's clock slow, unless something else is said. */
export const bounds = (calls: number, ticks: number, ahead: Bounds["ahead"] = -1): Bounds => ({
  calls,
  atOnce: calls,
  until: START + ticks,
  ahead
})
