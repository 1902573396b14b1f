import { explain, type Language } from "@countersign/react"

/** An error whose message the page shows to the end user as it is. */
export class ExplainedError extends Error {
  override readonly name = "ExplainedError"
}

/** Returns one or two sentences that explain an error to the end user and say what to do. */
export const explained = (error: unknown, language?: Language): string =>
  error instanceof ExplainedError ? error.message : explain(error, language)

/** Adds to the words of the language, such as `language.code.sent`, that the sandbox mails nothing. */
export const inSandbox = (words: string): string => `${words} The sandbox sends no e-mail: every code is 000000.`

/** The message for an ended session. */
export const ENDED = "Your session has ended. Sign in again."
