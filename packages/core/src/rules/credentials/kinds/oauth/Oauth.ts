import { oidcNonce } from "@countersign/wire"
import { Result, Schema } from "effect"
import type { Millis } from "../../../../model/Environment.ts"
import { type IdentityClaims, OidcIdentity, OidcTokenRefused } from "../../../../ports/IdentityTokens.ts"
import type { Credential } from "../../Credential.ts"

/** A token is at most 60 seconds old. A clock skew allows no older one. */
const MAX_AGE: Millis = 60_000

export const materialOf = (credential: Credential): OidcIdentity => decode(credential.material)
const decode = Schema.decodeUnknownSync(OidcIdentity)

/** Checks the times of a token: issued at most 60 s ago and at most `clockSkew` ms ahead, and not expired. */
export const judgeTimes = (
  claims: IdentityClaims,
  at: Millis,
  clockSkew: Millis
): Result.Result<void, OidcTokenRefused> => {
  const age = at - claims.issuedAt * 1000
  if (!(age <= MAX_AGE && age >= -clockSkew)) return Result.fail(new OidcTokenRefused({ check: "issued at" }))
  if (!(claims.expiresAt * 1000 > at)) return Result.fail(new OidcTokenRefused({ check: "expiry" }))
  return Result.succeed(undefined)
}

/** Judges that a token speaks of the registered identity, and was asked for with this very client key. */
export const judgeLogin = (
  claims: IdentityClaims,
  registered: OidcIdentity,
  clientPublicKey: string
): Result.Result<void, OidcTokenRefused> => {
  if (spelled(claims) !== spelled(registered)) return Result.fail(new OidcTokenRefused({ check: "identity" }))
  // Over the hex text exactly as it was sent: another case of its digits is another nonce.
  if (claims.nonce !== oidcNonce(clientPublicKey)) return Result.fail(new OidcTokenRefused({ check: "nonce" }))
  return Result.succeed(undefined)
}

/** The identity as one text that no other identity spells alike. */
export const spelled = ({ audience, issuer, subject }: OidcIdentity): string =>
  JSON.stringify([issuer, audience, subject])

/** Until when a token may be acted on, by its age and by its own end. RFC 7519 section 2: its times may have fractions. */
export const actableUntil = (claims: IdentityClaims): Millis =>
  Math.min(rememberedUntil(claims), Math.floor(claims.expiresAt * 1000))

/** Until when a token is remembered as used: as long as its age would let it pass. */
export const rememberedUntil = (claims: IdentityClaims): Millis => Math.ceil(claims.issuedAt * 1000) + MAX_AGE + 1
