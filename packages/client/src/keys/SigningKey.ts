import type { PublicKey } from "@countersign/wire"

/** A P-256 key that signs for a session, wherever its private key is stored. */
export interface SigningKey {
  /** The compressed point, lower-case hex. */
  readonly publicKey: PublicKey
  /** Returns the stamp over the exact payload: the value of the signature header. */
  readonly sign: (payload: string) => Promise<string>
  /** Erases or releases the private key. Later calls of `sign` fail. */
  readonly forget: () => void
}
