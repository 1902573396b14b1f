import { Context, Effect, Exit } from "@countersign/core/effect"
import { CurrentCall } from "@countersign/core/internal"
import { refusal } from "../errors/answer.ts"
import type { Reply } from "../message/Reply.ts"

/**
 * Bounds the calls in progress. An environment has at most half of the slots that are free or its own, so that another one
 * finds a slot (I23). Returns the function that leaves the slot, or undefined where none is free.
 */
export const makeSlots = () => {
  const taken = new Map<string, number>()
  let all = 0
  return (place: string, most: number): (() => void) | undefined => {
    const own = taken.get(place) ?? 0
    if (all >= most || own >= Math.max(1, Math.floor((most - all + own) / 2))) return undefined
    taken.set(place, own + 1)
    all += 1
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      all -= 1
      const left = (taken.get(place) ?? 1) - 1
      if (left === 0) taken.delete(place)
      else taken.set(place, left)
    }
  }
}

export type Slots = ReturnType<typeof makeSlots>

/** A call, with a deadline in milliseconds of its own time, and what is done at its end. */
export const startCall = (millis: number) => {
  const ends: Array<() => void> = []
  let left = millis
  // Its time stands still until it has a deadline.
  let pauses = 1
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: (() => void) | undefined
  const pause = (): void => {
    pauses += 1
    if (pauses > 1) return
    clearTimeout(timer)
    left -= performance.now() - since
  }
  const resume = (): void => {
    pauses -= 1
    if (pauses > 0 || late === undefined) return
    since = performance.now()
    timer = setTimeout(late, left)
  }
  return {
    pause,
    resume,
    atEnd: (run: () => void) => void ends.push(run),
    deadline: (passed: () => void) => {
      late = passed
      resume()
    },
    end: () => {
      clearTimeout(timer)
      late = undefined
      for (const run of ends) run()
    }
  }
}

export type Call = ReturnType<typeof startCall>

/** Runs a call in a fiber, interrupted when its caller disconnects or its deadline passes. Its commits stay. */
export const runCall = <A, R>(
  services: Context.Context<R>,
  program: Effect.Effect<A, never, R>,
  call: Call,
  caller?: { onDisconnect(gone: () => void): () => void }
): Promise<A | Reply> | A => {
  const fiber = Effect.runForkWith(Context.add(services, CurrentCall, call))(program)
  const exit = fiber.pollUnsafe()
  // Completed synchronously, so there is no cancellation to handle.
  if (exit !== undefined && Exit.isSuccess(exit)) {
    call.end()
    return exit.value
  }
  return new Promise((resolve, reject) => {
    let isGone = false
    const forget = caller?.onDisconnect(() => {
      isGone = true
      fiber.interruptUnsafe()
    })
    call.deadline(() => {
      resolve(refusal("DeadlinePassed"))
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      forget?.()
      call.end()
      if (Exit.isSuccess(exit)) resolve(exit.value)
      // The caller has disconnected, so the interruption is no failure.
      else if (isGone) resolve(refusal("Stopping"))
      else reject(new Error("http: a call ended without an answer", { cause: exit.cause }))
    })
  })
}
