import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { ApiTokens, Store, Throttled } from "@countersign/core"
import { clientIdOf, placeOfToken, type TokenPlace, tokenOf } from "@countersign/core/internal"
import { decodeBase64Url, decodeHex, encodeBase64Url, encodeUtf8, recent } from "@countersign/wire"
import { Clock, Effect, Layer, Redacted } from "effect"
import { expand, extract } from "./hkdf.ts"
import { digestOf, judgeOf, type StaticToken } from "./staticTokens.ts"

/**
 * The tokens of the configuration, and behind them those that calls have made. The secret of a made token ends with a tag
 * over the rest, by a key derived from `keys`: credentials without the right tag are refused without a lookup (FL4).
 * Tokens made before there were tags, or under a key that is gone, are still looked up, at a bounded rate.
 *
 * Right and wrong credentials cost one comparison of digests in constant time, whether such a token exists or not (H1).
 * No answer is cached, so that a deleted token ends at once on every node.
 *
 * `keys`: 32 bytes each. The first makes the tags of new tokens, and any of them proves one.
 */
export const apiTokens = (
  configured: ReadonlyArray<StaticToken>,
  keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]
): Layer.Layer<ApiTokens, never, Store> => {
  const judge = judgeOf(configured)
  const tags = proofs(keys)
  const lookups = unproven()
  // Nobody's digest: it has to be no secret's, and a random one is none.
  const NO_DIGEST = randomBytes(32)
  return Layer.effect(
    ApiTokens,
    Effect.map(Store, (store) => {
      const find = (place: TokenPlace) => Effect.provideService(tokenOf(place), Store, store)
      return ApiTokens.of({
        secretOf: tags.secretOf,
        authenticate: ({ id, secret }) =>
          Effect.suspend(() => {
            const digest = digestOf(Redacted.value(secret))
            const known = judge(id, digest)
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
                return { tokenId: token.tokenId, environment: place.environment, scopes: token.permissions }
              }
            )
          })
      })
    })
  )
}

/** The tag of a secret: 8 bytes of HMAC-SHA-256 over the client id and the 24 random bytes that the secret starts with. */
const proofs = (keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]) => {
  const [first, ...others] = keys.map((key) => expand(extract(SALT, key), PURPOSE, 32))
  if (first === undefined) throw new Error("apiTokens: a list of keys has one at least")
  const tagOf = (key: Uint8Array, { environment, tokenId }: TokenPlace, random: Uint8Array) =>
    createHmac("sha256", key).update(clientIdOf(environment, tokenId)).update(random).digest().subarray(0, TAG)
  return {
    secretOf: (place: TokenPlace, random: Uint8Array) =>
      Redacted.make(encodeBase64Url(Buffer.concat([random, tagOf(first, place, random)]))),
    isProven: (place: TokenPlace, secret: string): boolean => {
      const bytes = secret.length === SECRET ? bytesOf(secret) : undefined
      if (bytes === undefined) return false
      const random = bytes.subarray(0, RANDOM)
      const tag = bytes.subarray(RANDOM)
      return [first, ...others].some((key) => timingSafeEqual(tagOf(key, place, random), tag))
    }
  }
}

const bytesOf = (secret: string): Uint8Array | undefined => {
  try {
    return decodeBase64Url(secret)
  } catch {
    return undefined
  }
}

const RANDOM = 24
const TAG = 8
/** Characters of 32 bytes in base64url. */
const SECRET = 43
const SALT = encodeUtf8("countersign")
const PURPOSE = encodeUtf8("api token secret")

/**
 * Lookups for credentials that prove nothing: 50 at once and 20 a second, for the whole process. Credentials that were
 * right before are remembered by their digest and cost nothing here, so that a flood keeps no token of old out for long.
 */
const unproven = () => {
  const right = recent<true>(4096)
  let left = CAPACITY
  let refilledAt = 0
  return {
    spend: (credentials: string): Effect.Effect<void, Throttled> =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        if (right.get(credentials) === true) return Effect.void
        // A clock that was set back refills nothing, and starts over.
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
