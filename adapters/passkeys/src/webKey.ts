import { encodeBase64Url } from "@countersign/wire"
import { readMap } from "./cbor.ts"
import { ALGORITHMS, type Algorithm, COSEKEYS } from "./coseKey.ts"
import type { Bytes } from "./parsed.ts"

/** A key as WebCrypto imports it, and how it is to verify by it. */
export interface WebKey {
  readonly jwk: JsonWebKey
  readonly parameters: { readonly name: string; readonly hash?: string; readonly namedCurve?: string }
}

/** The COSE key of an algorithm for WebCrypto. Throws where `algorithmOf` would not have named that algorithm. */
export const webKeyOf = (algorithm: Algorithm, publicKey: Bytes): WebKey => {
  const { map: key } = readMap(publicKey, 0)
  const text = (label: number): string => {
    const bytes = key.get(label)
    if (!(bytes instanceof Uint8Array)) throw new TypeError("A parameter of the key is missing")
    return encodeBase64Url(bytes)
  }
  switch (algorithm) {
    case ALGORITHMS.ES256:
      return {
        jwk: { kty: "EC", crv: "P-256", x: text(COSEKEYS.x), y: text(COSEKEYS.y) },
        parameters: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
      }
    case ALGORITHMS.EdDSA:
      return { jwk: { kty: "OKP", crv: "Ed25519", x: text(COSEKEYS.x) }, parameters: { name: "Ed25519" } }
    case ALGORITHMS.RS256:
      return {
        jwk: { kty: "RSA", n: text(COSEKEYS.n), e: text(COSEKEYS.e) },
        parameters: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      }
  }
}
