import { Context } from "effect"

/** Format options of webhooks, where receivers differ in their expectations. */
export interface WebhookSettingsValues {
  /** The name of the header with the P-256 signature over the body. */
  readonly signatureHeader: string
  /**
   * `plain`: payments have the type OUTGOING_PAYMENT and the status in `eventType`. `dotted`:
   * OUTGOING_PAYMENT.COMPLETED, as in all other events.
   */
  readonly paymentTypes: "plain" | "dotted"
}

export const defaultWebhookSettings: WebhookSettingsValues = {
  signatureHeader: "X-Service-Signature",
  paymentTypes: "plain"
}

/** Webhook format options of the host. Optional: without it, the defaults apply. */
export const WebhookSettings = Context.Reference<WebhookSettingsValues>("@countersign/core/model/WebhookSettings", {
  defaultValue: () => defaultWebhookSettings
})
