import {
  CountersignError,
  NetworkError,
  PasskeysUnavailableError,
  QuoteNotSignedError,
  UnexpectedAnswerError
} from "@countersign/client"

/** Something that the page itself says in its own words. */
export class Told extends Error {
  override readonly name = "Told"
}

/** An error as one sentence that says what to do. */
export const explained = (error: unknown): string => {
  if (error instanceof Told) return error.message
  if (error instanceof CountersignError) {
    const wait = error.retryAfter === undefined ? "" : ` Try again in ${error.retryAfter} seconds.`
    const why = error.reason === undefined ? "" : `${error.reason}. `
    return `${why}${error.explanation}${wait}`
  }
  if (error instanceof NetworkError) return "No answer came. Look what became of it before you do it again."
  if (error instanceof PasskeysUnavailableError) return "This browser has no passkeys here. Open the page by localhost."
  if (error instanceof QuoteNotSignedError) return `Nothing was signed. ${error.message}`
  if (error instanceof UnexpectedAnswerError)
    return `The answer is not to be trusted, so nothing was signed: ${error.message}.`
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return "The passkey was not used: the browser's question was closed or ran out of time."
  }
  if (error instanceof DOMException && error.name === "InvalidStateError") {
    return "This device has a passkey of the wallet already. Sign in with that one."
  }
  return "Something went wrong in the page. Load it again; your session is kept."
}
