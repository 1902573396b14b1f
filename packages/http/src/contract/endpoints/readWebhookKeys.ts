import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { WebhookKeysBody } from "../bodies/WebhookKeysBody.ts"

export const readWebhookKeys = HttpApiEndpoint.get("readWebhookKeys", "/webhooks/keys", { success: WebhookKeysBody })
  .annotate(OpenApi.Summary, "Read the keys that webhooks are verified with")
  .annotate(OpenApi.Description, "While a key is changed there are several, and each webhook is signed by all of them.")
