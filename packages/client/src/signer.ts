import type { AuthSession } from "./answers/AuthSession.ts"
import { hiddenKeyPair, type KeyPair } from "./keyPair.ts"
import type { SigningKey } from "./keys/SigningKey.ts"

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
