/** Which check a delivery failed. */
export type WebhookFault =
  | "BODY_NOT_RAW"
  | "KEYS_MALFORMED"
  | "HEADER_MISSING"
  | "HEADER_MALFORMED"
  | "TIMESTAMP_OUTSIDE_TOLERANCE"
  | "SIGNATURE_MISMATCH"
  | "BODY_MALFORMED"

/** A delivery that is not to be believed. `message` says what to do, and nothing of what came. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}
