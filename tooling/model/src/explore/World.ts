import type { Millis } from "@countersign/core"
import type { Switch } from "../switches/Switch.ts"

/** How far a run goes. */
export interface Bounds {
  /** Calls in all, and under way at once. */
  readonly calls: number
  readonly atOnce: number
  /** The last instant there is. */
  readonly until: Millis
  /** How far the clock of node B is ahead of the store's; that of node A is right. */
  readonly ahead: -1 | 0 | 1
}

/** What is explored: how far, and which bug is brought back. */
export interface World {
  readonly bounds: Bounds
  readonly bug?: Switch
}
