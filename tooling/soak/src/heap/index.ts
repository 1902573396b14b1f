import { PLATFORM } from "@countersign/bench/seed/Seed"
import type { Figure, Outcome, Run } from "../report/Recorded.ts"
import { staged } from "../staged.ts"
import { countOf, type Life, runLife, slopeOf } from "./run.ts"

/** What a server keeps of requests that are over: nothing. */
export const heap: Run = {
  name: "heap",
  says: "One server in Express on PostgreSQL answers every flow of the bench, and as many calls that it has to refuse.",
  unit: "requests",
  whole: 200_000,
  run: ({ size, tell }) =>
    staged(
      { mount: "express", platforms: [PLATFORM.platformId], subjects: SUBJECTS, isOptimized: false },
      async (stage) =>
        outcomeOf(await runLife(stage, { requests: size, warm: Math.min(WARM, size), every: size / READINGS, tell }))
    )
}

/** So many that nobody signs in so often as to end the sessions that others use. */
const SUBJECTS = 1024
/** Enough for whatever has a bound to have reached it: the last are ten thousand public keys. */
const WARM = 100_000
/** What a cache happens to hold moves the heap by more than a leak would: the line goes through many readings. */
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
      ...back("What keeps the process alive", countOf(first.resources), countOf(last.resources))
    ],
    tables: [
      {
        title: "The heap after a collection of garbage",
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
