import type { Language } from "./Language.ts"

/** English sentences, apart from the words of the components, for pages that only explain errors. */
export const enErrors: Pick<Language, "errors" | "tag"> = {
  tag: "en",
  errors: {
    refused: ({ explanation, reason }) => `${reason === undefined ? "" : `${reason}. `}${explanation}`,
    retry: (inTime) => `Try again ${inTime}.`,
    notSigned: ({ message }) => `Nothing was signed. ${message}`,
    unverified: ({ message }) => `The server's answer could not be verified, so nothing was signed: ${message}.`,
    named: {
      SignedOutError: "This action requires your signature. Sign in first.",
      NetworkError: "The server did not answer. Check whether the action was completed before you try again.",
      SignInNotPendingError: "This sign-in has expired, or began in another browser. Sign in again.",
      PasskeysUnavailableError: "Passkeys are not available here. Open this page over https, in a current browser.",
      WebCryptoUnavailableError: "Open this page over https, in a current browser.",
      NotAllowedError: "The passkey prompt was closed or timed out. Try again.",
      InvalidStateError: "This device already has a passkey for this wallet. You can sign in with it."
    },
    unknown: "Something went wrong on this page. Reload it. You stay signed in."
  }
}
