import {
  emailClaims,
  type IdentityClaims,
  IdentityTokens,
  type Millis,
  OidcTokenMalformed,
  OidcTokenRefused,
  type PlatformIssuers
} from "@countersign/core"
import { Effect, Layer, Result } from "@countersign/core/effect"
import { audienceOf, CLOCK_SKEW, LONGEST_TOKEN } from "@countersign/core/internal"
import { parseCompactJws } from "@countersign/wire"

/** The default issuers of the sandbox: the exact values of their `iss` claims. */
export const SANDBOX_ISSUERS: ReadonlyArray<string> = [
  "https://accounts.google.com",
  "accounts.google.com",
  "https://appleid.apple.com"
]

/** Accepts any identity: a token needs a valid format and claims. Fetches nothing and verifies no signature. */
export const sandboxIdentityTokens = (
  issuers: ReadonlyArray<string> = SANDBOX_ISSUERS,
  clockSkew: Millis = CLOCK_SKEW
): Layer.Layer<IdentityTokens> => {
  const known = new Set(issuers)
  return Layer.succeed(
    IdentityTokens,
    IdentityTokens.of({
      clockSkew,
      maxAge: 65_000,
      identify: (token, at, platform) =>
        Effect.suspend(() => Effect.fromResult(identified(token, at + clockSkew, known, platform))),
      mayTrust: () => true
    })
  )
}

type Identified = Result.Result<IdentityClaims, OidcTokenMalformed | OidcTokenRefused>

const identified = (
  token: string,
  until: Millis,
  known: ReadonlySet<string>,
  platform: PlatformIssuers | undefined
): Identified =>
  Result.flatMap(parsed(token), ({ payload }) => {
    const { iss } = payload
    const trusted = platform?.issuers.find(({ issuer }) => issuer === iss)
    if (typeof iss !== "string" || (platform === undefined ? !known.has(iss) : trusted === undefined)) {
      return refused("issuer")
    }
    const audience = trusted === undefined ? anyAudience(payload) : audienceOf(payload, trusted.audiences)
    return audience === undefined ? refused("audience") : claimed(payload, iss, audience, until)
  })

const anyAudience = ({ aud }: Readonly<Record<string, unknown>>) => {
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  return typeof audience === "string" && audience !== "" ? { audience } : undefined
}

const parsed = (token: string) =>
  Result.try({
    try: () => parseCompactJws(token, { maxLength: LONGEST_TOKEN, requireSignature: false }),
    catch: () => new OidcTokenMalformed()
  })

const claimed = (
  payload: Readonly<Record<string, unknown>>,
  issuer: string,
  audience: Pick<IdentityClaims, "audience" | "audiences">,
  until: Millis
): Identified => {
  const { exp, iat, nbf, nonce, sub } = payload
  if (typeof sub !== "string" || sub === "") return refused("claims")
  if (typeof iat !== "number" || typeof exp !== "number") return refused("claims")
  if (typeof nbf === "number" && nbf * 1000 > until) return refused("not before")
  return Result.succeed({
    issuer,
    ...audience,
    subject: sub,
    issuedAt: iat,
    expiresAt: exp,
    nonce: typeof nonce === "string" ? nonce : undefined,
    ...emailClaims(payload)
  })
}

const refused = (check: OidcTokenRefused["check"]): Identified => Result.fail(new OidcTokenRefused({ check }))
