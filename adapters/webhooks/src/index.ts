export type { WebhookSenderOptions } from "./checkUrl.ts"
export { isPublic } from "./checkUrl.ts"
export { webhookSender } from "./post.ts"
