import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"

const WebhookSecret = Schema.Struct({ secret: Schema.String }).annotate({ identifier: "WebhookSecret" })

export const readWebhookSecret = HttpApiEndpoint.get("readWebhookSecret", "/webhooks/secret", {
  success: WebhookSecret
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Read the secret of v1 signatures")
  .annotate(
    OpenApi.Description,
    "For receivers that verify the symmetric signature of Standard Webhooks. Whoever has it can forge one: prefer the keys."
  )
