import {
  canSeal,
  encodeStamp,
  encodeUtf8,
  isScalar,
  type PublicKey,
  publicKeyOfAsync,
  signP256Async
} from "@countersign/wire"
import type { AuthSession } from "./answers/credentials.ts"
import { WebCryptoUnavailableError } from "./errors.ts"

/** A P-256 key pair: a private scalar of 32 bytes, big-endian, and the compressed point in lower-case hex. */
export interface KeyPair {
  readonly privateKey: Uint8Array
  readonly publicKey: PublicKey
}

/** A P-256 key that signs for a session, wherever its private key is stored. */
export interface SigningKey {
  /** The compressed point, lower-case hex. */
  readonly publicKey: PublicKey
  /** Returns the stamp over the exact payload: the value of the signature header. */
  readonly sign: (payload: string) => Promise<string>
  /** Erases or releases the private key. Later calls of `sign` fail. */
  readonly forget: () => void
}

/**
 * Generates a key pair from the platform's secure random source.
 *
 * The private key is accessible only by its property name. It is not in the JSON or the console output of the pair, and
 * a copy by spread or by structured clone lacks it.
 */
export const generateKeyPair = async (): Promise<KeyPair & SigningKey> => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  // FIPS 186-5 appendix A.2.2: bytes outside the scalar range are discarded, not reduced.
  return isScalar(bytes) ? new HiddenKeyPair(bytes, await publicKeyOfAsync(bytes)) : generateKeyPair()
}

/** Returns a pair with a copy of this private key, hidden as in {@link generateKeyPair}. Throws `SCALAR_INVALID`. */
export const hiddenKeyPair = async (privateKey: Uint8Array): Promise<KeyPair & SigningKey> => {
  // Copied first: the caller may overwrite its bytes while the public key is computed.
  const copy = privateKey.slice()
  return new HiddenKeyPair(copy, await publicKeyOfAsync(copy))
}

/** Uses a `#private` field, which enumeration, JSON and console output omit. */
class HiddenKeyPair implements KeyPair, SigningKey {
  readonly publicKey: PublicKey
  readonly #privateKey: Uint8Array

  constructor(privateKey: Uint8Array, publicKey: PublicKey) {
    this.#privateKey = privateKey
    this.publicKey = publicKey
  }

  get privateKey(): Uint8Array {
    return this.#privateKey
  }

  async sign(payload: string): Promise<string> {
    if (this.#privateKey.every((byte) => byte === 0)) throw new TypeError(ERASED)
    return encodeStamp({ publicKey: this.publicKey, signature: await signP256Async(encodeUtf8(payload), this) })
  }

  forget(): void {
    this.#privateKey.fill(0)
  }
}

export const ERASED = "The key of this session was erased. Sign in again."

/** Throws `WebCryptoUnavailableError` before a request that could not be completed. */
export const requireWebCrypto = (): void => {
  if (!canSeal()) throw new WebCryptoUnavailableError()
}

/**
 * A session and the key that signs for it. The private key is not in its JSON or console output, and does not survive a
 * structured clone: do not put the session into web storage; after a reload, call `restore`.
 */
export type ActiveSession = AuthSession & { readonly signer: SigningKey }

/** Anything that can sign: a session of the account, its key, or a bare key pair. */
export type Signer = ActiveSession | SigningKey | KeyPair

export const stampOf = async (signer: Signer, payload: string): Promise<string> => {
  if ("signer" in signer) return signer.signer.sign(payload)
  return ("sign" in signer ? signer : await hiddenKeyPair(signer.privateKey)).sign(payload)
}
