import { sha256Hex } from "./sha256.ts"

/**
 * The `nonce` that an ID token must carry: 64 lower-case hex characters of the SHA-256 over the key's hex text, exactly as
 * the client sent it. Another case of the hex is another nonce.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate. Source: OpenID Connect Core 1.0 section 2 for the claim.
 */
export const oidcNonce = (clientPublicKeyHex: string): string => sha256Hex(clientPublicKeyHex)
