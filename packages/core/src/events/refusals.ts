import { Schema } from "effect"

/** No event of this id is kept here. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}

/** There is no endpoint that a test could go to. */
export class WebhookEndpointNotSet extends Schema.TaggedError<WebhookEndpointNotSet>()("WebhookEndpointNotSet", {}) {}

/** The test came to no answer. */
export class WebhookNotDelivered extends Schema.TaggedError<WebhookNotDelivered>()("WebhookNotDelivered", {
  check: Schema.String
}) {}
