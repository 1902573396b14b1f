import { Throttle, Throttled } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { Level } from "@countersign/core/internal"

export const memoryThrottle: Layer.Layer<Throttle> = Layer.effect(
  Throttle,
  Effect.sync(() => {
    const opened = Level.makeLevels(() => ({}))
    return Throttle.of({
      spend: (buckets) =>
        Effect.clockWith((clock): Effect.Effect<void, Throttled> => {
          const at = clock.currentTimeMillisUnsafe()
          const accounts = buckets.map((bucket) => opened(bucket, at))
          const until = Math.max(...accounts.map(({ bucket, level }) => Level.readyAt(bucket, level)), at)
          if (until > at) return Effect.fail(new Throttled({ until, at }))
          for (const account of accounts) account.level = Level.take(account.bucket, account.level, 1)
          return Effect.void
        })
    })
  })
)
