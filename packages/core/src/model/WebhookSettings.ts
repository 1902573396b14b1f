import { Context } from "effect"

/** How webhooks look, as far as receivers differ in what they expect. */
export interface WebhookSettingsValues {
  /** The header of the P-256 signature over the body. */
  readonly signatureHeader: string
  /** `type` of payments: OUTGOING_PAYMENT with the status in `eventType`, or OUTGOING_PAYMENT.COMPLETED as all others are. */
  readonly paymentTypes: "plain" | "dotted"
}

export const defaultWebhookSettings: WebhookSettingsValues = {
  signatureHeader: "X-Service-Signature",
  paymentTypes: "plain"
}

/** What a host may choose of them. Nobody has to provide it. */
export const WebhookSettings = Context.Reference<WebhookSettingsValues>("@countersign/core/model/WebhookSettings", {
  defaultValue: () => defaultWebhookSettings
})
