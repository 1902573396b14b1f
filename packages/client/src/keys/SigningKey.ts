import type { PublicKey } from "@countersign/wire"

/** A P-256 key that signs for a session. How it keeps its private half is its own business. */
export interface SigningKey {
  /** The compressed point, lower-case hex. */
  readonly publicKey: PublicKey
  /** The stamp over a payload, to the byte: the value of the signature header. */
  readonly sign: (payload: string) => Promise<string>
  /** Overwrites or lets go of the private half: from here on it signs nothing. */
  readonly forget: () => void
}
