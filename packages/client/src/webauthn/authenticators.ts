import { PasskeysUnavailableError } from "../errors/PasskeysUnavailableError.ts"

/** The browser's way to authenticators. Throws `PasskeysUnavailableError`. */
export const authenticators = (): CredentialsContainer => {
  if (typeof navigator === "undefined" || navigator.credentials === undefined) throw new PasskeysUnavailableError()
  if (typeof PublicKeyCredential === "undefined") throw new PasskeysUnavailableError()
  return navigator.credentials
}
