import { WebCryptoUnavailableError } from "./errors/WebCryptoUnavailableError.ts"

/** Throws `WebCryptoUnavailableError` before anything is sent that could not be finished. */
export const requireWebCrypto = (): void => {
  if (!hasWebCrypto()) throw new WebCryptoUnavailableError()
}

/** Types say that it is everywhere. */
export const hasWebCrypto = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined
