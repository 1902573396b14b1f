import {
  type IdentityClaims,
  IdentityTokens,
  OidcTokenMalformed,
  OidcTokenRefused,
  type PlatformIssuers,
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
      identify: (token, _, platform) => Effect.suspend(() => Effect.fromResult(identified(token, known, platform))),
      mayTrust: () => true
    })
  )
}

type Identified = Result.Result<IdentityClaims, OidcTokenMalformed | OidcTokenRefused>

const identified = (token: string, known: ReadonlySet<string>, platform: PlatformIssuers | undefined): Identified =>
  Result.flatMap(parsed(token), ({ payload }) =>
    platform === undefined
      ? claimed(payload, (issuer) => known.has(issuer), nonEmpty)
      : claimed(
          payload,
          (iss) => platform.issuers.some(({ issuer }) => issuer === iss),
          (audience, iss) =>
            platform.issuers.some(({ audiences, issuer }) => issuer === iss && audiences.includes(audience))
        )
  )

const nonEmpty = (audience: string) => audience !== ""

const parsed = (token: string) =>
  Result.try({
    try: () => parseCompactJws(token, { requireSignature: false }),
    catch: () => new OidcTokenMalformed()
  })

const claimed = (
  payload: Readonly<Record<string, unknown>>,
  isTrusted: (issuer: string) => boolean,
  isOurs: (audience: string, issuer: string) => boolean
): Identified => {
  const { aud, email, exp, iat, iss, nonce, sub } = payload
  if (typeof iss !== "string" || !isTrusted(iss)) return refused("issuer")
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  if (typeof audience !== "string" || !isOurs(audience, iss)) return refused("audience")
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
