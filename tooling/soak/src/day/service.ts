import { optionsOf } from "@countersign/bench/ours/start"
import { keys, tokenOptions } from "@countersign/harness/world"
import { type CountersignOptions, Store, WebhookFault } from "countersign/effect"
import { Effect, Layer } from "effect"
import { issuer } from "../races/nodeOf.ts"
import { wired } from "../wired.ts"
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
  let [posts, delivered] = [0, 0]
  const send = () =>
    Effect.suspend(() => {
      posts += 1
      if (posts % 7 === 0) return Effect.fail(new WebhookFault({ word: "TIMED_OUT" }))
      delivered += 1
      return Effect.succeed(204)
    })
  const options: CountersignOptions = {
    ...base,
    keys,
    tokens: tokenOptions,
    mailer: { sendCode: async ({ code, to }) => void letters.set(to, code) },
    policy: { ...base.policy, sessionLifetime: SESSION_LIFETIME },
    store: Layer.succeed(Store, store),
    now: time.now
  }
  const { close, web } = await wired(options, send, time.clock)
  return {
    handler: web.handler,
    delivered: () => delivered,
    /** Takes the e-mail that was sent to an address. */
    letter: (address: string): string | undefined => {
      const code = letters.get(address)
      letters.delete(address)
      return code
    },
    close
  }
}

/** The loops that sleep when no work is due: the look for due work, the sweep and the counts. Idle queues wait for the look. */
export const LOOPS = 3
