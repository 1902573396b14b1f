import { CurrentEnvironment, environmentKey, ServiceKey, WebhookKeys, WebhookSettings } from "@countersign/core"
import { Effect } from "effect"
import { webhookKeysBody } from "../contract/bodies/WebhookKeysBody.ts"
import * as endpoint from "../contract/endpoints/readWebhookKeys.ts"
import { handler } from "./handler.ts"

/** What receivers verify with, as its endpoint answers it. */
export const webhookKeys = Effect.gen(function* () {
  const keys = yield* WebhookKeys
  const environment = environmentKey(yield* CurrentEnvironment)
  const { publicKeys: p256 } = (yield* ServiceKey).webhooks(environment)
  const ed25519 = yield* keys.publicKeys(environment)
  return webhookKeysBody({ p256, ed25519 }, yield* WebhookSettings)
})

export const readWebhookKeys = handler(endpoint.readWebhookKeys, () => webhookKeys)
