import type { Entry } from "./Entry.ts"
import type { WebhookTag } from "./RefusalTag.ts"

/** The refusals of the config and of webhooks. */
export const webhooks: { readonly [Tag in WebhookTag]: Entry } = {
  ConfigRefused: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Config refused",
    message: "The config has settings that cannot take effect. details.errors names each one, and what it must be."
  },
  DeliveryNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No event of this id is kept here. They are kept for 8 days; list the deliveries for the ones there are."
  },
  WebhookEndpointNotSet: {
    status: 400,
    code: "WEBHOOK_ENDPOINT_NOT_SET",
    reason: "No webhook endpoint",
    message: "There is no endpoint to send to. Set webhookEndpoint with PATCH /config, or name a url."
  },
  WebhookEndpointRefused: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Webhook endpoint refused",
    message:
      "Webhooks go to https addresses of the public internet, on port 443 or 8443, without a user name. reason names the rule that this one breaks."
  },
  WebhookNotDelivered: {
    status: 400,
    code: "WEBHOOK_DELIVERY_ERROR",
    reason: "Test webhook not delivered",
    message: "No answer came from the endpoint; reason says how far it got. Check that it is reachable, and try again."
  }
}
