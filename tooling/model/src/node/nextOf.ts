import { type Ref, Secrets, Store, StoreUnavailable } from "@countersign/core"
import { clockShowing } from "@countersign/core/internal"
import { Cause, Clock, Data, Effect, Exit, Option } from "effect"
import type { ReplyText } from "../cast/operations.ts"
import { remembered } from "../remembered.ts"
import { type Answer, NOTHING, type Received } from "./Heard.ts"
import { type Delivery, type Next, numberIn } from "./Message.ts"
import { ports } from "./ports.ts"

/** The Store port as a workflow uses it. Each method is a question that the explorer answers. */
const storeThat = (receive: (question: Next) => Effect.Effect<Answer>): Store["Service"] => ({
  load: (refs) =>
    Effect.flatMap(receive({ _tag: "Load", refs }), (answer) =>
      answer._tag === "Found"
        ? Effect.succeed(answer.rows.map((rows) => rows.map(({ row }) => row)))
        : Effect.fail(new StoreUnavailable({}))
    ),
  commit: (changes, guards) =>
    Effect.flatMap(
      receive({ _tag: "Commit", plan: { changes, guards } }),
      (answer): ReturnType<Store["Service"]["commit"]> => {
        if (answer._tag === "Conflicted") return Effect.fail(answer.conflict)
        return answer._tag === "Committed" ? Effect.void : Effect.fail(new StoreUnavailable({}))
      }
    ),
  find: () => Effect.die(new Error("model: no modelled workflow reads pages")),
  claimDue: () => Effect.die(new Error("model: no modelled workflow takes work")),
  sweep: () => Effect.die(new Error("model: no modelled workflow sweeps"))
})

/** Deterministic secrets: the ids that a delivery creates end in its number. */
const secretsOf = (delivery: Delivery): Secrets["Service"] =>
  Secrets.of({
    bytes: (count) =>
      Effect.sync(() => {
        const bytes = new Uint8Array(count)
        const number = numberIn(delivery)
        bytes.set(number, count - number.length)
        return bytes
      }),
    code: () => Effect.die(new Error("model: no modelled workflow makes codes"))
  })

/**
 * Runs the real workflow up to the first question without a known answer. A workflow gets its time and its randomness
 * from outside and has no state other than its answers, so running it again from the start is the same as resuming it.
 */
export const nextOf = (delivery: Delivery, received: Received): Next =>
  known(`${delivery.message.number} ${delivery.copy} ${received.number}`, () => resumed(delivery, received))
const known = remembered<string, Next>()

/** Whether this is the first question of the call. */
export const startsOver = (delivery: Delivery, next: Next): boolean => {
  const first = nextOf(delivery, NOTHING)
  return first._tag === "Load" && next._tag === "Load" && encodedRefs(first.refs) === encodedRefs(next.refs)
}

const encodedRefs = (refs: ReadonlyArray<Ref>): string => JSON.stringify(refs)

const resumed = (delivery: Delivery, { answers }: Received): Next => {
  const { operation, retry } = delivery.message
  let requested: Next | undefined
  let reported = 0
  const receive = (question: Next) =>
    Effect.suspend(() => {
      const next = answers[reported]
      if (next === undefined) {
        requested = question
        return Effect.die(new Unanswered())
      }
      reported += 1
      return Effect.succeed(next.answer)
    })
  const now = () => {
    const last = answers[reported - 1]
    if (last === undefined) throw new Error("model: a workflow read the clock before the store")
    return last.at
  }
  const exit = operation
    .run({ requestId: retry?.requestId, stamp: retry?.stamp })
    .pipe(
      Effect.provideService(Store, storeThat(receive)),
      Effect.provideService(Secrets, secretsOf(delivery)),
      Effect.provideService(Clock.Clock, clockShowing(Clock.Clock.defaultValue(), now)),
      Effect.provideContext(ports),
      Effect.runSyncExit
    )
  return requested ?? { _tag: "Over", said: replyBy(exit) }
}

/** Interrupts a workflow at a question. The workflow catches failures only, and this is not one of them. */
class Unanswered extends Data.TaggedError("Unanswered") {}

const replyBy = (exit: Exit.Exit<ReplyText, { readonly _tag: string }>): ReplyText => {
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Exit.findErrorOption(exit)
  if (Option.isNone(failure)) throw Cause.squash(exit.cause)
  return { name: failure.value._tag }
}
