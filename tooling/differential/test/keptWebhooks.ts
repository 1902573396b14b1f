import { type WebhookPost, WebhookSender } from "@countersign/core"
import { Effect, Layer } from "effect"
import { judgeUrl, rulesOf, type WebhookSenderOptions } from "../../../adapters/webhooks/src/judgeUrl.ts"

/** Every webhook that would have been sent, as it would have been. */
export const keptWebhooks: Array<WebhookPost> = []

/** In the place of `webhookSender`: it judges addresses as that one does, and keeps what it is given. */
export const webhookSender = (options?: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.sync(WebhookSender, () => {
    const rules = rulesOf(options)
    return WebhookSender.of({
      judge: (url, mode) => judgeUrl(url, mode, rules),
      send: (post) =>
        Effect.sync(() => {
          keptWebhooks.push(post)
          return 200
        })
    })
  })
