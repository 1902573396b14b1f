import { WebhookFault, WebhookSender } from "@countersign/core"
import { Effect, Layer } from "effect"
import { Fault } from "./Fault.ts"
import { judgeUrl } from "./judgeUrl.ts"
import { makeAgents, post } from "./post.ts"
import { rulesOf, type WebhookSenderOptions } from "./Rules.ts"

/** Sends webhooks to the public internet, over connections of their own. */
export const webhookSender = (options?: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.sync(WebhookSender, () => {
    const rules = rulesOf(options)
    const agents = makeAgents()
    return WebhookSender.of({
      judge: (url, mode) => judgeUrl(url, mode, rules),
      send: (message) =>
        Effect.tryPromise({
          try: (signal) => post(message, rules, agents, signal),
          catch: (cause) => new WebhookFault({ word: cause instanceof Fault ? cause.word : "BROKEN_OFF", cause })
        })
    })
  })
