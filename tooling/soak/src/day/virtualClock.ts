import { type Clock, Duration, Effect } from "effect"

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** A clock that moves only when it is told to. Who sleeps by it wakes at the first move that ends at its hour or later. */
export const virtualClock = (start: number) => {
  let at = start
  const sleepers = new Set<Sleeper>()
  const nanos = () => BigInt(at) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => at,
    currentTimeMillis: Effect.sync(() => at),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const sleeper = { until: at + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => void sleepers.delete(sleeper))
      })
  }
  return {
    clock,
    now: () => at,
    asleep: () => sleepers.size,
    move: (by: number): void => {
      at += by
      for (const sleeper of sleepers) {
        if (sleeper.until > at) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    }
  }
}

export type VirtualClock = ReturnType<typeof virtualClock>
