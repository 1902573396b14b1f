import {
  CountersignError,
  NetworkError,
  NotConfirmedError,
  PasskeysUnavailableError,
  QuoteNotSignedError,
  UnexpectedAnswerError,
  WebCryptoUnavailableError
} from "@countersign/client"

/** Returns one or two English sentences for the end user: what went wrong, and what to do. */
export const explain = (error: unknown): string => {
  if (error instanceof CountersignError) {
    const wait = error.retryAfter === undefined ? "" : ` Try again in ${spanOf(error.retryAfter)}.`
    const why = error.reason === undefined ? "" : `${error.reason}. `
    return `${why}${error.explanation}${wait}`
  }
  if (error instanceof SignedOutError) return error.message
  if (error instanceof NetworkError)
    return "The server did not answer. Check whether the action was completed before you try again."
  if (error instanceof PasskeysUnavailableError)
    return "Passkeys are not available here. Open the page over https, in a current browser."
  if (error instanceof WebCryptoUnavailableError) return "Open this page over https. The browser cannot sign here."
  if (error instanceof QuoteNotSignedError || error instanceof NotConfirmedError)
    return `Nothing was signed. ${error.message}`
  if (error instanceof UnexpectedAnswerError)
    return `The server's answer could not be verified, so nothing was signed: ${error.message}.`
  if (error instanceof Error && error.name === "NotAllowedError")
    return "The passkey prompt was closed or timed out. Try again."
  if (error instanceof Error && error.name === "InvalidStateError")
    return "This device already has a passkey for this wallet. Use it to sign in."
  return "Something went wrong on this page. Reload it. You stay signed in."
}

/** A wallet is on hold for days after a recovery, so long waits are in hours. */
const spanOf = (seconds: number): string => {
  if (seconds < 7200) return seconds === 1 ? "1 second" : `${seconds} seconds`
  return `${Math.ceil(seconds / 3600)} hours`
}

/** The end user is not signed in, so no key can sign. Render `SignIn`, and repeat the action after it. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError"

  constructor() {
    super("This action requires your signature. Sign in first.")
  }
}
