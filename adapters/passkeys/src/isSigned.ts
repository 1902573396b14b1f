import { decodeDerSignature } from "@countersign/wire"
import { COSEALG, verifySignature } from "@simplewebauthn/server/helpers"
import { Effect } from "effect"
import type { Algorithm } from "./coseKey.ts"
import type { Bytes } from "./parsed.ts"

/** A key of an accepted algorithm, and what it is said to have signed. */
export interface SignatureClaim {
  readonly algorithm: Algorithm
  readonly publicKey: Bytes
  readonly signature: Bytes
  readonly authenticatorData: Uint8Array
  readonly clientDataHash: Uint8Array
}

/** Whether the signature is the key's, over authenticator data and client data hash: WebAuthn Level 3, section 7.2. */
export const isSigned = (claim: SignatureClaim): Effect.Effect<boolean> => {
  const { algorithm, authenticatorData, clientDataHash, publicKey, signature } = claim
  if (algorithm === COSEALG.ES256 && !isStrictDer(signature)) return Effect.succeed(false)
  const data = Uint8Array.of(...authenticatorData, ...clientDataHash)
  // The key has passed its checks. Where OpenSSL raises an error over a signature instead of denying it, that is a denial.
  return Effect.tryPromise(() => verifySignature({ credentialPublicKey: publicKey, data, signature })).pipe(
    Effect.orElseSucceed(() => false)
  )
}

/** WebAuthn Level 3, section 6.5.5: DER. The library reads looser encodings as well. */
const isStrictDer = (signature: Bytes): boolean => {
  try {
    decodeDerSignature(signature)
    return true
  } catch {
    return false
  }
}
