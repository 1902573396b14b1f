import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "./bytes.ts"
import { derToP1363, p1363ToDer } from "./der.ts"
import { refuseAs, WireError } from "./errors.ts"
import { hasOnlyStrings, parseStrictJson } from "./json.ts"
import { isPublicKey, type PublicKey } from "./points.ts"
import { type DerSigner, verifyP256 } from "./signature.ts"

/** The claims of a verification token. All six are non-empty strings; `exp` is decimal milliseconds since the epoch. */
export type VerificationClaims = {
  readonly id: string
  readonly verification_type: "OTP_TYPE_EMAIL"
  readonly contact: string
  readonly organization_id: string
  readonly public_key: PublicKey
  readonly exp: string
}

/**
 * Returns the signing input `header.payload` of a token: the header {alg ES256, typ JWT, kid} and the six claims.
 *
 * Throws `TOKEN_MALFORMED` for claims or a kid that a reader would refuse. Source: RFC 7515 section 5.1.
 */
export const unsignedVerificationToken = (options: {
  readonly claims: VerificationClaims
  readonly kid: string
}): string => {
  const { id, verification_type, contact, organization_id, public_key, exp } = options.claims
  const claims = { id, verification_type, contact, organization_id, public_key, exp }
  const unsigned = `${segment({ alg: "ES256", typ: "JWT", kid: options.kid })}.${segment(claims)}`
  refuseAs("TOKEN_MALFORMED", MALFORMED, () => requireReadable(unsigned))
  return unsigned
}

/**
 * Returns the compact JWS of a signing input and the DER signature over its UTF-8 bytes.
 *
 * Throws `SIGNATURE_MALFORMED` unless the signature is strict DER. Source: RFC 7515 section 3.1, RFC 7518 section 3.4.
 */
export const signedVerificationToken = (unsigned: string, signatureDer: Uint8Array): string =>
  `${unsigned}.${encodeBase64Url(derToP1363(signatureDer))}`

/** Signs a token with `sign`. Throws as its two parts do. */
export const makeVerificationToken = async (options: {
  readonly claims: VerificationClaims
  readonly kid: string
  readonly sign: DerSigner
}): Promise<string> => {
  const unsigned = unsignedVerificationToken(options)
  return signedVerificationToken(unsigned, await options.sign(encodeUtf8(unsigned)))
}

/**
 * Returns the claims of a token that `signer` signed and that has not expired at `nowMs` (milliseconds since the
 * epoch). Expiry is exclusive: at `exp` the token has expired.
 *
 * Strict: at most 4,096 characters, three canonical base64url segments, header and claims of exactly the known keys.
 * Throws `TOKEN_MALFORMED`, `TOKEN_SIGNATURE_INVALID` or `TOKEN_EXPIRED`. Source: RFC 7515 section 5.2.
 */
export const verifyVerificationToken = (text: string, signer: PublicKey, nowMs: number): VerificationClaims => {
  const { signed, signature, claims } = refuseAs("TOKEN_MALFORMED", MALFORMED, () => parse(text))
  if (!verifyP256(encodeUtf8(signed), signature, signer)) {
    throw new WireError("TOKEN_SIGNATURE_INVALID", "The token does not verify under the trusted key")
  }
  if (!isClaims(claims)) throw malformed()
  if (!(nowMs < Number(claims.exp))) throw new WireError("TOKEN_EXPIRED", "The token has expired")
  return claims
}

/** Reads a signing input back as a verifier would, with a well-formed dummy signature. */
const requireReadable = (unsigned: string): void => {
  const { claims } = parse(`${unsigned}.${encodeBase64Url(new Uint8Array(64).fill(1))}`)
  if (!isClaims(claims)) throw malformed()
}

const parse = (text: string) => {
  const [header = "", payload = "", signature = "", ...rest] = text.length > 4096 ? [] : text.split(".")
  if (rest.length > 0 || !isHeader(readSegment(header))) throw malformed()
  return {
    signed: `${header}.${payload}`,
    signature: p1363ToDer(decodeBase64Url(signature)),
    claims: readSegment(payload)
  }
}

/** Other header parameters, `crit` included, would require rules that this reader does not implement. */
const isHeader = (header: unknown): boolean =>
  hasOnlyStrings(header, ["alg", "typ", "kid"]) && header.alg === "ES256" && header.typ === "JWT"

const isClaims = (claims: unknown): claims is VerificationClaims =>
  hasOnlyStrings(claims, CLAIMS) &&
  CLAIMS.every((name) => claims[name] !== "") &&
  claims.verification_type === "OTP_TYPE_EMAIL" &&
  EXPIRY.test(claims.exp) &&
  isPublicKey(claims.public_key)

const segment = (fields: Readonly<Record<string, string>>): string =>
  encodeBase64Url(encodeUtf8(JSON.stringify(fields)))

const readSegment = (text: string): unknown => parseStrictJson(decodeUtf8(decodeBase64Url(text)))

const CLAIMS = ["id", "verification_type", "contact", "organization_id", "public_key", "exp"] as const
/** Up to 15 digits: below 2^53, and some 30,000 years. */
const EXPIRY = /^[1-9][0-9]{0,14}$/u
const MALFORMED = "A verification token is a compact ES256 JWS of the six string claims"
const malformed = (): WireError => new WireError("TOKEN_MALFORMED", MALFORMED)
