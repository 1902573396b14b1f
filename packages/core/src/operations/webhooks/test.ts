import { Clock, Effect } from "effect"
import { configOf } from "../../config/walletConfig.ts"
import { WebhookEndpointNotSet, WebhookNotDelivered } from "../../events/refusals.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { Policy, type PolicyValues } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { loadOne } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { type Bucket, Throttle } from "../../ports/Throttle.ts"
import { postEvent } from "./postEvent.ts"
import { requireEndpoint } from "./requireEndpoint.ts"

/** Sends a TEST while the caller waits, once, and tells the status of the answer and nothing else of it. */
export const testWebhook = Effect.fnUntraced(function* (wanted?: string) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const url = wanted ?? (yield* loadOne(configOf(environment)))?.value.webhookEndpoint
  if (url === undefined) return yield* new WebhookEndpointNotSet()
  yield* requireEndpoint(url)
  yield* (yield* Throttle).spend([testLimit(environment, yield* Policy)])
  const at = yield* Clock.currentTimeMillis
  const eventId = yield* freshId("Webhook")
  const status = yield* postEvent({ eventId, type: "TEST", subject: {}, at }, url).pipe(
    Effect.catchTag("WebhookFault", ({ word }) => Effect.fail(new WebhookNotDelivered({ check: word })))
  )
  return { url, status }
})

/** Whoever may have something sent anywhere is kept from sending much (W12). */
export const testLimit = (environment: EnvironmentKey, { webhookTests }: PolicyValues): Bucket => ({
  environment,
  key: "webhook test",
  ...webhookTests,
  told: "now"
})
