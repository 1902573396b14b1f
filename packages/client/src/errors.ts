import type { ErrorBody, ErrorDetails } from "./answers/ErrorBody.ts"

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

/**
 * No answer came, or it broke off; `cause` is what `fetch` failed with. Whether the operation took place is unknown:
 * read the resource before you repeat it.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError"

  constructor(call: string, cause: unknown) {
    super(`${call} got no answer`, { cause })
  }
}

/** This place has no passkeys: no browser, one without WebAuthn, or a page that did not come over https or loopback. */
export class PasskeysUnavailableError extends Error {
  override readonly name = "PasskeysUnavailableError"

  constructor() {
    super("navigator.credentials is missing: passkeys need a browser and a page from https or localhost")
  }
}

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

/**
 * An answer the contract does not know, as a proxy's error page is, or one that must not be trusted, as a code's target
 * key that the service did not sign is, or a payload to sign that is for another call. `message` names the call and the
 * rule that was broken, never the body. Where a wire format was refused, `cause` is the `WireError` that says why.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError"
  /** The HTTP status of the answer. */
  readonly status: number

  constructor(answer: { readonly call: string; readonly status: number }, problem: string, cause?: unknown) {
    super(`${answer.call} answered ${answer.status}: ${problem}`, cause === undefined ? undefined : { cause })
    this.status = answer.status
  }
}

/** This place has no WebCrypto: a page that came over plain http, or a platform that is too old. */
export class WebCryptoUnavailableError extends Error {
  override readonly name = "WebCryptoUnavailableError"

  constructor() {
    super(
      "crypto.subtle is missing, so nothing can be sealed or opened: a browser gives it to pages from https or localhost alone. Serve the page over https."
    )
  }
}

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
