import { type Context, Effect, Exit } from "effect"
import type { Ports } from "../Ports.ts"
import { type Asked, refusal } from "../web/edge.ts"
import type { Reply } from "./Reply.ts"
import { serving } from "./serving.ts"
import { spanned } from "./spans.ts"

/** Runs calls of the contract, each in a fiber of its own, which ends when its caller leaves. */
export const runner = (ports: Context.Context<Ports>): ((asked: Asked) => Promise<Reply>) => {
  const serve = serving(ports)
  const inSpan = spanned(ports)
  const run = Effect.runCallbackWith(ports)
  return (asked) =>
    new Promise((resolve, reject) => {
      let isGone = false
      let forget = () => {}
      const interrupt = run(inSpan(asked, serve(asked)), {
        onExit: (exit) => {
          forget()
          if (Exit.isSuccess(exit)) resolve(exit.value)
          // Nobody is there to read it; it is no failure that anybody should look into.
          else if (isGone) resolve(refusal("Stopping"))
          else reject(new Error("http: a call ended without an answer", { cause: exit.cause }))
        }
      })
      forget = asked.call.onGone(() => {
        isGone = true
        interrupt()
      })
    })
}
