import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import {
  ApiTokens,
  DEFAULT_SCOPES,
  Environment,
  type Mode,
  type Principal,
  Scope,
  Store,
  Throttled
} from "@countersign/core"
import { Clock, Effect, Layer, Redacted, Schema } from "@countersign/core/effect"
import { ConfigurationRefused, clientIdOf, placeOfToken, type TokenPlace, tokenOf } from "@countersign/core/internal"
import { attempt, decodeBase64Url, decodeHex, encodeBase64Url, encodeUtf8, recent } from "@countersign/wire"
import { expand, extract } from "./purposeKeys.ts"

/** An API token of the host's configuration. It contains a digest of the secret, not the secret. */
export interface StaticToken {
  /** The user name of HTTP Basic authentication. Must not be empty and must not contain a colon. */
  readonly id: string
  /** See {@link secretDigest}. Give two digests during a rotation: either secret authenticates. */
  readonly secretSha256: string | ReadonlyArray<string>
  readonly platformId: string
  readonly mode: Mode
  /** The scopes of the token. Default: all but OPERATE. */
  readonly scopes?: ReadonlyArray<Scope>
}

/**
 * Returns the digest to configure for a secret: its SHA-256, as 64 lower-case hex characters. Use it for secrets of at
 * least 128 random bits, such as `openssl rand -hex 32`. A secret chosen by a person can be recovered from its digest.
 */
export const secretDigest = (secret: string | undefined): string => {
  if (typeof secret !== "string" || secret === "") {
    throw new ConfigurationRefused(
      `The secret of an API token is ${secret === "" ? "empty" : "missing"}. Make one with: openssl rand -hex 32`
    )
  }
  return digestOf(secret).toString("hex")
}

/**
 * API tokens that are known when the process starts. Secrets are compared by digests of equal length in constant time.
 * An unknown id costs the same work as a known one, with one digest or two.
 * Throws {@link ConfigurationRefused} for an id that is malformed or given twice, and for a malformed digest, platform,
 * mode or scope.
 */
export const staticTokens = (tokens: ReadonlyArray<StaticToken>): Layer.Layer<ApiTokens> => {
  const authenticate = authenticatorOf(tokens)
  return Layer.succeed(
    ApiTokens,
    ApiTokens.of({
      authenticate: ({ id, secret }) => Effect.sync(() => authenticate(id, digestOf(Redacted.value(secret)))),
      isConfigured: isConfigured(tokens),
      secretOf: (_, random) => Redacted.make(encodeBase64Url(random))
    })
  )
}

const isConfigured =
  (tokens: ReadonlyArray<StaticToken>) =>
  ({ mode, platformId }: Environment): boolean =>
    tokens.some((token) => token.mode === mode && token.platformId === platformId)

/** The identity of a caller who sent an id and a secret with this digest. */
const authenticatorOf = (
  tokens: ReadonlyArray<StaticToken>
): ((id: string, digest: Uint8Array) => Principal | undefined) => {
  const known = new Map<string, Known>()
  for (const token of tokens) {
    if (known.has(token.id)) throw refused(token, "is given twice. Give each token an id of its own")
    known.set(token.id, checked(token))
  }
  // The digest for unknown ids: random, so that no secret matches, and of the class of the others, for equal work.
  const absent = Uint8Array.from(randomBytes(32))
  return (id, digest) => {
    const token = known.get(id)
    const [one = absent, other = absent] = token?.digests ?? []
    // Both digests are compared, whatever the result of the first.
    const isOne = timingSafeEqual(digest, one)
    const isOther = timingSafeEqual(digest, other)
    return isOne || isOther ? token?.principal : undefined
  }
}

interface Known {
  readonly digests: ReadonlyArray<Uint8Array>
  readonly principal: Principal
}

const checked = (token: StaticToken): Known => {
  const { id, mode, platformId, scopes = DEFAULT_SCOPES, secretSha256 } = token
  // RFC 7617 section 2: the first colon ends the user name.
  if (id === "" || id.includes(":")) throw refused(token, "has an id that is empty or contains a colon. Choose another")
  const environment = { platformId, mode }
  if (!isEnvironment(environment)) {
    throw refused(
      token,
      "has no valid environment. Give mode sandbox or production, and a platformId of 1 to 64 letters, digits, `.`, `_` or `-`"
    )
  }
  if (!areScopes(scopes)) throw refused(token, `has an unknown scope. Choose from ${Scope.literals.join(", ")}`)
  return { digests: digestsOf(token, secretSha256), principal: { tokenId: id, environment, scopes: [...scopes] } }
}

const digestsOf = (token: StaticToken, given: StaticToken["secretSha256"]): ReadonlyArray<Uint8Array> => {
  // JavaScript hosts may pass any value. A value that is not an array is validated as a digest.
  const digests = (Array.isArray(given) ? given : [given]).map((each) => digestBytes(token, each))
  const [one, other] = digests
  if (one === undefined || digests.length > 2) {
    throw refused(token, "has a list of secretSha256 that is empty or longer than two. Remove the oldest")
  }
  if (other !== undefined && timingSafeEqual(one, other)) {
    throw refused(token, "has one secretSha256 twice. Make another secret with: openssl rand -hex 32")
  }
  return digests
}

const digestBytes = (token: StaticToken, secretSha256: string): Uint8Array => {
  try {
    return decodeHex(secretSha256, { bytes: 32 })
  } catch {
    throw refused(token, "has a secretSha256 that is not 64 hex characters. Compute it with secretDigest(secret)")
  }
}

const digestOf = (secret: string): Buffer => hash("sha256", secret, "buffer")

const isEnvironment = Schema.is(Environment)
const areScopes = Schema.is(Schema.Array(Scope))

const refused = ({ id }: StaticToken, what: string): ConfigurationRefused =>
  new ConfigurationRefused(`The API token ${JSON.stringify(id)} ${what}.`)

/**
 * The tokens of the configuration, then those created through the API. The secret of a created token ends with a tag
 * over the rest, made with a key derived from `keys`: credentials without a valid tag are rejected without a lookup
 * (FL4). Tokens from before tags, or under a removed key, are still looked up, at a limited rate.
 * Valid and invalid credentials cost one comparison of digests in constant time, whether or not the token exists (H1).
 * No result is cached, so a deleted token is rejected immediately on every node.
 * `keys`: 32 bytes each. The first makes the tags of new tokens; all of them verify tags.
 */
export const apiTokens = (
  configured: ReadonlyArray<StaticToken>,
  keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]
): Layer.Layer<ApiTokens, never, Store> => {
  const authenticate = authenticatorOf(configured)
  const tags = proofs(keys)
  const lookups = unproven()
  // The digest for unknown ids. It is random, so that no secret matches.
  const NO_DIGEST = randomBytes(32)
  return Layer.effect(
    ApiTokens,
    Effect.map(Store, (store) => {
      const find = (place: TokenPlace) => Effect.provideService(tokenOf(place), Store, store)
      return ApiTokens.of({
        isConfigured: isConfigured(configured),
        secretOf: tags.secretOf,
        authenticate: ({ id, secret }) =>
          Effect.suspend(() => {
            const digest = digestOf(Redacted.value(secret))
            const known = authenticate(id, digest)
            const place = known === undefined ? placeOfToken(id) : undefined
            if (place === undefined) return Effect.succeed(known)
            const isProven = tags.isProven(place, Redacted.value(secret))
            const credentials = isProven ? undefined : hash("sha256", `${id}:${digest.toString("hex")}`, "hex")
            const allowed = credentials === undefined ? Effect.void : lookups.spend(credentials)
            return Effect.map(
              Effect.flatMap(allowed, () => find(place)),
              (token) => {
                const isRight = timingSafeEqual(digest, token === undefined ? NO_DIGEST : decodeHex(token.secretSha256))
                if (!isRight || token === undefined) return undefined
                if (credentials !== undefined) lookups.remember(credentials)
                const { madeBy = [], permissions: scopes, tokenId } = token
                return { tokenId, environment: place.environment, scopes, madeBy }
              }
            )
          })
      })
    })
  )
}

/** The tag of a secret: 8 bytes of HMAC-SHA-256 over the client id and the first 24 random bytes of the secret. */
const proofs = (keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]) => {
  const [first, ...others] = keys.map((key) => expand(extract(SALT, key), PURPOSE, 32))
  if (first === undefined) throw new Error("apiTokens: keys must contain at least one key")
  const tagOf = (key: Uint8Array, { environment, tokenId }: TokenPlace, random: Uint8Array) =>
    createHmac("sha256", key).update(clientIdOf(environment, tokenId)).update(random).digest().subarray(0, TAG)
  return {
    secretOf: (place: TokenPlace, random: Uint8Array) =>
      Redacted.make(encodeBase64Url(Buffer.concat([random, tagOf(first, place, random)]))),
    isProven: (place: TokenPlace, secret: string): boolean => {
      const bytes = secret.length === SECRET ? attempt(() => decodeBase64Url(secret)) : undefined
      if (bytes === undefined) return false
      const random = bytes.subarray(0, RANDOM)
      const tag = bytes.subarray(RANDOM)
      return [first, ...others].some((key) => timingSafeEqual(tagOf(key, place, random), tag))
    }
  }
}

const RANDOM = 24
const TAG = 8
/** Length of 32 bytes in base64url. */
const SECRET = 43
const SALT = encodeUtf8("countersign")
const PURPOSE = encodeUtf8("api token secret")

/**
 * Limits lookups of credentials without a valid tag to a burst of 50 and 20 a second per process. Credentials that
 * authenticated before are remembered by their digest and are not limited, so that a flood does not lock out old tokens
 * for long.
 */
const unproven = () => {
  const right = recent<true>(4096)
  let left = CAPACITY
  let refilledAt = 0
  return {
    spend: (credentials: string): Effect.Effect<void, Throttled> =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        if (right.get(credentials) === true) return Effect.void
        // A clock that was set back refills nothing: the bucket restarts from the new time.
        const gained = at < refilledAt ? 0 : Math.floor((at - refilledAt) / REFILL)
        refilledAt = gained === 0 && at >= refilledAt ? refilledAt : at
        left = Math.min(CAPACITY, left + gained)
        if (left < 1) return Effect.fail(new Throttled({ at, until: at + REFILL }))
        left -= 1
        return Effect.void
      }),
    remember: (credentials: string): void => right.set(credentials, true)
  }
}

const CAPACITY = 50
const REFILL = 50
