import type { ErrorBody, ErrorDetails } from "./answers/ErrorBody.ts"

/**
 * The server refused the operation. `message` is "CODE: reason. message", without the reason when the refusal has none.
 * It contains only the server's text, and none of the values you sent.
 */
export class CountersignError extends Error {
  override readonly name = "CountersignError"
  /** The HTTP status, 400 to 599. */
  readonly status: number
  /** The server's explanation: the cause and the remedy. It can be shown to the end user. */
  readonly explanation: string
  /** The code to match on, such as `UNAUTHORIZED` or `REFERENCE_NOT_FOUND`. A published code never changes. */
  readonly code: string
  // Declared, so that a refusal without a reason has no such own property.
  /** The failed check in a few words: "Invalid OTP code". */
  declare readonly reason?: string
  declare readonly details?: ErrorDetails
  /** The section of the errors page with the cause and the remedy. */
  declare readonly docs?: string
  /** Seconds to wait before a retry. */
  declare readonly retryAfter?: number
  /** The id of the call: the `requestId` of the server's log lines, to quote to the platform. */
  declare readonly requestId?: string

  constructor(refusal: {
    readonly status: number
    readonly body: ErrorBody
    readonly retryAfter?: number | undefined
    readonly requestId?: string | undefined
  }) {
    const { code, details, docs, message, reason = details?.reason } = refusal.body
    super(`${code}: ${reason === undefined ? "" : `${reason}. `}${message}`)
    this.status = refusal.status
    this.code = code
    this.explanation = message
    if (reason !== undefined) this.reason = reason
    if (details !== undefined) this.details = details
    if (docs !== undefined) this.docs = docs
    if (refusal.retryAfter !== undefined) this.retryAfter = refusal.retryAfter
    if (refusal.requestId !== undefined) this.requestId = refusal.requestId
  }
}

/** The refusal of a session that does not satisfy the platform's policy. The request or quote stays open. */
export interface StepUpRequired extends CountersignError {
  readonly code: "STEP_UP_REQUIRED"
  readonly details: ErrorDetails & { readonly rule: string }
}

/**
 * Returns whether the server refused a session by the platform's policy. Log in as `details.credentialTypes` and
 * `details.maxSessionAgeSeconds` require, for example with a passkey, and repeat the operation.
 */
export const isStepUpRequired = (error: unknown): error is StepUpRequired =>
  error instanceof CountersignError && error.code === "STEP_UP_REQUIRED" && error.details?.rule !== undefined

/**
 * No response arrived, or the connection broke; `cause` is the error of `fetch`. The operation may have been executed:
 * read the resource before a retry.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError"

  constructor(call: string, cause: unknown, isOtherOrigin = false) {
    super(`${call} received no response${isOtherOrigin ? OTHER_ORIGIN : ""}`, { cause })
  }
}

const OTHER_ORIGIN =
  ". If the server is up, it does not allow pages of this origin (CORS): see the option origins of forUser"

/**
 * Passkeys are unavailable: a browser without WebAuthn, a page not served over https or loopback, or no browser and no option
 * `authenticators`.
 */
export class PasskeysUnavailableError extends Error {
  override readonly name = "PasskeysUnavailableError"

  constructor() {
    super(
      `navigator.credentials is missing: passkeys need a browser and a page served over https or from localhost. ${NATIVE}`
    )
  }
}

const NATIVE = "On React Native, use @countersign/client/react-native."

/** The reason why a quote was not signed. */
export type QuoteFault = "PAYLOAD_MISSING" | "PAYLOAD_MALFORMED" | "OTHER_CALL" | "TERMS_DIFFER" | "NOT_CONFIRMED"

/**
 * The client did not sign a quote, so nothing was sent and nothing was paid. Match on `code`; `message` names the term
 * that differs and the remedy.
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
 * A response outside the contract, such as a proxy's error page, or one that must not be trusted: a target key without
 * the server's signature, or a payload for another call. `message` names the call and the violated rule, and never
 * contains the body. For a malformed wire format, `cause` is the `WireError`.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name: string = "UnexpectedAnswerError"
  /** The HTTP status of the response. */
  readonly status: number

  constructor(answer: { readonly call: string; readonly status: number }, problem: string, cause?: unknown) {
    super(`${answer.call} answered ${answer.status}: ${problem}`, cause === undefined ? undefined : { cause })
    this.status = answer.status
  }
}

/**
 * The payload to sign says something else than the caller means: another payee, one field more, a number as text. Nothing
 * was signed. `message` names the first difference.
 */
export class TermsDifferError extends UnexpectedAnswerError {
  override readonly name = "TermsDifferError"
}

/** `confirm` returned another value than true, so nothing was signed and the operation was not executed. */
export class NotConfirmedError extends Error {
  override readonly name = "NotConfirmedError"

  constructor() {
    super("The signature was not confirmed.")
  }
}

/** No sign-in with this `state` was begun in this browser, or it was completed or has expired. Begin another. */
export class SignInNotPendingError extends Error {
  override readonly name = "SignInNotPendingError"

  constructor() {
    super("This sign-in was not begun in this browser, was completed, or has expired. Begin another.")
  }
}

/** WebCrypto is unavailable: a page served over plain http, an outdated platform, or React Native without `reactNative`. */
export class WebCryptoUnavailableError extends Error {
  override readonly name = "WebCryptoUnavailableError"

  constructor() {
    super(`crypto.subtle is missing: only https and localhost have it. Use https. ${NATIVE}`)
  }
}
