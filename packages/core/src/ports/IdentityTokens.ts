import { Context, type Effect, Schema } from "effect"
import type { Millis } from "../model/Environment.ts"
import { entry, invalid, unauthorized } from "../model/faults.ts"

/** The identity in an OIDC token: issuer, audience and subject together, never the e-mail address. */
export const OidcIdentity = Schema.Struct({ issuer: Schema.String, audience: Schema.String, subject: Schema.String })
export type OidcIdentity = typeof OidcIdentity.Type

/** The claims of a token with a verified signature, issuer and audience. Times are in seconds, as in the token. */
export interface IdentityClaims extends OidcIdentity {
  readonly issuedAt: number
  readonly expiresAt: number
  readonly nonce?: string | undefined
  /** For display only. */
  readonly email?: string | undefined
}

export const OidcCheck = Schema.Literals([
  "algorithm",
  "audience",
  "claims",
  "expiry",
  "identity",
  "issued at",
  "issuer",
  "key",
  "nonce",
  "not before",
  "replay",
  "signature"
])
export type OidcCheck = typeof OidcCheck.Type

/** The text is not a compact JWS of at most 8 KiB: invalid shape, base64url or JSON, or repeated claims. */
export class OidcTokenMalformed extends Schema.TaggedError<OidcTokenMalformed>()("OidcTokenMalformed", {}) {
  static readonly entry = invalid(
    "Malformed OIDC token",
    "oidcToken is not a compact JWS of JSON without repeated claims. Send the identity token as the issuer made it."
  )
}

/** The token is well-formed, and one of its checks failed. */
export class OidcTokenRefused extends Schema.TaggedError<OidcTokenRefused>()("OidcTokenRefused", {
  check: OidcCheck
}) {
  static readonly entry = unauthorized(
    "OIDC_TOKEN",
    "OIDC token refused",
    "A check of the token failed; reason names it. Ask the issuer for a fresh one."
  )
}

/** The issuer's keys could not be fetched, so the token could not be verified. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {}) {
  static readonly entry = entry(
    "unavailable",
    "SERVICE_UNAVAILABLE",
    "",
    "The issuer's keys could not be had, so the token was not judged. Try again after Retry-After, with a fresh token."
  )
}

/** Verifies OIDC identity tokens. Issuers are static configuration. Core checks age, nonce and replay. */
export class IdentityTokens extends Context.Service<
  IdentityTokens,
  {
    /** Allowed clock skew of issuers into the future, in milliseconds: 0 in production. */
    readonly clockSkew: Millis
    readonly identify: (
      token: string,
      at: Millis
    ) => Effect.Effect<IdentityClaims, OidcTokenMalformed | OidcTokenRefused | IssuerUnavailable>
  }
>()("@countersign/core/ports/IdentityTokens") {}

/**
 * Returns the `email` claim if it is safe to display. RFC 3696 section 3, as corrected, limits an address to 320
 * characters. Invisible characters are rejected, because they could imitate another address.
 */
export const showableEmail = (claim: unknown): string | undefined =>
  typeof claim === "string" && claim !== "" && claim.length <= 320 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(claim)
    ? claim
    : undefined
