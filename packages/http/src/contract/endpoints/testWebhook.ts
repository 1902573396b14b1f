import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { LenientBody } from "../LenientBody.ts"

/** In snake case, as its readers expect it. What the receiver said is not repeated: a test is no way to read from there. */
const TestAnswer = Schema.Struct({
  url: Schema.String,
  response_status: Schema.Int,
  response_body: Schema.Literal("")
}).annotate({ identifier: "WebhookTest" })

const shape = {
  headers: idempotencyHeader,
  payload: Schema.Struct({ url: Schema.optionalKey(Schema.String) }),
  success: TestAnswer,
  error: refusalsOf("testWebhook")
}

const description =
  "Sends a TEST event to url, or to the webhookEndpoint of the config, once and while you wait. response_body is always empty."

export const testWebhook = HttpApiEndpoint.post("testWebhook", "/webhooks/test", shape)
  .annotate(RequiredScope, "MANAGE")
  .annotate(LenientBody, true)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "ignore" })
  .annotate(OpenApi.Summary, "Send a test webhook")
  .annotate(OpenApi.Description, description)

export const testSandboxWebhook = HttpApiEndpoint.post("testSandboxWebhook", "/sandbox/webhooks/test", shape)
  .annotate(RequiredScope, "MANAGE")
  .annotate(LenientBody, true)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "ignore" })
  .annotate(OpenApi.Summary, "Send a test webhook, by its other path")
  .annotate(OpenApi.Description, description)
