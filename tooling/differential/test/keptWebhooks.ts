import { type WebhookPost, WebhookSender } from "@countersign/core"
import { Effect, Layer } from "effect"
import { checkUrl, rulesOf, type WebhookSenderOptions } from "../../../adapters/webhooks/src/checkUrl.ts"

/** Every webhook that the service would have sent. */
export const keptWebhooks: Array<WebhookPost> = []

/** Replaces `webhookSender`: applies the same address rules, and records webhooks instead of sending them. */
export const webhookSender = (options?: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.sync(WebhookSender, () => {
    const rules = rulesOf(options)
    return WebhookSender.of({
      judge: (url, mode) => checkUrl(url, mode, rules),
      send: (post) =>
        Effect.sync(() => {
          keptWebhooks.push(post)
          return 200
        })
    })
  })
