import type { ErrorBody, ErrorDetails } from "../answers/ErrorBody.ts"

/**
 * The service refused. `message` is "CODE: reason. message", less the reason where the refusal has none: what failed, and
 * what to do. All of it is the service's own text, and nothing that you sent is added.
 */
export class CountersignError extends Error {
  override readonly name = "CountersignError"
  /** The HTTP status, 400 to 599. */
  readonly status: number
  /** The service's own sentence: what is wrong, and what to do about it. Fit to be shown. */
  readonly explanation: string
  /** What to match on: `UNAUTHORIZED`, `REFERENCE_NOT_FOUND`. Once published it stays. */
  readonly code: string
  // Declared, so that a refusal without one has no such field at all.
  /** The failed check in a few words: "Invalid OTP code". */
  declare readonly reason?: string
  declare readonly details?: ErrorDetails
  /** Seconds to wait before trying again. */
  declare readonly retryAfter?: number

  constructor(refusal: {
    readonly status: number
    readonly body: ErrorBody
    readonly retryAfter: number | undefined
  }) {
    const { code, details, message, reason = details?.reason } = refusal.body
    super(`${code}: ${reason === undefined ? "" : `${reason}. `}${message}`)
    this.status = refusal.status
    this.code = code
    this.explanation = message
    if (reason !== undefined) this.reason = reason
    if (details !== undefined) this.details = details
    if (refusal.retryAfter !== undefined) this.retryAfter = refusal.retryAfter
  }
}
