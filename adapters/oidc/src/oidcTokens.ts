import {
  type IdentityClaims,
  IdentityTokens,
  type Millis,
  type OidcCheck,
  OidcTokenMalformed,
  OidcTokenRefused,
  showableEmail
} from "@countersign/core"
import { parseCompactJws } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import type { CryptoKey } from "jose"
import { type JWTVerifyOptions, jwtVerify } from "jose/jwt/verify"
import { type Algorithm, isAlgorithm } from "./algorithms.ts"
import { type KeySetOptions, limitsOf } from "./download.ts"
import { type Issuer, issuerTable, type KnownIssuer } from "./issuerTable.ts"
import { keySet } from "./keySet.ts"

/** The claims of a token of `issuer`, before its signature is known to be good. Age and nonce are rules of core. */
const claimsOf = (
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

/**
 * The algorithm of a token, from a header that asks for nothing else. A key or the address of one in it (`jwk`, `jku`,
 * `x5c`, `x5u`) is not looked at, as RFC 8725 section 3.10 advises.
 */
const algorithmOf = (
  header: Readonly<Record<string, unknown>>,
  allowed: ReadonlySet<Algorithm>
): Result.Result<Algorithm, OidcTokenRefused> => {
  const { alg, typ = "JWT" } = header
  const isPlain = isAlgorithm(alg) && allowed.has(alg) && !DEMANDS.some((name) => Object.hasOwn(header, name))
  if (!isPlain || typeof typ !== "string" || !TYPES.test(typ)) {
    return Result.fail(new OidcTokenRefused({ check: "algorithm" }))
  }
  return Result.succeed(alg)
}

/** RFC 7515 section 4.1.11: who does not understand a critical extension refuses. We understand none, nor RFC 7797's. */
const DEMANDS = ["crit", "b64"]

/** RFC 8725 section 3.11: another type is another kind of token, such as an access or logout token of the same issuer. */
const TYPES = /^(application\/)?jwt$/iu

/** Whose tokens are believed, and how their key sets are fetched. */
export interface OidcOptions extends KeySetOptions {
  readonly issuers: ReadonlyArray<Issuer>
}

/**
 * Reads the identity tokens of a fixed table of issuers. A token chooses among them by its exact `iss` and chooses
 * nothing else: no address is taken from a token or a discovery document, and every cheap check comes before a key is
 * looked for. Each build of the layer has a cache of its own.
 *
 * Throws `ConfigurationRefused` for issuers or limits that cannot be used. With no issuers every token is refused.
 */
export const oidcTokens = (options: OidcOptions): Layer.Layer<IdentityTokens> => {
  const table = issuerTable(options.issuers)
  const limits = limitsOf(options)
  return Layer.sync(IdentityTokens, () => {
    const keySets = new Map([...table.values()].map((issuer) => [issuer, keySet(issuer, limits)]))

    const identify = Effect.fnUntraced(function* (token: string, at: Millis) {
      const { header, payload } = yield* Effect.fromResult(parsed(token))
      const issuer = typeof payload.iss === "string" ? table.get(payload.iss) : undefined
      const keys = issuer && keySets.get(issuer)
      if (issuer === undefined || keys === undefined) return yield* new OidcTokenRefused({ check: "issuer" })
      const algorithm = yield* Effect.fromResult(algorithmOf(header, issuer.algorithms))
      const claims = yield* Effect.fromResult(claimsOf(payload, issuer, at))
      const key = yield* keys.find(algorithm, header.kid)
      yield* verified(token, key, { algorithms: [algorithm], audience: claims.audience, clockTolerance: ANY_TIME })
      return claims
    })
    return IdentityTokens.of({ clockSkew: 0, identify })
  })
}

/** Our own checks came before this one and are stricter, so what fails here is the signature. */
const verified = (token: string, key: CryptoKey, options: JWTVerifyOptions) =>
  Effect.tryPromise({
    try: () => jwtVerify(token, key, options),
    catch: () => new OidcTokenRefused({ check: "signature" })
  })

/** `claimsOf` compares `nbf`, and core compares `iat` and `exp` with the age and the clock skew of its policy. */
const ANY_TIME = Number.MAX_VALUE

const parsed = (token: string) =>
  Result.try({ try: () => parseCompactJws(token), catch: () => new OidcTokenMalformed() })
