import { START } from "../src/cast/cast.ts"
import type { Bounds } from "../src/explore/State.ts"

/** Bounds with all calls in flight at once. By default, node B's clock is slow. */
export const bounds = (calls: number, ticks: number, ahead: Bounds["ahead"] = -1): Bounds => ({
  calls,
  atOnce: calls,
  until: START + ticks,
  ahead
})
