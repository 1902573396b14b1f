import { enErrors } from "../languages/enErrors.ts"
import type { Language } from "../languages/Language.ts"

/** The English words of this entry, for a language without its words. */
export const en: Pick<Language, "errors" | "tag"> & Required<Pick<Language, "openId">> = {
  ...enErrors,
  openId: {
    submit: (provider) => `Continue with ${provider}`,
    leaving: (provider) => `Opening ${provider}…`,
    completing: "Signing in…",
    declined: (provider) => `You did not sign in with ${provider}. Try again, or use another way.`,
    unavailable: (provider) => `The sign-in with ${provider} failed. Try again, or use another way.`
  }
}
