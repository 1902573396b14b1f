export { isPublic } from "./isPublic.ts"
export type { WebhookSenderOptions } from "./Rules.ts"
export { webhookSender } from "./webhookSender.ts"
