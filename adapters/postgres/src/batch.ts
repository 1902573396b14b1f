import { Result } from "effect"
import type { CommitPlan } from "./commitPlan.ts"
import { isRolledBack, isShared } from "./failures.ts"
import type { Load } from "./load.ts"

/** Loads go together as long as they read no more than this in all. */
export const loadBatch = (): ((load: Load) => boolean) => {
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
export const commitBatch = (): ((commit: CommitPlan) => boolean) => {
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

const keysOf = ({ free, records }: CommitPlan): ReadonlyArray<string> => [
  ...free.map(({ address }) => address),
  ...records.flatMap((record) => record.keys.map(({ address }) => address))
]

const MOST_REFS = 256

const MOST_RECORDS = 256

/**
 * Asks for many in one statement. What the database rolled back for the sake of another is asked again. What it refuses for the sake
 * of one of them is asked one by one, so that each has an outcome of its own. Of a lost connection all have the same.
 */
export const batched =
  <A, B>(send: (all: ReadonlyArray<A>, until: number) => Promise<ReadonlyArray<B>>) =>
  async (all: ReadonlyArray<A>, until: number): Promise<ReadonlyArray<Result.Result<B, unknown>>> => {
    try {
      return (await withRetry(() => send(all, until))).map((one) => Result.succeed(one))
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.map(() => Result.fail(error))
      const outcomes: Array<Result.Result<B, unknown>> = []
      for (const one of all) outcomes.push(...(await batched(send)([one], until)))
      return outcomes
    }
  }

/** Again while it is rolled back, some times at the most. */
export const withRetry = async <A>(send: () => Promise<A>, times = 5): Promise<A> => {
  try {
    return await send()
  } catch (error) {
    if (times === 0 || !isRolledBack(error)) throw error
    return withRetry(send, times - 1)
  }
}
