import { oidcNonce, sha256Hex } from "@countersign/wire"
import { Result } from "effect"
import type { Millis } from "../../../model/Environment.ts"
import type { AccountId } from "../../../model/ids.ts"
import { type IdentityClaims, OidcIdentity, OidcTokenRefused } from "../../../ports/IdentityTokens.ts"
import { compiledDecoder } from "../../../schema/compiledDecoder.ts"
import type { Credential } from "./Credential.ts"

/** Default maximum age of a token, in whole seconds. The clock skew does not extend it. */
const MAX_AGE: Millis = 60_000

export const materialOf = (credential: Credential): OidcIdentity => decode(credential.material)
const decode = compiledDecoder(OidcIdentity)

/**
 * Checks the times of a token: issued at most `maxAge` ago, in whole seconds, and at most `clockSkew` ms ahead, and not
 * expired.
 */
export const verifyTimes = (
  claims: IdentityClaims,
  at: Millis,
  clockSkew: Millis,
  maxAge = MAX_AGE
): Result.Result<void, OidcTokenRefused> => {
  const age = at - claims.issuedAt * 1000
  const whole = Math.floor(age / 1000) * 1000
  if (!(whole <= maxAge && age >= -clockSkew)) return Result.fail(new OidcTokenRefused({ check: "issued at" }))
  if (!(claims.expiresAt * 1000 > at)) return Result.fail(new OidcTokenRefused({ check: "expiry" }))
  return Result.succeed(undefined)
}

/** Checks that a token is of the registered identity and was issued for exactly this client key. */
export const verifyLogin = (
  claims: IdentityClaims,
  registered: OidcIdentity,
  clientPublicKey: string
): Result.Result<void, OidcTokenRefused> => {
  const names = claims.audiences ?? [claims.audience]
  const isRegistered = names.some((audience) => identityKey({ ...claims, audience }) === identityKey(registered))
  return isRegistered ? verifyNonce(claims, clientPublicKey) : Result.fail(new OidcTokenRefused({ check: "identity" }))
}

/** Checks that a token was issued for exactly this client key. */
export const verifyNonce = (
  { nonce }: Pick<IdentityClaims, "nonce">,
  clientPublicKey: string
): Result.Result<void, OidcTokenRefused> =>
  // The nonce covers the hex text exactly as received: other capitalisation gives another nonce.
  nonce === oidcNonce(clientPublicKey) ? Result.void : Result.fail(new OidcTokenRefused({ check: "nonce" }))

/** The digests of the identities in a token: one for each of its audiences. */
export const identitiesOf = ({ audiences, ...claims }: IdentityClaims): ReadonlyArray<string> =>
  (audiences ?? [claims.audience]).map((audience) => identityDigest({ ...claims, audience }))

export const identityDigest = (identity: OidcIdentity): string => sha256Hex(identityKey(identity))

/** The unique key of an identity among the credentials of an account. */
export const uniqueKeyOf = (accountId: AccountId, digest: string): string => `OAUTH/${accountId}/${digest}`

/** A unique encoding of the identity as text. */
export const identityKey = ({ audience, issuer, subject }: OidcIdentity): string =>
  JSON.stringify([issuer, audience, subject])

/**
 * When a token stops being accepted: at its maximum age or at its own expiry. RFC 7519 section 2: its times may be
 * fractional.
 */
export const actableUntil = (claims: IdentityClaims, maxAge = MAX_AGE): Millis =>
  Math.min(rememberedUntil(claims, maxAge), Math.floor(claims.expiresAt * 1000))

/** How long a used token is stored: until its age alone would reject it. */
export const rememberedUntil = (claims: IdentityClaims, maxAge = MAX_AGE): Millis =>
  Math.ceil(claims.issuedAt * 1000) + maxAge + 1_000
