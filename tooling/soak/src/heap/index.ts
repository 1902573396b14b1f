import { PLATFORM } from "@countersign/bench/seed/Seed"
import type { Figure, Outcome, Run } from "../report/Recorded.ts"
import { staged } from "../staged.ts"
import { countOf, type Life, runLife, slopeOf } from "./run.ts"

/** Heap growth of a server after completed requests, which must be zero. */
export const heap: Run = {
  name: "heap",
  says: "One server in Express on PostgreSQL serves every flow of the bench, and as many calls that it has to reject.",
  unit: "requests",
  fullSize: 200_000,
  run: ({ size, log }) =>
    staged({ platforms: [PLATFORM.platformId], subjects: SUBJECTS, isOptimized: false }, async (stage) =>
      outcomeOf(await runLife(stage, { requests: size, warm: Math.min(WARM, size), every: size / READINGS, log: log }))
    )
}

/** Enough that no subject signs in so often that sessions of other users are evicted. */
const SUBJECTS = 1024
/** Requests of the warm-up. Enough to fill every bounded cache: the largest one has ten thousand public keys. */
const WARM = 100_000
/** Readings of the heap. Caches vary more than a leak would grow, so the slope is fitted through many readings. */
const READINGS = 200
const ROWS = 10

const outcomeOf = ({ first, last, readings }: Life): Outcome => {
  const slope = slopeOf(readings.map(({ heap: bytes, requests }) => [requests / 1000, bytes / 1000]))
  return {
    figures: [
      { name: "Requests", value: last.requests, unit: "requests" },
      { name: "Heap slope (D15)", value: slope, unit: "kB per 1,000 requests", goal: { below: 1 } },
      ...back("Fibers", first.fibers, last.fibers),
      ...back("Listeners", first.listeners, last.listeners),
      ...back("Active resources of the process", countOf(first.resources), countOf(last.resources))
    ],
    tables: [
      {
        title: "The heap after a garbage collection",
        head: ["Requests", "MiB", "Fibers", "Listeners"],
        rows: readings
          .filter((_, nth) => nth % (READINGS / ROWS) === 0)
          .map(({ fibers, heap: bytes, listeners, requests }) => [
            requests,
            (bytes / 2 ** 20).toFixed(2),
            fibers,
            listeners
          ])
      }
    ]
  }
}

const back = (name: string, first: number, last: number): ReadonlyArray<Figure> => [
  { name: `${name} at the end`, value: last, unit: "in all", goal: { exactly: first } }
]
