export type { WebhookSenderOptions } from "./checkUrl.ts"
export { isPublic } from "./checkUrl.ts"
export { publicFetch, webhookSender } from "./post.ts"
