import {
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  oidcNonce,
  parseCompactJws,
  parsePublicKey,
  sha256,
  uncompressedHex,
  WireError
} from "@countersign/wire"
import { type Finding, fails, passes } from "../Finding.ts"

/** Explains an id token for a session key. Does not verify its signature, which requires the issuer's keys. */
export const explainIdToken = (token: string, clientPublicKey: string, at: number): ReadonlyArray<Finding> => {
  const claims = claimsOf(token)
  if (claims === undefined) {
    const message = "The text is not a signed token of three base64url parts. Is it an access token?"
    return [fails("OIDC_TOKEN", "TOKEN_MALFORMED", message)]
  }
  const { exp, iat, nonce } = claims
  return [passes("OIDC_TOKEN"), issueOf(iat, at / 1000), endOf(exp, at / 1000), nonceOf(nonce, clientPublicKey)]
}

const claimsOf = (token: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return parseCompactJws(token, { maxLength: 16_384 }).payload
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

const issueOf = (iat: unknown, now: number): Finding => {
  if (typeof iat !== "number" || iat <= now) return passes("OIDC_IAT")
  const ahead = Math.ceil(iat - now)
  const message = `The token was issued ${ahead} s in the future: this clock is behind its issuer's by at least that.`
  return fails("OIDC_IAT", "CLOCK_BEHIND", message)
}

const endOf = (exp: unknown, now: number): Finding => {
  if (typeof exp !== "number")
    return fails("OIDC_EXP", "NO_END", "The token has no exp. Request an id token from the issuer.")
  if (exp > now) return passes("OIDC_EXP")
  const message = `The token expired ${Math.floor(now - exp)} s ago. Fetch a new one; if it is new, this clock is ahead.`
  return fails("OIDC_EXP", "TOKEN_EXPIRED", message)
}

const CHECK = "OIDC_NONCE"
const RIGHT = "The nonce is the lower-case hex of the SHA-256 over the hex text of clientPublicKey, as it is sent."

const nonceOf = (nonce: unknown, key: string): Finding => {
  if (nonce === undefined)
    return fails(CHECK, "NO_NONCE", `The token has no nonce. Send it with the sign-in request. ${RIGHT}`)
  if (nonce === oidcNonce(key)) return passes(CHECK)
  const mistake = mistakes(key).find(([text]) => text === nonce)
  return mistake === undefined
    ? fails(CHECK, "NONCE_OF_ANOTHER_KEY", `The nonce is for another key, or outdated. ${RIGHT}`)
    : fails(CHECK, mistake[1], `${mistake[2]} ${RIGHT}`)
}

const mistakes = (key: string): ReadonlyArray<readonly [text: string, cause: string, message: string]> => {
  const digest = sha256(encodeUtf8(key))
  return [
    [key, "NONCE_IS_KEY", "The nonce is the key itself."],
    [
      encodeHex(sha256(Buffer.from(key, "hex"))),
      "HASHED_KEY_BYTES",
      "The bytes of the key were hashed, not its hex text."
    ],
    [encodeHex(digest).toUpperCase(), "NONCE_UPPER_CASE", "The nonce is in upper case."],
    [encodeBase64Url(digest), "NONCE_BASE64", "The nonce is base64url, not hex."],
    [encodeBase64(digest), "NONCE_BASE64", "The nonce is base64, not hex."],
    ...otherSpellings(key).map(
      (other) =>
        [oidcNonce(other), "KEY_SPELLED_OTHERWISE", "The nonce is the hash of another spelling of the key."] as const
    )
  ]
}

/** The same point in another case, compressed or uncompressed. */
const otherSpellings = (key: string): ReadonlyArray<string> => {
  try {
    const compressed = parsePublicKey(key)
    return [compressed, uncompressedHex(compressed), key.toUpperCase(), key.toLowerCase()].filter(
      (other) => other !== key
    )
  } catch {
    return [key.toUpperCase(), key.toLowerCase()]
  }
}
