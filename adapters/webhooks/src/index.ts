export type { WebhookSenderOptions } from "./judgeUrl.ts"
export { isPublic } from "./judgeUrl.ts"
export { webhookSender } from "./post.ts"
