import type { AuthSession } from "./answers/AuthSession.ts"
import type { KeyPair } from "./keyPair.ts"

/**
 * A session and the key that signs for it. The private key is not in its JSON or console output, and does not survive a
 * structured clone. It lives in memory only: keep it out of web storage.
 */
export type ActiveSession = AuthSession & { readonly keyPair: KeyPair }

/** Whatever can sign: a session of the account, or a bare key pair. */
export type Signer = KeyPair | ActiveSession

export const keyPairOf = (signer: Signer): KeyPair => ("keyPair" in signer ? signer.keyPair : signer)
