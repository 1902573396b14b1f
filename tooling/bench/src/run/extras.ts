import { cryptoLines } from "../crypto/lines.ts"
import { footprintLines } from "../footprint/lines.ts"
import { peerLines } from "../peers/lines.ts"
import type { Line } from "../report/Line.ts"
import type { Sample } from "./Cell.ts"
import type { Stage } from "./runGroup.ts"

/** What a whole run has when its flows are done. */
export interface Made extends Stage {
  readonly samples: ReadonlyArray<Sample>
}

/** What a whole run measures beside the flows, or makes of them: each answers lines of the report. */
export const extras: ReadonlyArray<(made: Made) => Promise<ReadonlyArray<Line>>> = [
  async ({ samples }) => peerLines(samples),
  () => cryptoLines({ rounds: 21, slice: 20 }),
  ({ cluster, load }) => footprintLines({ cluster, load, times: 7 })
]
