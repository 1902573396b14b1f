import { type Context, Effect, Exit, type Fiber } from "effect"
import type { Ports } from "../Ports.ts"
import { type Asked, refusal } from "../web/edge.ts"
import type { Call } from "./Call.ts"
import type { Reply } from "./Reply.ts"
import { serving } from "./serving.ts"
import { spanned } from "./spans.ts"

/** Runs calls of the contract, each in a fiber of its own, which ends when its caller leaves. */
export const runner = (ports: Context.Context<Ports>): ((asked: Asked) => Promise<Reply>) => {
  const serve = serving(ports)
  const inSpan = spanned(ports)
  const fork = Effect.runForkWith(ports)
  return (asked) => {
    const { requestId } = asked
    const fiber = fork(Effect.annotateLogs(inSpan(asked, serve(asked)), "requestId", requestId))
    const exit = fiber.pollUnsafe()
    // Done in one go, and nobody had the time to leave.
    return exit === undefined ? settled(fiber, asked.call) : Promise.resolve(answerOf(exit))
  }
}

const settled = (fiber: Fiber.Fiber<Reply>, call: Call): Promise<Reply> =>
  new Promise((resolve, reject) => {
    let isGone = false
    const forget = call.onGone(() => {
      isGone = true
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      forget()
      // Nobody is there to read it; it is no failure that anybody should look into.
      if (isGone && Exit.isFailure(exit)) return resolve(refusal("Stopping"))
      try {
        resolve(answerOf(exit))
      } catch (error) {
        reject(error)
      }
    })
  })

const answerOf = (exit: Exit.Exit<Reply>): Reply => {
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error("http: a call ended without an answer", { cause: exit.cause })
}
