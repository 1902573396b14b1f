/** This place has no WebCrypto: a page that came over plain http, or a platform that is too old. */
export class WebCryptoUnavailableError extends Error {
  override readonly name = "WebCryptoUnavailableError"

  constructor() {
    super(
      "crypto.subtle is missing, so nothing can be sealed or opened: a browser gives it to pages from https or localhost alone. Serve the page over https."
    )
  }
}
