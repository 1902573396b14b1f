import { type Bucket, Throttle, Throttled } from "@countersign/core"
import { Level } from "@countersign/core/internal"
import { Clock, Effect, Layer } from "effect"

/** From this many buckets on, those that are full again are forgotten: a full bucket and none are the same. */
const SWEEP_FROM = 10_000

/** Token buckets in this process. */
export const memoryThrottle: Layer.Layer<Throttle> = Layer.effect(
  Throttle,
  Effect.sync(() => {
    const levels = new Map<string, { readonly bucket: Bucket; readonly level: Level.Level }>()
    let sweepAt = SWEEP_FROM
    return Throttle.of({
      spend: Effect.fnUntraced(function* (buckets: ReadonlyArray<Bucket>) {
        const at = yield* Clock.currentTimeMillis
        const filled = buckets.map((bucket) => ({
          bucket,
          level: Level.refilled(bucket, levels.get(nameOf(bucket))?.level, at)
        }))
        const until = Math.max(...filled.map(({ bucket, level }) => Level.readyAt(bucket, level)), at)
        if (until > at) return yield* new Throttled({ until, at })
        for (const { bucket, level } of filled) {
          levels.set(nameOf(bucket), { bucket, level: Level.taken(bucket, level, 1) })
        }
        if (levels.size < sweepAt) return
        forgetFull(levels, at)
        // Twice what was left: the cost of a sweep is spread over as many calls as it looked at buckets.
        sweepAt = Math.max(SWEEP_FROM, levels.size * 2)
      })
    })
  })
)

const nameOf = ({ environment, key }: Bucket): string => `${environment} ${key}`

const forgetFull = (
  levels: Map<string, { readonly bucket: Bucket; readonly level: Level.Level }>,
  at: number
): void => {
  for (const [key, { bucket, level }] of levels) {
    if (Level.refilled(bucket, level, at).tokens === bucket.capacity) levels.delete(key)
  }
}
