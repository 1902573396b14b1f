/** This place has no passkeys: no browser, one without WebAuthn, or a page that did not come over https or loopback. */
export class PasskeysUnavailableError extends Error {
  override readonly name = "PasskeysUnavailableError"

  constructor() {
    super("navigator.credentials is missing: passkeys need a browser and a page from https or localhost")
  }
}
