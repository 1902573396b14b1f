import { explain } from "@countersign/react"
import { componentWords, t } from "../words/translate.ts"

/** An error whose message the page shows to the end user as it is. */
export class ExplainedError extends Error {
  override readonly name = "ExplainedError"
}

/** Returns one or two sentences that explain an error to the end user and say what to do. */
export const explained = (error: unknown): string =>
  error instanceof ExplainedError ? error.message : explain(error, componentWords)

/** Adds to the words of the language, such as `language.code.sent`, that the sandbox mails nothing. */
export const inSandbox = (words: string): string =>
  `${words} ${t("The sandbox sends no e-mail: every code is 000000.")}`

/** The message for an ended session. */
export const ENDED = t("Your session has ended. Sign in again.")

/** The message after a sign-in. */
export const SIGNED_IN = t("You are signed in. Your actions are now signed by a key that never leaves this browser.")
