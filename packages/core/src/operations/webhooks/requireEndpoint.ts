import { Effect } from "effect"
import { WebhookEndpointRefused } from "../../config/refusals.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"

/** Refuses an address that no webhook would be sent to. What a name leads to is judged when something is sent there. */
export const requireEndpoint = Effect.fnUntraced(function* (url: string) {
  const sender = yield* WebhookSender
  const { mode } = yield* CurrentEnvironment
  const check = sender.judge(url, mode)
  if (check !== undefined) return yield* new WebhookEndpointRefused({ check })
})
