import { IdentityTokens, type Millis, OidcTokenMalformed, OidcTokenRefused } from "@countersign/core"
import { parseCompactJws } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import type { CryptoKey } from "jose"
import { type JWTVerifyOptions, jwtVerify } from "jose/jwt/verify"
import { algorithmOf } from "./algorithmOf.ts"
import { claimsOf } from "./claimsOf.ts"
import { type Issuer, issuerTable } from "./issuerTable.ts"
import { keySet } from "./keySet.ts"
import { type KeySetOptions, limitsOf } from "./limits.ts"

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
