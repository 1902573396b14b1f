import { constants, type KeyObject, verify } from "node:crypto"
import type { Algorithm } from "./algorithms.ts"

/** What a signature is said to cover, and by which algorithm. */
export interface SignatureClaim {
  readonly algorithm: Algorithm
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Whether the signature is the key's, which has to be one of its algorithm. On the spot, because measured: the way through
 * the thread pool and back takes as long as an RS256 signature. Source: RFC 7518 sections 3.3 to 3.5, RFC 8037 section 3.1.
 */
export const isSigned = (key: KeyObject, { algorithm, signature, signed }: SignatureClaim): boolean => {
  const { digest, ...scheme } = SCHEMES[algorithm]
  return verify(digest, signed, { key, ...scheme }, signature)
}

interface Scheme {
  /** EdDSA has one of its own. */
  readonly digest: string | null
  readonly padding?: number
  readonly saltLength?: number
  readonly dsaEncoding?: "ieee-p1363"
}

/** RFC 7518 section 3.5: "The size of the salt value is the same size as the hash function output". */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
/** RFC 7518 section 3.4: R and S side by side, each of the full length. */
const SIDE_BY_SIDE = { dsaEncoding: "ieee-p1363" } as const

const SCHEMES: { readonly [A in Algorithm]: Scheme } = {
  RS256: { digest: "sha256" },
  RS384: { digest: "sha384" },
  RS512: { digest: "sha512" },
  PS256: { digest: "sha256", ...PSS },
  PS384: { digest: "sha384", ...PSS },
  PS512: { digest: "sha512", ...PSS },
  ES256: { digest: "sha256", ...SIDE_BY_SIDE },
  ES384: { digest: "sha384", ...SIDE_BY_SIDE },
  ES512: { digest: "sha512", ...SIDE_BY_SIDE },
  EdDSA: { digest: null }
}
