import { Context, type Effect, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import { invalid, Refusal, unauthorized, withCode } from "../model/Refusal.ts"

/** The identity in an OIDC token: issuer, audience and subject together, never the e-mail address. */
export const OidcIdentity = Schema.Struct({ issuer: Schema.String, audience: Schema.String, subject: Schema.String })
export type OidcIdentity = typeof OidcIdentity.Type

/**
 * The asymmetric signature algorithms. Symmetric ones are excluded: a published key could then sign tokens.
 * Source: RFC 7518 section 3.1, RFC 8037 section 3.1.
 */
export const OidcAlgorithm = Schema.Literals([
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA"
]).annotate({ description: "The signature algorithms of identity tokens" })
export type OidcAlgorithm = typeof OidcAlgorithm.Type

/**
 * An issuer that a platform trusts. It names no key address: the keys of an issuer of the deployment are where the
 * deployment says, those of any other are where that issuer publishes them. The settings thus cannot forge an identity
 * of an existing credential (I18).
 */
export const TrustedIssuer = Schema.Struct({
  issuer: Schema.String.check(
    Schema.isMaxLength(300),
    Schema.isPattern(/^[\x21-\x7e]{1,300}$/u, { send: "the issuer exactly as in the iss claim of its tokens" })
  ).annotate({ description: "The exact value of `iss`" }),
  audiences: Schema.Array(
    Schema.String.check(
      Schema.isPattern(/^[\x21-\x7e]{1,255}$/u, { send: "a client id exactly as in the aud claim of its tokens" })
    )
  )
    .check(Schema.isMinLength(1), Schema.isMaxLength(20))
    .annotate({ description: "The client ids of the platform's applications at this issuer" }),
  algorithms: Schema.optionalKey(
    Schema.Array(OidcAlgorithm)
      .check(Schema.isMinLength(1), Schema.isMaxLength(10))
      .annotate({ description: "Default: those of the deployment for its own issuers, and RS256 and ES256 for others" })
  )
}).annotate({ description: "An issuer whose identity tokens a platform accepts" })
export type TrustedIssuer = typeof TrustedIssuer.Type

/** The issuers in the settings of a platform. They replace those of the deployment. */
export interface PlatformIssuers {
  readonly environment: EnvironmentKey
  readonly issuers: ReadonlyArray<TrustedIssuer>
}

/** The claims of a token with a verified signature, issuer and audience. Times are in seconds, as in the token. */
export interface IdentityClaims extends OidcIdentity {
  /** All audiences, where the token has several. */
  readonly audiences?: ReadonlyArray<string>
  readonly issuedAt: number
  readonly expiresAt: number
  readonly nonce?: string | undefined
  /** For display only. */
  readonly email?: string | undefined
  /** The address, if the issuer has verified it. */
  readonly verifiedEmail?: string | undefined
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

/** The text is not a compact JWS of at most 16 KiB: invalid shape, base64url or JSON, or repeated claims. */
export class OidcTokenMalformed extends Refusal("OidcTokenMalformed")(invalid, {
  reason: "Malformed OIDC token",
  message: "oidcToken is not a valid compact JWS. Send the ID token exactly as the issuer returned it.",
  cause: "The text does not have three base64url parts with JSON, repeats a claim, or is longer than 16 KiB.",
  remedy: "Send the ID token, not the access token. Check that it was not truncated or decoded."
}) {}

/** The token is well-formed, and one of its checks failed. */
export class OidcTokenRefused extends Refusal("OidcTokenRefused", { check: OidcCheck })(unauthorized("OIDC_TOKEN"), {
  reason: "OIDC token refused",
  message: "A check of the OIDC token failed, and reason names the check. Request a fresh token from the issuer.",
  cause:
    "The signature, issuer, audience, age, nonce or identity of the token is not valid for this credential, or the token was used before.",
  remedy:
    "Set the nonce to the SHA-256 hash of clientPublicKey and send the token within 60 seconds. For issuer or audience, compare the token's claims with the option `oidc`, or with the setting `oidc` of the platform."
}) {}

export class IssuerUnavailable extends Refusal("IssuerUnavailable")(withCode("unavailable", "SERVICE_UNAVAILABLE"), {
  message:
    "The keys of the token's issuer could not be fetched, so the token was not verified. Retry after Retry-After seconds with a fresh token.",
  cause: "The issuer's discovery document or key set timed out or returned an error.",
  remedy: "Check that the server can reach the issuer over https, and the status page of the issuer."
}) {}

/**
 * Verifies OIDC identity tokens of the deployment's issuers, or of those in the settings of a platform. Core checks age,
 * nonce and replay.
 */
export class IdentityTokens extends Context.Service<
  IdentityTokens,
  {
    /** Allowed clock skew of issuers into the future, in milliseconds. */
    readonly clockSkew: Millis
    /** Maximum age of a token, in milliseconds of whole seconds; default 60,000. */
    readonly maxAge?: Millis
    readonly identify: (
      token: string,
      at: Millis,
      platform?: PlatformIssuers
    ) => Effect.Effect<IdentityClaims, OidcTokenMalformed | OidcTokenRefused | IssuerUnavailable>
    /** Whether a platform may name this issuer in its settings: whether its keys have an address that is trusted. */
    readonly mayTrust: (issuer: string) => boolean
  }
>()("@countersign/core/ports/IdentityTokens") {}

/** The default of `clockSkew`. */
export const CLOCK_SKEW: Millis = 5_000

/** The longest token, in characters. With 150 groups, a token of a company has about 10,000. */
export const LONGEST_TOKEN = 16_384

/**
 * OpenID Connect Core 1.0 section 3.1.3.7, rules 3 to 5: a token is rejected if one of its audiences is not trusted, and
 * with several audiences if its `azp` is not. `azp` of a token with one audience is not checked: another application of
 * the host may have requested it for the same person. Returns the first trusted audience, so that it does not depend on
 * the order in the token.
 */
export const audienceOf = (
  { aud, azp }: Readonly<Record<string, unknown>>,
  trusted: Iterable<string>
): Pick<IdentityClaims, "audience" | "audiences"> | undefined => {
  const ours = [...trusted]
  const isOurs = (name: unknown) => ours.some((known) => known === name)
  const all = new Set<unknown>(Array.isArray(aud) ? aud : [aud])
  const audiences = ours.filter((name) => all.has(name))
  const [audience] = audiences
  if (audience === undefined || audiences.length < all.size) return undefined
  if (all.size === 1) return { audience }
  return azp === undefined || azp === null || isOurs(azp) ? { audience, audiences } : undefined
}

/**
 * The claims about an address. OpenID Connect Core 1.0 section 5.1: `email_verified` is a boolean. Some issuers send it as
 * text.
 */
export const emailClaims = ({
  email,
  email_verified: isVerified
}: Readonly<Record<string, unknown>>): Pick<IdentityClaims, "email" | "verifiedEmail"> => {
  const shown = showableEmail(email)
  return { email: shown, verifiedEmail: isVerified === true || isVerified === "true" ? shown : undefined }
}

/**
 * Returns the `email` claim if it is safe to display. RFC 3696 section 3, as corrected, limits an address to 320
 * characters. Invisible characters are rejected, because they could imitate another address.
 */
const showableEmail = (claim: unknown): string | undefined =>
  typeof claim === "string" && claim !== "" && claim.length <= 320 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(claim)
    ? claim
    : undefined
