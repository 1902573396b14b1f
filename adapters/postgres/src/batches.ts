import type { Judged } from "./judged.ts"
import type { Load } from "./load.ts"

/** Loads go together as long as they read no more than this in all. */
export const loadsTogether = (): ((load: Load) => boolean) => {
  let refs = 0
  return ({ length }) => {
    const goes = refs === 0 || refs + length <= MOST_REFS
    if (goes) refs += length
    return goes
  }
}

/**
 * Commits go together that share no unique key and no record that one of them writes: then none has a say in the outcome
 * of another. One that stays behind keeps its place before those it shares with.
 */
export const commitsTogether = (): ((commit: Judged) => boolean) => {
  const written = new Set<string>()
  const guarded = new Set<string>()
  const keys = new Set<string>()
  let records = 0
  return (commit) => {
    const size = commit.records.length
    const touched = keysOf(commit)
    const goes =
      (records === 0 || records + size <= MOST_RECORDS) &&
      !commit.records.some(({ op, place }) => written.has(place) || (op !== "guard" && guarded.has(place))) &&
      !touched.some((key) => keys.has(key))
    for (const { op, place } of commit.records) (op === "guard" ? guarded : written).add(place)
    for (const key of touched) keys.add(key)
    if (goes) records += size
    return goes
  }
}

const keysOf = ({ free, records }: Judged): ReadonlyArray<string> => [
  ...free.map(({ address }) => address),
  ...records.flatMap((record) => record.keys.map(({ address }) => address))
]

const MOST_REFS = 256
const MOST_RECORDS = 256
