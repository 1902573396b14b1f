import { CountersignError, NotConfirmedError, QuoteNotSignedError, UnexpectedAnswerError } from "@countersign/client"
import { enErrors } from "./languages/enErrors.ts"
import type { Language } from "./languages/Language.ts"

/** Returns one or two sentences for the end user, in English by default: what went wrong, and what to do. */
export const explain = (error: unknown, { errors, tag }: Pick<Language, "errors" | "tag"> = enErrors): string => {
  if (error instanceof CountersignError) {
    const { retryAfter } = error
    const wait = retryAfter === undefined ? "" : ` ${errors.retry(formatWait(retryAfter, tag))}`
    return `${errors.refused(error)}${wait}`
  }
  if (error instanceof QuoteNotSignedError || error instanceof NotConfirmedError) return errors.notSigned(error)
  if (error instanceof UnexpectedAnswerError) return errors.unverified(error)
  return new Map<unknown, string>(Object.entries(errors.named)).get(Object(error).name) ?? errors.unknown
}

/** Formats seconds from now, rounded up, in the largest unit that they are at least two of: "in 90 seconds", "in 3 days". */
const formatWait = (seconds: number, locale: string): string => {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60]
  ] as const
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? (["second", 1] as const)
  return new Intl.RelativeTimeFormat(locale).format(Math.ceil(seconds / size), unit)
}

/** The end user is not signed in, so no key can sign. Render `SignIn`, and repeat the action after it. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError"

  constructor() {
    super(enErrors.errors.named.SignedOutError)
  }
}
