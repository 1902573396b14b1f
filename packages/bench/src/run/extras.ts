import type { Line } from "../report/Line.ts"
import type { Sample } from "./Cell.ts"

/** What a whole run measures beside the flows, or makes of them: each answers lines of the report. */
export const extras: ReadonlyArray<(samples: ReadonlyArray<Sample>) => Promise<ReadonlyArray<Line>>> = []
