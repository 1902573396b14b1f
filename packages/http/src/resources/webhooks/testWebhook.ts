import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"

/**
 * In snake case for compatibility with existing clients. The receiver's response is omitted, so that a test cannot read
 * from internal servers.
 */
const TestAnswer = Schema.Struct({
  url: Schema.String,
  response_status: Schema.Int,
  response_body: Schema.Literal("")
}).annotate({ identifier: "WebhookTest" })

const shape = {
  headers: idempotencyHeader,
  payload: Schema.Struct({ url: Schema.optionalKey(Schema.String) }),
  success: TestAnswer
}
const about = {
  description:
    "Sends one TEST event to url, or to the configured webhookEndpoint, and waits for the result. response_body is always empty.",
  scope: "MANAGE",
  lenient: "ignoring",
  refusals: ["WebhookEndpointNotSet", "WebhookEndpointRefused", "WebhookNotDelivered"]
} as const

const test = ({ url: wanted }: { readonly url?: string }) =>
  Effect.map(core.testWebhook(wanted), ({ status, url }) => ({
    url,
    response_status: status,
    response_body: "" as const
  }))

export const testWebhook = endpoint(
  HttpApiEndpoint.post("testWebhook", "/webhooks/test", shape),
  { summary: "Send a test webhook", ...about },
  ({ payload }) => test(payload)
)

export const testSandboxWebhook = endpoint(
  HttpApiEndpoint.post("testSandboxWebhook", "/sandbox/webhooks/test", shape),
  { summary: "Send a test webhook (second path)", ...about },
  ({ payload }) => test(payload)
)
