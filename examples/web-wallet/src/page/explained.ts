import {
  CountersignError,
  NetworkError,
  PasskeysUnavailableError,
  QuoteNotSignedError,
  UnexpectedAnswerError
} from "@countersign/client"

/** An error whose message the page shows to the end user as it is. */
export class ExplainedError extends Error {
  override readonly name = "Told"
}

/** Seconds in words. A recovery holds a wallet for days. */
const spanOf = (seconds: number): string =>
  seconds < 7200 ? `${seconds} seconds` : `${Math.ceil(seconds / 3600)} hours`

/** Returns one sentence that explains an error to the end user and says what to do. */
export const explained = (error: unknown): string => {
  if (error instanceof ExplainedError) return error.message
  if (error instanceof CountersignError) {
    const wait = error.retryAfter === undefined ? "" : ` Try again in ${spanOf(error.retryAfter)}.`
    const why = error.reason === undefined ? "" : `${error.reason}. `
    return `${why}${error.explanation}${wait}`
  }
  if (error instanceof NetworkError)
    return "The server did not answer. Check whether the action was completed before you try again."
  if (error instanceof PasskeysUnavailableError)
    return "Passkeys are not available at this address. Open the page at localhost."
  if (error instanceof QuoteNotSignedError) return `Nothing was signed. ${error.message}`
  if (error instanceof UnexpectedAnswerError)
    return `The server's answer could not be verified, so nothing was signed: ${error.message}.`
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return "The passkey prompt was closed or timed out. Try again."
  }
  if (error instanceof DOMException && error.name === "InvalidStateError") {
    return "This device already has a passkey for this wallet. Use it to sign in."
  }
  return "Something went wrong on this page. Reload it. You stay signed in."
}
