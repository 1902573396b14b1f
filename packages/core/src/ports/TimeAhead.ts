import { Context } from "effect"
import type { Millis } from "../model/time.ts"

/**
 * How far the time of this environment runs ahead of the store's and of the workers'. What is due in it is due that much
 * earlier by theirs.
 */
export const TimeAhead = Context.Reference<Millis>("@countersign/core/ports/TimeAhead", { defaultValue: () => 0 })
