import { type PublicKey, publicKeyOf, signStamp } from "@countersign/wire"
import type { AuthSession } from "./answers/credentials.ts"
import { WebCryptoUnavailableError } from "./errors.ts"
import type { SigningKey } from "./keys/SigningKey.ts"

/** A P-256 key pair: a private scalar of 32 bytes, big-endian, and the compressed point in lower-case hex. */
export interface KeyPair {
  readonly privateKey: Uint8Array
  readonly publicKey: PublicKey
}

/**
 * A fresh key pair from the platform's secure random source.
 *
 * The private key answers to its name and shows up nowhere else: it is not in the JSON or the console output of the
 * pair, and a copy by spread or by structured clone lacks it.
 */
export const generateKeyPair = (): KeyPair & SigningKey => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  // FIPS 186-5 appendix A.2.2: bytes that are no scalar are thrown away, not reduced.
  return isScalar(bytes) ? new HiddenKeyPair(bytes) : generateKeyPair()
}

/**
 * A pair whose private key is a copy of these bytes, hidden as {@link generateKeyPair} hides it. Throws
 * `SCALAR_INVALID`.
 */
export const hiddenKeyPair = (privateKey: Uint8Array): KeyPair & SigningKey => new HiddenKeyPair(privateKey.slice())

/** A `#private` field, since enumeration, JSON and console output leave those out. */
class HiddenKeyPair implements KeyPair, SigningKey {
  readonly publicKey: PublicKey
  readonly #privateKey: Uint8Array

  constructor(privateKey: Uint8Array) {
    this.#privateKey = privateKey
    this.publicKey = publicKeyOf(privateKey)
  }

  get privateKey(): Uint8Array {
    return this.#privateKey
  }

  async sign(payload: string): Promise<string> {
    return signStamp(payload, this.#privateKey)
  }

  forget(): void {
    this.#privateKey.fill(0)
  }
}

const isScalar = (bytes: Uint8Array): boolean => {
  try {
    publicKeyOf(bytes)
    return true
  } catch {
    return false
  }
}

/** Throws `WebCryptoUnavailableError` before anything is sent that could not be finished. */
export const requireWebCrypto = (): void => {
  if (!hasWebCrypto()) throw new WebCryptoUnavailableError()
}

/** Types say that it is everywhere. */
export const hasWebCrypto = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined

/**
 * A session and the key that signs for it. The private key is not in its JSON or console output, and does not survive a
 * structured clone: keep it out of web storage, and take it back after a reload with `restore`.
 */
export type ActiveSession = AuthSession & { readonly signer: SigningKey }

/** Whatever can sign: a session of the account, its key, or a bare key pair. */
export type Signer = ActiveSession | SigningKey | KeyPair

export const signingKeyOf = (signer: Signer): SigningKey => {
  if ("signer" in signer) return signer.signer
  return "sign" in signer ? signer : hiddenKeyPair(signer.privateKey)
}
