import { Context, Effect, Exit } from "@countersign/core/effect"
import { CurrentDeadline } from "@countersign/core/internal"
import { refusal } from "../errors/answer.ts"
import type { Reply } from "../message/Reply.ts"

/**
 * Bounds the calls in progress. An environment has at most half of the slots that are free or its own, so that another one
 * finds a slot (I23). A call beyond that fails at once.
 */
export const makeSlots = () => {
  const taken = new Map<string, number>()
  let all = 0
  const count = (place: string, by: 1 | -1): void => {
    all += by
    const own = (taken.get(place) ?? 0) + by
    if (own === 0) taken.delete(place)
    else taken.set(place, own)
  }
  return <A, E, R>(place: string, most: number, call: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        const own = taken.get(place) ?? 0
        if (all >= most || own >= Math.max(1, Math.floor((most - all + own) / 2))) return OVERLOADED
        count(place, 1)
        return Effect.void
      }),
      () => call,
      () => Effect.sync(() => count(place, -1))
    )
}

const OVERLOADED = Effect.fail({ _tag: "Overloaded" } as const)

/** The deadline of a call in milliseconds of its own time. It begins to run with `start`, which may come after a `pause`. */
const deadlineIn = (millis: number) => {
  let left = millis
  let pauses = 0
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: (() => void) | undefined
  const stop = (): void => {
    clearTimeout(timer)
    left -= performance.now() - since
  }
  const go = (): void => {
    since = performance.now()
    if (late !== undefined) timer = setTimeout(late, left)
  }
  return {
    pause: () => {
      pauses += 1
      if (pauses === 1 && late !== undefined) stop()
    },
    resume: () => {
      pauses -= 1
      if (pauses === 0) go()
    },
    start: (passed: () => void) => {
      late = passed
      if (pauses === 0) go()
    },
    end: () => {
      clearTimeout(timer)
      late = undefined
    }
  }
}

/**
 * Runs a call in a fiber of its own, which is interrupted when the caller disconnects or the deadline passes. What was
 * committed by then stays committed.
 */
export const runCall = <A, R>(
  services: Context.Context<R>,
  program: Effect.Effect<A, never, R>,
  timeout: number,
  onDisconnect: (gone: () => void) => () => void = () => () => undefined
): Promise<A | Reply> | A => {
  const deadline = deadlineIn(timeout)
  const fiber = Effect.runForkWith(Context.add(services, CurrentDeadline, deadline))(program)
  const exit = fiber.pollUnsafe()
  // Completed synchronously, so there is no cancellation to handle.
  if (exit !== undefined && Exit.isSuccess(exit)) return exit.value
  return new Promise((resolve, reject) => {
    let isGone = false
    const forget = onDisconnect(() => {
      isGone = true
      fiber.interruptUnsafe()
    })
    deadline.start(() => {
      resolve(refusal("DeadlinePassed"))
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      forget()
      deadline.end()
      if (Exit.isSuccess(exit)) resolve(exit.value)
      // The caller has disconnected, so the interruption is no failure.
      else if (isGone) resolve(refusal("Stopping"))
      else reject(new Error("http: a call ended without an answer", { cause: exit.cause }))
    })
  })
}
