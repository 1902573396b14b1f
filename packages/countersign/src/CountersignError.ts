import type { ErrorDetails } from "./types/errors.ts"

/** Rejection of a call of `api`: the status and the body with which the HTTP API refuses the same call. */
export class CountersignError extends Error {
  override readonly name = "CountersignError"
  /** The HTTP status, 400 to 599. */
  readonly status: number
  /** The code to match on, such as `INVALID_INPUT` or `USER_NOT_FOUND`. A published code never changes. */
  readonly code: string
  // Declared, so that an error without a reason has no such own property.
  /** The failed check in a few words: "Invalid OTP code". */
  declare readonly reason?: string
  /** More about the refusal, such as each invalid field. */
  declare readonly details?: ErrorDetails
  /** The section of the errors page with the cause and the remedy. */
  declare readonly docs?: string
  /** The id of the call: the `requestId` of its log lines. */
  readonly requestId: string
  /** Seconds to wait before a retry. */
  declare readonly retryAfter?: number

  constructor(body: RefusalBody, requestId: string, retryAfter?: string) {
    const { code, details, docs, message, reason, status } = body
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    if (docs !== undefined) this.docs = docs
    if (reason !== undefined) this.reason = reason
    if (details !== undefined) this.details = details
    if (retryAfter !== undefined) this.retryAfter = Number(retryAfter)
  }
}

/** The body of a refusal of the HTTP API. */
type RefusalBody = Pick<CountersignError, "status" | "code" | "message" | "reason" | "details" | "docs">
