import { Clock, Effect } from "effect"
import type { Bucket } from "../../model/Bucket.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { Policy, type PolicyValues } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { freshId } from "../../ports/Secrets.ts"
import { Throttle } from "../../ports/Throttle.ts"
import { loadOne } from "../../store/records.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { requireEndpoint } from "./deliveries.ts"
import { postEvent } from "./postEvent.ts"
import { WebhookEndpointNotSet, WebhookNotDelivered } from "./rules/Event.ts"

/** Sends a TEST event once while the caller waits. Returns the status of the answer and nothing else. */
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

/** Limits how many requests a caller may trigger to arbitrary addresses (W12). */
export const testLimit = (environment: EnvironmentKey, { webhookTests }: PolicyValues): Bucket => ({
  environment,
  key: "webhook test",
  ...webhookTests,
  consistency: "strong"
})
