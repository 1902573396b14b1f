import type { Store, StoreUnavailable } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import { ended, paused } from "../programs/cut.ts"
import { commit, outcome, rowsOf } from "../stories/ask.ts"
import { asked, begun, type Knowledge, learned } from "./asked.ts"
import type { Step } from "./drawn.ts"
import type { Call } from "./explained.ts"
import type { Answer, Ask } from "./kept.ts"

/** Lets all workers at the store at once, and writes down what each call asked, what came back, and when. */
export const recorded = Effect.fnUntraced(function* (workers: ReadonlyArray<ReadonlyArray<Step>>, history: string) {
  const calls: Array<Call<Ask, Answer>> = []
  let stamp = 0
  let writer = 0
  yield* commit(begun(history))
  const work = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
    const knowledge: Knowledge = { history, seen: new Map(begun(history).map(({ id }) => [id, 1])) }
    for (const step of steps) {
      yield* paused(step.pauses)
      writer += 1
      stamp += 1
      const [ask, invoked] = [asked(step, knowledge, writer), stamp]
      const exit = yield* ended(answered(ask), step.cut)
      stamp += 1
      if (Exit.isSuccess(exit)) {
        learned(knowledge, ask, exit.value)
        calls.push({ ask, invoked, returned: { answer: exit.value, at: stamp } })
      } else if (Cause.hasInterruptsOnly(exit.cause)) calls.push({ ask, invoked })
      else yield* exit
    }
  })
  yield* Effect.forEach(workers, work, { concurrency: "unbounded", discard: true })
  return calls
})

const answered = (ask: Ask): Effect.Effect<Answer, StoreUnavailable, Store> =>
  ask.do === "load" ? rowsOf(ask.ref) : outcome(ask.changes, ask.guards)
