import { derToP1363 } from "@countersign/wire"
import { Effect } from "effect"
import { ALGORITHMS, type Algorithm } from "./coseKey.ts"
import type { Bytes } from "./parsed.ts"
import { webKeyOf } from "./webKey.ts"

/** A key of an accepted algorithm, and what it is said to have signed. */
export interface SignatureClaim {
  readonly algorithm: Algorithm
  readonly publicKey: Bytes
  readonly signature: Bytes
  readonly authenticatorData: Uint8Array
  readonly clientDataHash: Uint8Array
}

/** Whether the signature is the key's, over authenticator data and client data hash: WebAuthn Level 3, section 7.2. */
export const isSigned = (claim: SignatureClaim): Effect.Effect<boolean> =>
  // The key has passed its checks: what is raised is raised over the signature, and that is a denial.
  Effect.tryPromise(() => verified(claim)).pipe(Effect.orElseSucceed(() => false))

const verified = async (claim: SignatureClaim): Promise<boolean> => {
  const { algorithm, authenticatorData, clientDataHash, publicKey, signature } = claim
  const { jwk, parameters } = webKeyOf(algorithm, publicKey)
  const key = await crypto.subtle.importKey("jwk", jwk, parameters, false, ["verify"])
  // WebAuthn Level 3, section 6.5.5: the signatures of ES256 are DER. WebCrypto reads r and s side by side.
  const plain = algorithm === ALGORITHMS.ES256 ? derToP1363(signature).slice() : signature
  return crypto.subtle.verify(parameters, key, plain, Uint8Array.of(...authenticatorData, ...clientDataHash))
}
