import { encodeBase64Url, encodeUtf8 } from "./bytes.ts"
import { sha256, sha256Hex } from "./digests.ts"
import { sha256HexAsync } from "./webCrypto.ts"

/**
 * The `nonce` that an ID token must carry: 64 lower-case hex characters of the SHA-256 over the key's hex text, exactly as
 * the client sent it. Another case of the hex is another nonce.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate. Source: OpenID Connect Core 1.0 section 2 for the claim.
 */
export const oidcNonce = (clientPublicKeyHex: string): string => sha256Hex(clientPublicKeyHex)

/** Returns {@link oidcNonce}, and hashes with WebCrypto. */
export const oidcNonceAsync = (clientPublicKeyHex: string): Promise<string> => sha256HexAsync(clientPublicKeyHex)

/**
 * The WebAuthn challenge that binds a payload: `challenge` is base64url of the SHA-256 of its UTF-8 bytes, 43 characters.
 *
 * `accepted` are the two values that `clientDataJSON.challenge` may hold, and nothing else may: the challenge itself, when
 * the client decoded it to 32 bytes, and base64url of its text (58 characters), when the client took the text as bytes.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate. Source: WebAuthn Level 3 section 5.8.1 for `clientDataJSON.challenge`.
 */
export const passkeyChallenge = (
  payload: string
): { readonly challenge: string; readonly accepted: readonly [string, string] } => {
  const challenge = encodeBase64Url(sha256(encodeUtf8(payload)))
  return { challenge, accepted: [challenge, encodeBase64Url(encodeUtf8(challenge))] }
}
