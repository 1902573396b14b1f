import { Result } from "@countersign/core/effect"
import type { BatchQueueOptions } from "./batchQueue.ts"
import type { CommitPlan } from "./commitPlan.ts"
import { isRolledBack, isShared, isUnfit } from "./failures.ts"
import type { Load } from "./load.ts"
import type { IsWanted } from "./runStatement.ts"

/** Admits loads to a batch until it has `MOST_REFS` refs in all. A larger load is sent in a batch of its own. */
export const loadBatch = (): ((load: Load) => boolean) => {
  let refs = 0
  return ({ length }) => {
    const fits = refs === 0 || refs + length <= MOST_REFS
    if (fits) refs += length
    return fits
  }
}

/**
 * Admits commits to a batch if they share no unique key and no record that one of them writes, so that they cannot
 * affect each other's outcome. A commit that waits also blocks later commits that share a key or record with it, which
 * preserves their order.
 */
export const commitBatch = (): ((commit: CommitPlan) => boolean) => {
  const written = new Set<string>()
  const guarded = new Set<string>()
  const keys = new Set<string>()
  let records = 0
  return (commit) => {
    const size = commit.records.length
    const touched = keysOf(commit)
    const fits =
      (records === 0 || records + size <= MOST_RECORDS) &&
      !commit.records.some(({ op, place }) => written.has(place) || (op !== "guard" && guarded.has(place))) &&
      !touched.some((key) => keys.has(key))
    for (const { op, place } of commit.records) (op === "guard" ? guarded : written).add(place)
    for (const key of touched) keys.add(key)
    if (fits) records += size
    return fits
  }
}

const keysOf = ({ free, records }: CommitPlan): ReadonlyArray<string> => [
  ...free.map(({ address }) => address),
  ...records.flatMap((record) => record.keys.map(({ address }) => address))
]

const MOST_REFS = 256

const MOST_RECORDS = 256

/**
 * Sends all calls in one statement and returns the outcome of each. A serialization failure or deadlock is retried. If
 * the database rejects the statement for another reason, each call is sent separately, so that only the invalid ones
 * fail. If the connection is lost, all calls fail with the same error, because their outcome is unknown.
 */
export const batched =
  <A, B>(
    send: (all: ReadonlyArray<A>, until: number, isWanted?: IsWanted) => Promise<ReadonlyArray<B>>
  ): BatchQueueOptions<A, B>["send"] =>
  async (all, until, isWanted) => {
    try {
      return (await withResend(() => send(all, until, isWanted))).map((one) => Result.succeed(one))
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.map(() => Result.fail(error))
      const outcomes: Array<Result.Result<B, unknown>> = []
      for (const one of all) outcomes.push(...(await batched(send)([one], until, isWanted)))
      return outcomes
    }
  }

/**
 * Retries up to `times` times after a serialization failure or a deadlock, and once on another connection if the first
 * cannot run the statement.
 */
export const withResend = async <A>(send: () => Promise<A>, times = 5): Promise<A> => {
  try {
    return await send()
  } catch (error) {
    if (times === 0 || !(isRolledBack(error) || isUnfit(error))) throw error
    return withResend(send, isUnfit(error) ? 0 : times - 1)
  }
}
