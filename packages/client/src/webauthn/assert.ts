import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"

import { PasskeysUnavailableError } from "../errors.ts"

/** Decodes base64url into its own buffer, which the browser requires. Throws `WireError`. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => decodeBase64Url(text).slice()

/** Returns the browser's credential API. Throws `PasskeysUnavailableError`. */
export const authenticators = (): CredentialsContainer => {
  if (typeof navigator === "undefined" || navigator.credentials === undefined) throw new PasskeysUnavailableError()
  if (typeof PublicKeyCredential === "undefined") throw new PasskeysUnavailableError()
  return navigator.credentials
}

export interface AssertOptions {
  /** Base64url, as received. */
  readonly challenge: string
  /** The passkey, by its WebAuthn id in base64url. */
  readonly credentialId: string
  readonly rpId?: string | undefined
}

/** The fields of an assertion that verify accepts. Binary values are base64url. */
export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | null
}

/** Signs a challenge with an authenticator: WebAuthn Level 3, section 5.1.4. Rethrows the browser's errors. */
export const assert = async ({ challenge, credentialId, rpId }: AssertOptions): Promise<Assertion> => {
  const signed = await authenticators().get({
    publicKey: {
      challenge: bytesOf(challenge),
      allowCredentials: [{ type: "public-key", id: bytesOf(credentialId) }],
      userVerification: "required",
      ...(rpId === undefined ? {} : { rpId })
    }
  })
  if (!(signed instanceof PublicKeyCredential) || !(signed.response instanceof AuthenticatorAssertionResponse)) {
    throw new TypeError("The browser returned no assertion")
  }
  const { authenticatorData, clientDataJSON, signature, userHandle } = signed.response
  return {
    credentialId: encodeBase64Url(new Uint8Array(signed.rawId)),
    clientDataJson: encodeBase64Url(new Uint8Array(clientDataJSON)),
    authenticatorData: encodeBase64Url(new Uint8Array(authenticatorData)),
    signature: encodeBase64Url(new Uint8Array(signature)),
    userHandle: userHandle === null ? null : encodeBase64Url(new Uint8Array(userHandle))
  }
}
