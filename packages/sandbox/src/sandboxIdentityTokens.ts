import {
  type IdentityClaims,
  IdentityTokens,
  OidcTokenMalformed,
  OidcTokenRefused,
  showableEmail
} from "@countersign/core"
import { parseCompactJws } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"

/** The default issuers of the sandbox: the exact values of their `iss` claims. */
export const SANDBOX_ISSUERS: ReadonlyArray<string> = [
  "https://accounts.google.com",
  "accounts.google.com",
  "https://appleid.apple.com"
]

/**
 * Accepts any identity: a token must have a valid format and valid claims, and its signature may be any text. Fetches
 * nothing and verifies no signature.
 */
export const sandboxIdentityTokens = (
  issuers: ReadonlyArray<string> = SANDBOX_ISSUERS
): Layer.Layer<IdentityTokens> => {
  const known = new Set(issuers)
  return Layer.succeed(
    IdentityTokens,
    IdentityTokens.of({
      clockSkew: 5_000,
      identify: (token) => Effect.suspend(() => Effect.fromResult(identified(token, known)))
    })
  )
}

type Identified = Result.Result<IdentityClaims, OidcTokenMalformed | OidcTokenRefused>

const identified = (token: string, issuers: ReadonlySet<string>): Identified =>
  Result.flatMap(parsed(token), ({ payload }) => claimed(payload, issuers))

const parsed = (token: string) =>
  Result.try({
    try: () => parseCompactJws(token, { requireSignature: false }),
    catch: () => new OidcTokenMalformed()
  })

const claimed = (payload: Readonly<Record<string, unknown>>, issuers: ReadonlySet<string>): Identified => {
  const { aud, email, exp, iat, iss, nonce, sub } = payload
  if (typeof iss !== "string" || !issuers.has(iss)) return refused("issuer")
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  if (typeof audience !== "string" || audience === "") return refused("audience")
  if (typeof sub !== "string" || sub === "") return refused("claims")
  if (typeof iat !== "number" || typeof exp !== "number") return refused("claims")
  return Result.succeed({
    issuer: iss,
    audience,
    subject: sub,
    issuedAt: iat,
    expiresAt: exp,
    nonce: typeof nonce === "string" ? nonce : undefined,
    email: showableEmail(email)
  })
}

const refused = (check: OidcTokenRefused["check"]): Identified => Result.fail(new OidcTokenRefused({ check }))
