import { Context, type Effect, Schema } from "effect"
import type { Millis } from "../model/Environment.ts"
import { entry, invalid, unauthorized } from "../model/faults.ts"

/** Who an OIDC token speaks of: the three together, and never the e-mail address, are the identity. */
export const OidcIdentity = Schema.Struct({ issuer: Schema.String, audience: Schema.String, subject: Schema.String })
export type OidcIdentity = typeof OidcIdentity.Type

/** The claims of a token whose signature, issuer and audience were checked. Times are seconds, as the token has them. */
export interface IdentityClaims extends OidcIdentity {
  readonly issuedAt: number
  readonly expiresAt: number
  readonly nonce?: string | undefined
  /** For display alone. */
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

/** The text is no compact JWS: its shape, base64url, JSON, repeated claims, or over 8 KiB. */
export class OidcTokenMalformed extends Schema.TaggedError<OidcTokenMalformed>()("OidcTokenMalformed", {}) {
  static readonly entry = invalid(
    "Malformed OIDC token",
    "oidcToken is not a compact JWS of JSON without repeated claims. Send the identity token as the issuer made it."
  )
}

/** The token is of its shape, and a check of it failed. */
export class OidcTokenRefused extends Schema.TaggedError<OidcTokenRefused>()("OidcTokenRefused", {
  check: OidcCheck
}) {
  static readonly entry = unauthorized(
    "OIDC_TOKEN",
    "OIDC token refused",
    "A check of the token failed; reason names it. Ask the issuer for a fresh one."
  )
}

/** The issuer's keys could not be had, so nothing is known of the token. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {}) {
  static readonly entry = entry(
    "unavailable",
    "SERVICE_UNAVAILABLE",
    "",
    "The issuer's keys could not be had, so the token was not judged. Try again after Retry-After, with a fresh token."
  )
}

/** Reads OIDC identity tokens. Issuers are static configuration. Age, nonce and replay are rules of core. */
export class IdentityTokens extends Context.Service<
  IdentityTokens,
  {
    /** How far ahead of this service the clock of an issuer may be, in milliseconds: 0 in production. */
    readonly clockSkew: Millis
    readonly identify: (
      token: string,
      at: Millis
    ) => Effect.Effect<IdentityClaims, OidcTokenMalformed | OidcTokenRefused | IssuerUnavailable>
  }
>()("@countersign/core/ports/IdentityTokens") {}

/**
 * The `email` claim, where it may be shown. RFC 3696 section 3, as corrected, lets no address be longer; what is
 * invisible could pass for another address.
 */
export const showableEmail = (claim: unknown): string | undefined =>
  typeof claim === "string" && claim !== "" && claim.length <= 320 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(claim)
    ? claim
    : undefined
