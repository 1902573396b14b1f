import { type Bucket, Throttle, Throttled } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { Level } from "@countersign/core/internal"

/** Number of buckets from which full buckets are removed: a full bucket is equivalent to a missing one. */
const SWEEP_FROM = 10_000

export const memoryThrottle: Layer.Layer<Throttle> = Layer.effect(
  Throttle,
  Effect.sync(() => {
    const levels = new Map<string, { readonly bucket: Bucket; readonly level: Level.Level }>()
    let sweepAt = SWEEP_FROM
    return Throttle.of({
      spend: (buckets) =>
        Effect.clockWith((clock): Effect.Effect<void, Throttled> => {
          const at = clock.currentTimeMillisUnsafe()
          const filled = buckets.map((bucket) => {
            const name = `${bucket.environment} ${bucket.key}`
            return { name, bucket, level: Level.refilled(bucket, levels.get(name)?.level, at) }
          })
          const until = Math.max(...filled.map(({ bucket, level }) => Level.readyAt(bucket, level)), at)
          if (until > at) return Effect.fail(new Throttled({ until, at }))
          for (const { bucket, level, name } of filled)
            levels.set(name, { bucket, level: Level.take(bucket, level, 1) })
          if (levels.size >= sweepAt) {
            for (const [name, { bucket, level }] of levels) {
              if (Level.refilled(bucket, level, at).tokens === bucket.capacity) levels.delete(name)
            }
            // Twice the remaining number: the cost of a sweep is amortized over as many calls as it visits buckets.
            sweepAt = Math.max(SWEEP_FROM, levels.size * 2)
          }
          return Effect.void
        })
    })
  })
)
