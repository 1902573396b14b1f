import { CountersignError, NotConfirmedError, QuoteNotSignedError, UnexpectedAnswerError } from "@countersign/client"
import { formatWait } from "./amount.ts"
import { en } from "./languages/en.ts"
import type { Language } from "./languages/Language.ts"

/** Returns one or two sentences for the end user, in English by default: what went wrong, and what to do. */
export const explain = (error: unknown, { errors, tag }: Language = en): string => {
  if (error instanceof CountersignError) {
    const { retryAfter } = error
    const wait = retryAfter === undefined ? "" : ` ${errors.retry(formatWait(retryAfter, tag))}`
    return `${errors.refused(error)}${wait}`
  }
  if (error instanceof QuoteNotSignedError || error instanceof NotConfirmedError) return errors.notSigned(error)
  if (error instanceof UnexpectedAnswerError) return errors.unverified(error)
  const named = new Map(Object.entries(errors.named))
  return (error instanceof Error ? named.get(error.name) : undefined) ?? errors.unknown
}

/** The end user is not signed in, so no key can sign. Render `SignIn`, and repeat the action after it. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError"

  constructor() {
    super(en.errors.named.SignedOutError)
  }
}
