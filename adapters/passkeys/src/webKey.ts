import { encodeBase64Url } from "@countersign/wire"
import { ALGORITHMS, bytesAt, COSEKEYS, type CoseKey } from "./coseKey.ts"

/** A key as WebCrypto imports it, and how it is to verify by it. */
export interface WebKey {
  readonly jwk: JsonWebKey
  readonly parameters: { readonly name: string; readonly hash?: string }
}

/** The COSE key of an algorithm for WebCrypto. Throws where `algorithmOf` would not have named that algorithm. */
export const webKeyOf = (algorithm: typeof ALGORITHMS.EdDSA | typeof ALGORITHMS.RS256, key: CoseKey): WebKey => {
  const text = (label: number): string => encodeBase64Url(bytesAt(key, label))
  switch (algorithm) {
    case ALGORITHMS.EdDSA:
      return { jwk: { kty: "OKP", crv: "Ed25519", x: text(COSEKEYS.x) }, parameters: { name: "Ed25519" } }
    case ALGORITHMS.RS256:
      return {
        jwk: { kty: "RSA", n: text(COSEKEYS.n), e: text(COSEKEYS.e) },
        parameters: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      }
  }
}
