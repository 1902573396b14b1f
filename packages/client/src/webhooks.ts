export {
  type ReceivedHeaders,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookFault,
  WebhookVerificationError
} from "./verifyWebhook.ts"
