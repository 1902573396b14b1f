import { oidcNonce } from "@countersign/wire"
import { Result, Schema } from "effect"
import type { Millis } from "../../../../model/Environment.ts"
import { type IdentityClaims, OidcIdentity, OidcTokenRefused } from "../../../../ports/IdentityTokens.ts"
import type { Credential } from "../../Credential.ts"

/** Maximum age of a token. The clock skew does not extend it. */
const MAX_AGE: Millis = 60_000

export const materialOf = (credential: Credential): OidcIdentity => decode(credential.material)
const decode = Schema.decodeUnknownSync(OidcIdentity)

/** Checks the times of a token: issued at most 60 s ago and at most `clockSkew` ms ahead, and not expired. */
export const verifyTimes = (
  claims: IdentityClaims,
  at: Millis,
  clockSkew: Millis
): Result.Result<void, OidcTokenRefused> => {
  const age = at - claims.issuedAt * 1000
  if (!(age <= MAX_AGE && age >= -clockSkew)) return Result.fail(new OidcTokenRefused({ check: "issued at" }))
  if (!(claims.expiresAt * 1000 > at)) return Result.fail(new OidcTokenRefused({ check: "expiry" }))
  return Result.succeed(undefined)
}

/** Checks that a token is of the registered identity and was issued for exactly this client key. */
export const verifyLogin = (
  claims: IdentityClaims,
  registered: OidcIdentity,
  clientPublicKey: string
): Result.Result<void, OidcTokenRefused> => {
  if (identityKey(claims) !== identityKey(registered)) return Result.fail(new OidcTokenRefused({ check: "identity" }))
  // The nonce covers the hex text exactly as received: other capitalisation gives another nonce.
  if (claims.nonce !== oidcNonce(clientPublicKey)) return Result.fail(new OidcTokenRefused({ check: "nonce" }))
  return Result.succeed(undefined)
}

/** A unique encoding of the identity as text. */
export const identityKey = ({ audience, issuer, subject }: OidcIdentity): string =>
  JSON.stringify([issuer, audience, subject])

/**
 * When a token stops being accepted: at its maximum age or at its own expiry. RFC 7519 section 2: its times may be
 * fractional.
 */
export const actableUntil = (claims: IdentityClaims): Millis =>
  Math.min(rememberedUntil(claims), Math.floor(claims.expiresAt * 1000))

/** How long a used token is stored: until its age alone would reject it. */
export const rememberedUntil = (claims: IdentityClaims): Millis => Math.ceil(claims.issuedAt * 1000) + MAX_AGE + 1
