import { ServiceKey, WebhookKeys, WebhookSettings } from "@countersign/core"
import { Effect } from "effect"
import { webhookKeysBody } from "../contract/bodies/WebhookKeysBody.ts"
import * as endpoint from "../contract/endpoints/readWebhookKeys.ts"
import { handler } from "./handler.ts"

/** What receivers verify with, as its endpoint answers it. */
export const webhookKeys = Effect.map(Effect.all([ServiceKey, WebhookKeys, WebhookSettings]), (all) =>
  webhookKeysBody(...all)
)

export const readWebhookKeys = handler(endpoint.readWebhookKeys, () => webhookKeys)
