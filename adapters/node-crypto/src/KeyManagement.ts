/**
 * A key management service (KMS) or hardware module. It has the keys that encrypt the data keys of the vault. Each call
 * has a deadline, after which `signal` aborts. A promise that rejects is an outage, unless its error is a
 * {@link KeyManagementFailure}.
 */
export interface KeyManagement {
  /**
   * Names the key that encrypts now, in 1 to 255 bytes. It is stored with each value, so that a later configuration
   * knows which key decrypts it. It is no secret.
   */
  readonly keyId: string
  /** Encrypts a key of 32 bytes. */
  readonly encrypt: (request: {
    readonly keyId: string
    readonly plaintext: Uint8Array
    readonly signal: AbortSignal
  }) => Promise<Uint8Array>
  /** Decrypts what `encrypt` or `generateDataKey` returned, also under keys that are no longer `keyId`. */
  readonly decrypt: (request: {
    readonly keyId: string
    readonly ciphertext: Uint8Array
    readonly signal: AbortSignal
  }) => Promise<Uint8Array>
  /**
   * Returns 32 new random bytes, and the same encrypted. When absent, the node draws the bytes and calls `encrypt`.
   * The vault overwrites `plaintext` after it has derived its keys from it.
   */
  readonly generateDataKey?: (request: {
    readonly keyId: string
    readonly signal: AbortSignal
  }) => Promise<{ readonly plaintext: Uint8Array; readonly ciphertext: Uint8Array }>
}

/** The fields of an error of a {@link KeyManagement} that is no outage. */
export interface KeyManagementFailure {
  /**
   * `throttled`: too many calls; the service is not called again for `retryAfter` milliseconds. `unknownKey`: the
   * service does not have the key, has disabled it, or denies its use.
   */
  readonly because: "throttled" | "unknownKey"
  /** Milliseconds, at most 60,000. Default: 1,000. */
  readonly retryAfter?: number
}

/** A vault whose keys are in a key management service. */
export interface VaultOptions {
  /** The service, as an object with its calls. docs/guides/kms.md has one for AWS KMS. */
  readonly kms: KeyManagement
  /**
   * `false` while nodes without this option still run: then `keys.vault` encrypts as before, and what the service
   * encrypted is decrypted. Default: `true`.
   */
  readonly encrypts?: boolean
  /** The deadline of a call of the service, in milliseconds: 10 to 10,000. Default: 1,500. */
  readonly timeout?: number
  /** The data keys in memory. They are overwritten when they leave it. */
  readonly cache?: {
    /** How many: 16 to 100,000. Default: 1,000. */
    readonly keys?: number
    /** For how many milliseconds each: 1,000 to 86,400,000. Default: 3,600,000, one hour. */
    readonly age?: number
    /** How many values each encrypts: 1 to 4,294,967,296. Default: 1,000,000. */
    readonly uses?: number
  }
}

/** Returns what a value must have to be {@link VaultOptions}, or `undefined` if it has it. */
export const vaultShape = (value: unknown): string | undefined => {
  const { cache = {}, kms } = Object(value)
  const { decrypt, encrypt, generateDataKey = encrypt, keyId } = Object(kms)
  if (typeof keyId !== "string") return "have a kms with a keyId, the name of its key"
  if (![encrypt, decrypt, generateDataKey].every((each) => typeof each === "function")) {
    return "have a kms with the functions encrypt and decrypt"
  }
  return typeof cache === "object" && cache !== null ? undefined : "have a cache that is an object"
}
