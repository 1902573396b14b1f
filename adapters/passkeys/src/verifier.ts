import type { Signatures } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { concatBytes, encodeBase64Url, type PublicKey } from "@countersign/wire"
import { ALGORITHMS, type Algorithm, algorithmOf, bytesAt, COSEKEYS, pointOf, readMap } from "./coseKey.ts"
import type { Bytes } from "./parsed.ts"

export interface Verifier {
  readonly algorithm: Algorithm
  /** Whether the key signed the authenticator data and the client data hash: WebAuthn Level 3, section 7.2. */
  readonly isSigned: (signed: Signed) => Effect.Effect<boolean>
}

export interface Signed {
  readonly authenticatorData: Uint8Array
  readonly clientDataHash: Uint8Array
  readonly signature: Bytes
}

/** The verifier of a COSE key, or undefined if `algorithmOf` returns no algorithm for it. */
export const verifierOf = (signatures: Signatures["Service"], publicKey: Bytes): Verifier | undefined => {
  const { map: key } = readMap(publicKey, 0)
  const algorithm = algorithmOf(key)
  const text = (label: number): string => encodeBase64Url(bytesAt(key, label))
  switch (algorithm) {
    case undefined:
      return undefined
    case ALGORITHMS.ES256:
      return { algorithm, isSigned: byPort(signatures, pointOf(key)) }
    case ALGORITHMS.EdDSA:
      return { algorithm, isSigned: byWebCrypto({ kty: "OKP", crv: "Ed25519", x: text(COSEKEYS.x) }, ED25519) }
    case ALGORITHMS.RS256:
      return { algorithm, isSigned: byWebCrypto({ kty: "RSA", n: text(COSEKEYS.n), e: text(COSEKEYS.e) }, RSA) }
  }
}

// ES256 signatures have the form of stamps: DER by WebAuthn Level 3, section 6.5.5, over SHA-256, of P-256.
const byPort =
  (signatures: Signatures["Service"], publicKey: PublicKey) =>
  (signed: Signed): Effect.Effect<boolean> =>
    signatures.verify({ publicKey, signature: signed.signature, message: messageOf(signed) })

const ED25519 = { name: "Ed25519" }
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }

const byWebCrypto = (jwk: JsonWebKey, parameters: typeof ED25519 | typeof RSA) => {
  let imported: Promise<CryptoKey> | undefined
  const verified = async (signed: Signed): Promise<boolean> => {
    imported ??= crypto.subtle.importKey("jwk", jwk, parameters, false, ["verify"])
    return crypto.subtle.verify(parameters, await imported, signed.signature, messageOf(signed))
  }
  // The key has passed its checks, so an exception is caused by the signature, which is then invalid.
  return (signed: Signed): Effect.Effect<boolean> =>
    Effect.tryPromise(() => verified(signed)).pipe(Effect.orElseSucceed(() => false))
}

const messageOf = ({ authenticatorData, clientDataHash }: Signed): Bytes =>
  concatBytes(authenticatorData, clientDataHash)
