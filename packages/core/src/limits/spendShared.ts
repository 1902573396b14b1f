import { Clock, Effect } from "effect"
import { CurrentAttempt } from "../ports/Attempt.ts"
import { commit, insert, load, loadOne, replace, type Stored, type Write, withRetry } from "../ports/records.ts"
import { type Bucket, Throttled } from "../ports/Throttle.ts"
import { fullAt, readyAt, refilled, taken } from "./Level.ts"
import { type KeptLevel, keyOf, levelOf, levels } from "./levels.ts"

/** Takes one from each, or none from any, by the levels that all nodes share. */
export const spendShared = (buckets: ReadonlyArray<Bucket>) =>
  withRetry(
    Effect.gen(function* () {
      const found = yield* load(buckets.map(levelOf))
      const at = yield* Clock.currentTimeMillis
      const now = buckets.map((bucket, nth) => shared(bucket, found[nth], at))
      const until = Math.max(...now.map(({ bucket, level }) => readyAt(bucket, level)), at)
      if (until > at) return yield* new Throttled({ until, at })
      yield* beside(commit(plan(now, 1, at)))
    })
  )

/** Takes what a node has spent already, whatever is left of it; answers the level that all nodes now share. */
export const settleShared = (bucket: Bucket, count: number) =>
  withRetry(
    Effect.gen(function* () {
      const kept = yield* loadOne(levelOf(bucket))
      const at = yield* Clock.currentTimeMillis
      const now = shared(bucket, kept, at)
      yield* beside(commit(plan([now], count, at)))
      return taken(bucket, now.level, count)
    })
  )

/** A limit is spent by every call, and is not what a call is made for. */
const beside = <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.provideService(write, CurrentAttempt, undefined)

const shared = (bucket: Bucket, kept: Stored<KeptLevel> | undefined, at: number) => ({
  bucket,
  kept,
  level: refilled(bucket, kept?.value, at)
})

const plan = (now: ReadonlyArray<ReturnType<typeof shared>>, count: number, at: number): Write => ({
  changes: now.map(({ bucket, kept, level }) => {
    const left = taken(bucket, level, count)
    const value = { key: keyOf(bucket), tokens: left.tokens, at: left.at, expiresAt: fullAt(bucket, left) }
    return kept === undefined ? insert(levels, bucket.environment, value, at) : replace(kept, value, at)
  }),
  guards: []
})
