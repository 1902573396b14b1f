import { Effect, Fiber } from "effect"

export const paused = Effect.fnUntraced(function* (pauses: number) {
  for (let pause = 0; pause < pauses; pause++) yield* Effect.yieldNow
})

/** How a call ended that is interrupted in flight after so many pauses. It may have returned by then. */
export const ended = Effect.fnUntraced(function* <A, E, R>(call: Effect.Effect<A, E, R>, cut: number | undefined) {
  if (cut === undefined) return yield* Effect.exit(call)
  const fiber = yield* Effect.forkChild(call)
  yield* paused(cut)
  yield* Fiber.interrupt(fiber)
  return yield* Fiber.await(fiber)
})
