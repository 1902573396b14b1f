import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"
import { PasskeysUnavailableError } from "../errors.ts"

/** Decodes base64url into its own buffer, which the browser requires. Throws `WireError`. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => decodeBase64Url(text).slice()

/** The authenticators of a platform that is not a browser: a part of `navigator.credentials`, which has them in a browser. */
export interface Authenticators {
  /** Creates a passkey. Returns a `PublicKeyCredential`, whose binary members may be base64url. */
  readonly create: (options: CredentialCreationOptions) => Promise<unknown>
  /** Signs a challenge. Returns as `create` does. */
  readonly get: (options: CredentialRequestOptions) => Promise<unknown>
  /** The name of the relying party where an operation names none, in place of the page's host. */
  readonly rpName: string
}

/** Returns the given authenticators, or the browser's. Throws `PasskeysUnavailableError`. */
export const authenticatorsOf = (given: Authenticators | undefined): Pick<Authenticators, "create" | "get"> => {
  const found = given ?? (typeof PublicKeyCredential === "undefined" ? undefined : globalThis.navigator?.credentials)
  if (found === undefined) throw new PasskeysUnavailableError()
  return found
}

export interface AssertOptions {
  readonly authenticators: Authenticators | undefined
  /** Base64url, as received. */
  readonly challenge: string
  /** The passkey, by its WebAuthn id in base64url. Without it, any passkey of the relying party. */
  readonly credentialId?: string
  readonly rpId?: string | undefined
  /** Ends the prompt with the browser's "AbortError". */
  readonly signal?: AbortSignal | undefined
  /** Offers the passkeys in the autofill of a form, and prompts for none. */
  readonly isAutofill?: boolean | undefined
}

/** The fields of an assertion that verify accepts. Binary values are base64url. */
export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | null
}

/** Signs a challenge with an authenticator: WebAuthn Level 3, section 5.1.4. Rethrows the errors of `authenticators`. */
export const assert = async ({
  authenticators,
  challenge,
  credentialId,
  isAutofill,
  rpId,
  signal
}: AssertOptions): Promise<Assertion> => {
  const signed = await authenticatorsOf(authenticators).get({
    publicKey: {
      challenge: bytesOf(challenge),
      allowCredentials: credentialId === undefined ? [] : [{ type: "public-key", id: bytesOf(credentialId) }],
      userVerification: "required",
      ...(rpId === undefined ? {} : { rpId })
    },
    ...(signal === undefined ? {} : { signal }),
    ...(isAutofill === true ? { mediation: "conditional" } : {})
  })
  const response = responseOf(signed)
  const { authenticatorData, clientDataJSON, signature } = response
  return {
    credentialId: idOf(signed),
    clientDataJson: binary(clientDataJSON),
    authenticatorData: binary(authenticatorData),
    signature: binary(signature),
    userHandle: response.userHandle == null ? null : binary(response.userHandle)
  }
}

/** The members of a response, read by shape: password managers return plain objects, not the browser's classes. */
export const responseOf = (credential: unknown): Readonly<Record<string, unknown>> =>
  Object(Object(credential).response)

/** The WebAuthn id of a credential, in base64url. */
export const idOf = (credential: unknown): string => {
  const { id, rawId } = Object(credential)
  return binary(rawId ?? id)
}

/** Bytes of any realm, or their base64url as in `toJSON` (WebAuthn Level 3, section 5.1), in base64url. Throws a `TypeError`. */
export const binary = (value: unknown): string => {
  if (typeof value === "string") return encodeBase64Url(bytesOf(value))
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : isBuffer(value) && new Uint8Array(value)
  if (!bytes) throw new TypeError("The browser returned no passkey")
  return encodeBase64Url(bytes)
}

/** `instanceof` is false for a buffer of another realm, such as a frame or an extension. */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]"
