import {
  type EnvironmentKey,
  emailClaims,
  type IdentityClaims,
  IdentityTokens,
  type Millis,
  type OidcCheck,
  OidcTokenMalformed,
  OidcTokenRefused,
  type PlatformIssuers
} from "@countersign/core"
import { Effect, Layer, Result, Schema } from "@countersign/core/effect"
import { audienceOf, CLOCK_SKEW, ConfigurationRefused, LONGEST_TOKEN } from "@countersign/core/internal"
import { decodeUtf8, parseCompactJws, parseStrictJson, type Recent, recent } from "@countersign/wire"
import type { CryptoKey } from "jose"
import { type JWTVerifyOptions, jwtVerify } from "jose/jwt/verify"
import { download, KeySetFault, type Limits, limitsOf } from "./download.ts"
import { isAlgorithm, issuerTable, type KnownIssuer } from "./issuerTable.ts"
import { type KeySet, keySet, publishedKeys } from "./keySet.ts"
import { type Algorithm, DEFAULT_ALGORITHMS, type OidcOptions } from "./OidcOptions.ts"

/** The claims of a token of `issuer`, before its signature is verified. Core checks age and nonce. */
const claimsOf = (
  payload: Readonly<Record<string, unknown>>,
  issuer: Pick<KnownIssuer, "audiences" | "issuer">,
  until: Millis
): Result.Result<IdentityClaims, OidcTokenRefused> => {
  const { exp, iat, nbf = 0, nonce, sub } = payload
  const audience = audienceOf(payload, issuer.audiences)
  if (audience === undefined) return refused("audience")
  if (typeof sub !== "string" || sub === "" || sub.length > 255) return refused("claims")
  if (!isSeconds(iat) || !isSeconds(exp) || !isSeconds(nbf)) return refused("claims")
  if (nbf * 1000 > until) return refused("not before")
  return Result.succeed({
    issuer: issuer.issuer,
    ...audience,
    subject: sub,
    issuedAt: iat,
    expiresAt: exp,
    nonce: typeof nonce === "string" ? nonce : undefined,
    ...emailClaims(payload)
  })
}

const isSeconds = (value: unknown): value is number => Number.isFinite(value)

const refused = (check: OidcCheck) => Result.fail(new OidcTokenRefused({ check }))

/**
 * The algorithm of a token whose header requires nothing else. Keys and key addresses in the header (`jwk`, `jku`,
 * `x5c`, `x5u`) are ignored, as RFC 8725 section 3.10 advises.
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

/** RFC 7515 section 4.1.11: reject unsupported critical extensions. None is supported, including RFC 7797. */
const DEMANDS = ["crit", "b64"]

/** RFC 8725 section 3.11: another `typ` is another kind of token, such as an access token of the same issuer. */
const TYPES = /^(application\/)?jwt$/iu

/**
 * Verifies identity tokens of a fixed list of issuers, or of those that a platform trusts instead. A token selects an
 * issuer by its exact `iss` and selects nothing else: no address is taken from a token, and every cheap check runs before
 * a key is looked up. The keys of a listed issuer come from its `jwksUri` alone, whatever a platform sets.
 * Each build of the layer has a cache of its own.
 * Throws `ConfigurationRefused` for issuers or limits that cannot be used. Without issuers, every token is rejected.
 */
export const oidcTokens = (options: OidcOptions): Layer.Layer<IdentityTokens> => {
  const table = issuerTable(options.issuers)
  const limits = limitsOf(options)
  const { clockSkew = CLOCK_SKEW } = options
  if (!(clockSkew >= 0 && clockSkew <= 60_000)) {
    throw new ConfigurationRefused(`The option clockSkew of oidcTokens is ${clockSkew}. Give 0 to 60,000 milliseconds.`)
  }
  return Layer.sync(IdentityTokens, () => {
    const keySets = new Map<KnownIssuer, KeySet>()
    for (const issuer of table.values()) {
      keySets.set(issuer, keySet(issuer.issuer, publishedKeys(issuer.jwksUri, limits), limits))
    }
    const { publicFetch } = options
    const discovered = publicFetch && discoveredKeys({ ...limits, fetch: publicFetch })

    const ofDeployment = (iss: string) => {
      const issuer = table.get(iss)
      const keys = issuer && keySets.get(issuer)
      return keys && { ...issuer, keys }
    }
    const ofPlatform = (iss: string, { environment, issuers }: PlatformIssuers) => {
      const own = ofDeployment(iss)
      const isNamed = (name: string) => name === iss || (own !== undefined && table.get(name)?.issuer === own.issuer)
      const trusted = issuers.find(({ issuer }) => isNamed(issuer))
      const keys = own?.keys ?? (isDiscoverable(iss) ? discovered?.(environment, iss) : undefined)
      if (trusted === undefined || keys === undefined) return undefined
      const wanted: ReadonlyArray<Algorithm> = trusted.algorithms ?? [...(own?.algorithms ?? DEFAULT_ALGORITHMS)]
      return {
        issuer: own?.issuer ?? iss,
        audiences: new Set(trusted.audiences),
        algorithms: new Set(wanted.filter((name) => own?.algorithms.has(name) ?? true)),
        keys
      }
    }

    const identify = Effect.fnUntraced(function* (token: string, at: Millis, platform?: PlatformIssuers) {
      const { header, payload } = yield* Effect.fromResult(parsed(token))
      const iss = typeof payload.iss === "string" ? payload.iss : ""
      const issuer = platform === undefined ? ofDeployment(iss) : ofPlatform(iss, platform)
      if (issuer === undefined) return yield* new OidcTokenRefused({ check: "issuer" })
      const algorithm = yield* Effect.fromResult(algorithmOf(header, issuer.algorithms))
      const claims = yield* Effect.fromResult(claimsOf(payload, issuer, at + clockSkew))
      const keys = yield* issuer.keys.find(algorithm, header.kid)
      yield* verified(token, keys, { algorithms: [algorithm], audience: claims.audience, clockTolerance: ANY_TIME })
      return claims
    })
    const mayTrust = (issuer: string) => table.has(issuer) || (discovered !== undefined && isDiscoverable(issuer))
    return IdentityTokens.of({ clockSkew, identify, mayTrust })
  })
}

/** The checks before this one are stricter, so a failure here is an invalid signature. */
const verified = (token: string, keys: ReadonlyArray<CryptoKey>, options: JWTVerifyOptions) =>
  Effect.tryPromise({
    try: () => Promise.any(keys.map((key) => jwtVerify(token, key, options))),
    catch: () => new OidcTokenRefused({ check: "signature" })
  })

/** `claimsOf` compares `nbf`. Core compares `iat` and `exp` with the maximum age and the clock skew of its policy. */
const ANY_TIME = Number.MAX_VALUE

const parsed = (token: string) =>
  Result.try({ try: () => parseCompactJws(token, { maxLength: LONGEST_TOKEN }), catch: () => new OidcTokenMalformed() })

/** OpenID Connect Discovery 1.0 section 3. */
const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const decodeMetadata = Schema.decodeUnknownSync(Metadata)

/** Discovery 1.0 section 2: "a URL using the https scheme with no query or fragment components". */
export const isDiscoverable = (issuer: string): boolean => isHttps(issuer) && !/[?#]/u.test(issuer)

const isHttps = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { password, protocol, username } = new URL(text)
  return protocol === "https:" && username + password === ""
}

/**
 * The address of the keys that an issuer publishes in its discovery document. Section 4.3: "The issuer value returned
 * MUST be identical to the Issuer URL that was directly used to retrieve the configuration information."
 */
const keyAddress = (issuer: string, limits: Limits): Effect.Effect<string, KeySetFault> =>
  Effect.flatMap(download(`${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`, limits), (bytes) =>
    Effect.try({
      try: () => {
        const { issuer: named, jwks_uri: address } = decodeMetadata(parseStrictJson(decodeUtf8(bytes)))
        if (named !== issuer || !isHttps(address)) throw new Error("another issuer, or keys without https")
        return address
      },
      catch: () => new KeySetFault({ reason: "the discovery document is not one of this issuer" })
    })
  )

/** The key sets of issuers that only platforms name. No environment can displace the keys of another (I19). */
export const discoveredKeys = (limits: Limits) => {
  const caches = recent<Recent<KeySet>>(ENVIRONMENTS)
  const made = (issuer: string): KeySet => {
    const published = Effect.flatMap(keyAddress(issuer, limits), (address) => publishedKeys(address, limits))
    return keySet(issuer, published, limits)
  }
  return (environment: EnvironmentKey, issuer: string): KeySet =>
    caches.getOrMake(environment, () => recent(ISSUERS)).getOrMake(issuer, () => made(issuer))
}

const ENVIRONMENTS = 4096
/** As many as the settings of a platform may name. */
const ISSUERS = 20
