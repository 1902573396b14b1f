/** Why a quote was not signed. */
export type QuoteFault = "PAYLOAD_MISSING" | "PAYLOAD_MALFORMED" | "OTHER_CALL" | "TERMS_DIFFER" | "NOT_CONFIRMED"

/**
 * A quote was not signed, so nothing was paid and nothing was sent. Match on `code`; `message` names the term that differs,
 * and what to do.
 */
export class QuoteNotSignedError extends Error {
  override readonly name = "QuoteNotSignedError"
  readonly code: QuoteFault

  constructor(code: QuoteFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
