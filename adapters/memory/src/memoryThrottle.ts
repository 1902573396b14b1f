import { type Bucket, Throttle, Throttled } from "@countersign/core"
import { Clock, Effect, Layer } from "effect"

/** How full a bucket was at an instant. */
interface Level {
  readonly tokens: number
  readonly at: number
}

/** From this many buckets on, those that are full again are forgotten: a full bucket and none are the same. */
const SWEEP_FROM = 10_000

/** Token buckets in this process. */
export const memoryThrottle: Layer.Layer<Throttle> = Layer.effect(
  Throttle,
  Effect.sync(() => {
    const levels = new Map<string, { readonly bucket: Bucket; readonly level: Level }>()
    let sweepAt = SWEEP_FROM
    return Throttle.of({
      spend: Effect.fnUntraced(function* (buckets: ReadonlyArray<Bucket>) {
        const at = yield* Clock.currentTimeMillis
        const filled = buckets.map((bucket) => ({ bucket, level: refilled(bucket, levels.get(bucket.key)?.level, at) }))
        const until = Math.max(...filled.map(({ bucket, level }) => readyAt(bucket, level)), at)
        if (until > at) return yield* new Throttled({ until, at })
        for (const { bucket, level } of filled) {
          levels.set(bucket.key, { bucket, level: { tokens: level.tokens - 1, at: level.at } })
        }
        if (levels.size < sweepAt) return
        forgetFull(levels, at)
        // Twice what was left: the cost of a sweep is spread over as many calls as it looked at buckets.
        sweepAt = Math.max(SWEEP_FROM, levels.size * 2)
      })
    })
  })
)

/** `at` of a level is the instant of its last whole token, so that no fraction of one is ever lost or won. */
const refilled = ({ capacity, refillEvery }: Bucket, level: Level | undefined, at: number): Level => {
  if (level === undefined) return { tokens: capacity, at }
  const gained = Math.max(0, Math.floor((at - level.at) / refillEvery))
  return level.tokens + gained >= capacity
    ? { tokens: capacity, at }
    : { tokens: level.tokens + gained, at: level.at + gained * refillEvery }
}

const readyAt = ({ refillEvery }: Bucket, level: Level): number => (level.tokens > 0 ? 0 : level.at + refillEvery)

const forgetFull = (levels: Map<string, { readonly bucket: Bucket; readonly level: Level }>, at: number): void => {
  for (const [key, { bucket, level }] of levels) {
    if (refilled(bucket, level, at).tokens === bucket.capacity) levels.delete(key)
  }
}
