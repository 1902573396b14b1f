import { type IdentityClaims, type Millis, type OidcCheck, OidcTokenRefused, showableEmail } from "@countersign/core"
import { Result } from "effect"
import type { KnownIssuer } from "./issuerTable.ts"

/** The claims of a token of `issuer`, before its signature is known to be good. Age and nonce are rules of core. */
export const claimsOf = (
  payload: Readonly<Record<string, unknown>>,
  issuer: KnownIssuer,
  at: Millis
): Result.Result<IdentityClaims, OidcTokenRefused> => {
  const { aud, email, exp, iat, nbf = 0, nonce, sub } = payload
  // OpenID Connect Core 1.0 section 3.1.3.7, rule 3: an audience beside ours is one that we do not trust. And `azp` is
  // not judged: the same person's token may have been asked for by another application of the host.
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  if (typeof audience !== "string" || !issuer.audiences.has(audience)) return refused("audience")
  if (typeof sub !== "string" || sub === "" || sub.length > 255) return refused("claims")
  if (!isSeconds(iat) || !isSeconds(exp) || !isSeconds(nbf)) return refused("claims")
  if (nbf * 1000 > at) return refused("not before")
  return Result.succeed({
    issuer: issuer.issuer,
    audience,
    subject: sub,
    issuedAt: iat,
    expiresAt: exp,
    nonce: typeof nonce === "string" ? nonce : undefined,
    email: showableEmail(email)
  })
}

const isSeconds = (value: unknown): value is number => Number.isFinite(value)

const refused = (check: OidcCheck) => Result.fail(new OidcTokenRefused({ check }))
