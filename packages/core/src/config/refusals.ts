import { Schema } from "effect"

/** An address that webhooks are not sent to. `check` names the rule that it breaks. */
export class WebhookEndpointRefused extends Schema.TaggedError<WebhookEndpointRefused>()("WebhookEndpointRefused", {
  check: Schema.String
}) {}
