import { type Context, DateTime, Effect, Exit, Fiber } from "@countersign/core/effect"
import { CallCounts } from "@countersign/core/internal"
import { answered, type Ports } from "@countersign/http"
import type { DueWorkDone, DueWorkOptions } from "./dueWork.ts"
import { settled } from "./run.ts"
import { startWarnings } from "./startWarnings.ts"
import { runDueWork, type TrackedWork, workers } from "./workers.ts"

/** The work of an instance beside its calls: in the background, and in runs of due work. */
export const backgroundOf = (context: Context.Context<Ports>, options: TrackedWork["options"]) => {
  const fork = Effect.runForkWith(context)
  const isStarted = options.workers !== "none"
  const started = Effect.all([startWarnings(options), workers], { concurrency: "unbounded", discard: true })
  const working = new Set<Fiber.Fiber<unknown, unknown>>(isStarted ? [fork(started)] : [])
  let warned = isStarted ? Effect.void : startWarnings(options)
  return {
    run: async ({ budget }: DueWorkOptions): Promise<DueWorkDone> => {
      const requestId = crypto.randomUUID()
      const first = warned
      warned = Effect.void
      const run = Effect.andThen(first, answered(runDueWork({ budget })))
      const fiber = fork(Effect.annotateLogs(run, { requestId }))
      working.add(fiber)
      const exit = await Effect.runPromise(Fiber.await(fiber))
      working.delete(fiber)
      if (Exit.isFailure(exit)) throw closed()
      const { nextDueAt, ...report } = settled(exit.value, requestId)
      return nextDueAt === undefined
        ? report
        : { ...report, nextDueAt: DateTime.formatIso(DateTime.makeUnsafe(nextDueAt)) }
    },
    /** Completes what has begun, within `patience` milliseconds, and begins no more. Writes the counts of the last calls. */
    stop: (patience: number): Promise<unknown> =>
      Effect.runPromiseWith(context)(
        Effect.andThen(
          Fiber.interruptAll(working),
          Effect.flatMap(CallCounts, (counts) => Effect.ignore(counts?.flush ?? Effect.void))
        ).pipe(Effect.timeoutOption(patience))
      )
  }
}

export const closed = () =>
  new Error("This Countersign instance is closed and accepts no more calls. Close it only when the process stops.")
