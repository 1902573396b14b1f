import { type Ref, Secrets, Store } from "@countersign/core"
import { Cause, Clock, Data, Effect, Exit, Option } from "effect"
import type { Said } from "../cast/operations.ts"
import { clockAt } from "./clockAt.ts"
import { type Heard, NOTHING } from "./Heard.ts"
import type { Delivery } from "./Message.ts"
import type { Next } from "./Next.ts"
import { ports } from "./ports.ts"
import { secretsOf } from "./secretsOf.ts"
import { storeThat } from "./storeThat.ts"

/**
 * Runs the real workflow up to the first question whose answer is not known yet. A workflow is told time and chance, and
 * keeps nothing but what it has heard: so to run it again from its beginning is to go on with it.
 */
export const nextOf = (delivery: Delivery, heard: Heard): Next => {
  const key = `${delivery.message.number} ${delivery.copy} ${heard.number}`
  const before = known.get(key)
  if (before !== undefined) return before
  const next = resumed(delivery, heard)
  known.set(key, next)
  return next
}
const known = new Map<string, Next>()

/** Whether this is what the call asked first of all. */
export const startsOver = (delivery: Delivery, next: Next): boolean => {
  const first = nextOf(delivery, NOTHING)
  return first._tag === "Load" && next._tag === "Load" && spelledRefs(first.refs) === spelledRefs(next.refs)
}

const spelledRefs = (refs: ReadonlyArray<Ref>): string => JSON.stringify(refs)

const resumed = (delivery: Delivery, { answers }: Heard): Next => {
  const { operation, retry } = delivery.message
  let asked: Next | undefined
  let told = 0
  const hear = (question: Next) =>
    Effect.suspend(() => {
      const next = answers[told]
      if (next === undefined) {
        asked = question
        return Effect.die(new Unanswered())
      }
      told += 1
      return Effect.succeed(next.answer)
    })
  const now = () => {
    const last = answers[told - 1]
    if (last === undefined) throw new Error("model: a workflow read the clock before the store")
    return last.at
  }
  const exit = operation
    .run({ requestId: retry?.requestId, stamp: retry?.stamp })
    .pipe(
      Effect.provideService(Store, storeThat(hear)),
      Effect.provideService(Secrets, secretsOf(delivery)),
      Effect.provideService(Clock.Clock, clockAt(now)),
      Effect.provideContext(ports),
      Effect.runSyncExit
    )
  return asked ?? { _tag: "Over", said: saidBy(exit) }
}

/** Where a workflow is left: nothing in it catches what is no failure. */
class Unanswered extends Data.TaggedError("Unanswered") {}

const saidBy = (exit: Exit.Exit<Said, { readonly _tag: string }>): Said => {
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Exit.findErrorOption(exit)
  if (Option.isNone(failure)) throw Cause.squash(exit.cause)
  return { name: failure.value._tag }
}
