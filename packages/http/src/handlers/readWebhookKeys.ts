import { CurrentEnvironment, environmentKey, ServiceKey, WebhookKeys, WebhookSettings } from "@countersign/core"
import { Effect } from "effect"
import { webhookKeysBody } from "../contract/bodies/WebhookKeysBody.ts"
import * as endpoint from "../contract/endpoints/readWebhookKeys.ts"
import { handler } from "./handler.ts"

/** What receivers verify with, as its endpoint answers it. */
export const webhookKeys = Effect.gen(function* () {
  const keys = yield* WebhookKeys
  const publicKeys = yield* keys.publicKeys(environmentKey(yield* CurrentEnvironment))
  return webhookKeysBody(yield* ServiceKey, publicKeys, yield* WebhookSettings)
})

export const readWebhookKeys = handler(endpoint.readWebhookKeys, () => webhookKeys)
