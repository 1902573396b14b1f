// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { entry, missing } from "../model/entries.ts"

/** No event of this id is kept here. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) { static readonly entry = missing("No event of this id is kept here. They are kept for 8 days; list the deliveries for the ones there are.") }

/** There is no endpoint that a test could go to. */
export class WebhookEndpointNotSet extends Schema.TaggedError<WebhookEndpointNotSet>()("WebhookEndpointNotSet", {}) { static readonly entry = entry("invalid", "WEBHOOK_ENDPOINT_NOT_SET", "No webhook endpoint", "There is no endpoint to send to. Set webhookEndpoint with PATCH /config, or name a url.") }

/** The test came to no answer. */
export class WebhookNotDelivered extends Schema.TaggedError<WebhookNotDelivered>()("WebhookNotDelivered", { check: Schema.String }) { static readonly entry = entry("invalid", "WEBHOOK_DELIVERY_ERROR", "Test webhook not delivered", "No answer came from the endpoint; reason says how far it got. Check that it is reachable, and try again.") }
