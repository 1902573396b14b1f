import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { WebhookKeysBody } from "../bodies/WebhookKeysBody.ts"

export const readWebhookKeys = HttpApiEndpoint.get("readWebhookKeys", "/webhooks/keys", { success: WebhookKeysBody })
  .annotate(OpenApi.Summary, "Read the keys that webhooks are verified with")
  .annotate(
    OpenApi.Description,
    "The keys of the environment of the API token. While a key is replaced there are several."
  )
