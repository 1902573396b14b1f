import { optionsOf } from "@countersign/bench/ours/start"
import { keys, tokenOptions } from "@countersign/harness/world"
import { layer, makeWebHandler, Store, WebhookFault, WebhookSender, workers } from "countersign/effect"
import { Clock, Context, Effect, Fiber, Layer, ManagedRuntime } from "effect"
import { issuer } from "../races/nodeOf.ts"
import type { VirtualClock } from "./countedStore.ts"

/** The default session lifetime in milliseconds. The bench uses a longer one. */
export const SESSION_LIFETIME = 900_000

/**
 * A service whose workers sleep by a virtual clock. It stores e-mails until they are read. The webhook receiver refuses
 * every seventh delivery, so there are always deliveries to retry.
 */
export const startService = async (store: Store["Service"], time: VirtualClock) => {
  const base = optionsOf({ issuer, jwksUri: "https://issuer.example.com/jwks" })
  const letters = new Map<string, string>()
  const runtime = ManagedRuntime.make(
    layer({
      ...base,
      keys,
      tokens: tokenOptions,
      mailer: { sendCode: async ({ code, to }) => void letters.set(to, code) },
      policy: { ...base.policy, sessionLifetime: SESSION_LIFETIME },
      store: Layer.succeed(Store, store),
      now: time.now
    })
  )
  let posts = 0
  let delivered = 0
  const sender = WebhookSender.of({
    judge: () => undefined,
    send: () =>
      Effect.suspend(() => {
        posts += 1
        if (posts % 7 === 0) return Effect.fail(new WebhookFault({ word: "TIMED_OUT" }))
        delivered += 1
        return Effect.succeed(204)
      })
  })
  const context = Context.add(await runtime.context(), WebhookSender, sender)
  const web = makeWebHandler(context)
  const working = Effect.runForkWith(Context.add(context, Clock.Clock, time.clock))(workers)
  return {
    handler: web.handler,
    delivered: () => delivered,
    /** Takes the e-mail that was sent to an address. */
    letter: (address: string): string | undefined => {
      const code = letters.get(address)
      letters.delete(address)
      return code
    },
    close: async () => {
      await web.close()
      await Effect.runPromise(Fiber.interrupt(working))
      await runtime.dispose()
    }
  }
}

/** Number of loops of the workers, which leave two queues of production (GO1). All of them sleep when no work is due. */
export const LOOPS = 12
