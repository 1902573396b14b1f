import type { RequestId, RetryHeaders } from "@countersign/core"

export const headersOfRetry = (headers: {
  readonly "service-wallet-signature"?: string
  readonly "request-id"?: RequestId
}): RetryHeaders => ({ stamp: headers["service-wallet-signature"], requestId: headers["request-id"] })
