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
export const formatWait = (seconds: number, locale: string): string => {
  const inUnit = (size: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale).format(Math.ceil(seconds / size), unit)
  if (seconds < 120) return inUnit(1, "second")
  if (seconds < 7200) return inUnit(60, "minute")
  return seconds < 172_800 ? inUnit(3600, "hour") : inUnit(86_400, "day")
}

/** The end user is not signed in, so no key can sign. Render `SignIn`, and repeat the action after it. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError"

  constructor() {
    super(enErrors.errors.named.SignedOutError)
  }
}
