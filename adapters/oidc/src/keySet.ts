import { IssuerUnavailable, type Millis, OidcTokenRefused } from "@countersign/core"
import { decodeUtf8, parseStrictJson } from "@countersign/wire"
import { Clock, Effect, Option, Result, Schema, Semaphore } from "effect"
import type { CryptoKey } from "jose"
import { createLocalJWKSet, type LocalJWKSet } from "jose/jwks/local"
import type { Algorithm } from "./algorithms.ts"
import { download, KeySetFault, type Limits } from "./download.ts"

/** The key set at an address, within the limits of time, size and number. */
export const publishedKeys = (jwksUri: string, limits: Limits): Effect.Effect<LocalJWKSet, KeySetFault> =>
  Effect.flatMap(download(jwksUri, limits), (bytes) =>
    Effect.try({
      try: () => keySetOf(bytes, limits.maxKeys),
      catch: () => new KeySetFault({ reason: "the response is not a key set" })
    })
  )

/**
 * The key with exactly this algorithm and key id, or `undefined`. jose selects it by `kid`, `alg`, `kty`, `crv`, `use`
 * and `key_ops`, and imports it once. Weak, private and malformed keys are never returned.
 */
const keyOf = (keys: LocalJWKSet, alg: Algorithm, kid: string): Effect.Effect<CryptoKey | undefined> =>
  Effect.promise(() =>
    keys({ alg, kid }).then(
      (key) => (isStrong(key) ? key : undefined),
      () => undefined
    )
  )

/**
 * Throws when the bytes are not a key set, or contain more than `maxKeys` keys. Malformed keys are skipped, as RFC 7517
 * section 5 advises, and so are keys that share a `kid`, whatever their algorithms are.
 */
const keySetOf = (bytes: Uint8Array, maxKeys: number): LocalJWKSet => {
  const { keys } = decodeDocument(parseStrictJson(decodeUtf8(bytes)))
  if (keys.length > maxKeys) throw new Error(`more than ${maxKeys} keys`)
  const isAlone = (kid: string) => keys.filter((key) => key.kid === kid).length === 1
  return createLocalJWKSet({
    keys: keys.flatMap((key) => Option.toArray(Option.filter(decodeKey(key), ({ kid }) => isAlone(kid))))
  })
}

/** RFC 7517 section 5. */
const KeySetDocument = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })

/** The members that jose may read. Source: RFC 7517 section 4, RFC 7518 section 6, RFC 8037 section 2. */
const PublicKey = Schema.Struct({
  kid: Schema.NonEmptyString,
  kty: Schema.String,
  use: Schema.optionalKey(Schema.String),
  key_ops: Schema.optionalKey(Schema.mutable(Schema.Array(Schema.String))),
  alg: Schema.optionalKey(Schema.String),
  n: Schema.optionalKey(Schema.String),
  e: Schema.optionalKey(Schema.String),
  crv: Schema.optionalKey(Schema.String),
  x: Schema.optionalKey(Schema.String),
  y: Schema.optionalKey(Schema.String),
  // A published private key is compromised.
  d: Schema.optionalKey(Schema.Never)
})

const decodeDocument = Schema.decodeUnknownSync(KeySetDocument)
const decodeKey = Schema.decodeUnknownOption(PublicKey)

/** RFC 7518 section 3.3: at least 2,048 bits. FIPS 186-5 section A.1.1: an exponent of at least 65,537. */
const isStrong = ({ algorithm }: CryptoKey): boolean => {
  if (!("modulusLength" in algorithm && "publicExponent" in algorithm)) return true
  const { modulusLength, publicExponent } = algorithm
  return Number(modulusLength) >= 2048 && publicExponent instanceof Uint8Array && numberOf(publicExponent) >= 65537
}

/** Rounded for large values, far above every limit here. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)

/** The keys of one issuer. */
export interface KeySet {
  readonly find: (algorithm: Algorithm, kid: unknown) => Effect.Effect<CryptoKey, OidcTokenRefused | IssuerUnavailable>
}

/**
 * The cached keys of an issuer. Fetched on first use, when they are old, and when a key id is unknown; never twice at
 * the same time, and never again within the cooldown. While the issuer is unavailable, the last keys remain in use.
 */
export const keySet = (issuer: string, published: Effect.Effect<LocalJWKSet, KeySetFault>, limits: Limits): KeySet => {
  const turn = Semaphore.makeUnsafe(1)
  let cached: { readonly keys: LocalJWKSet; readonly since: Millis } | undefined
  let last: { readonly until: Millis; readonly failed: boolean } | undefined

  const isWanted = (key: CryptoKey | undefined, now: Millis): boolean => {
    // Without cached keys, an issuer that was unavailable for a moment is retried sooner.
    const pause = cached === undefined ? Math.min(limits.cooldown, FIRST_RETRY) : limits.cooldown
    if (last !== undefined && isWithin(pause, last.until, now)) return false
    return cached === undefined || key === undefined || !isWithin(limits.maxAge, cached.since, now)
  }

  const lookUp = (algorithm: Algorithm, kid: string) =>
    cached === undefined ? Effect.succeed(undefined) : keyOf(cached.keys, algorithm, kid)

  const refreshIfWanted = Effect.fnUntraced(function* (algorithm: Algorithm, kid: string) {
    const since = yield* Clock.currentTimeMillis
    if (!isWanted(yield* lookUp(algorithm, kid), since)) return
    const fetched = yield* Effect.result(published)
    // The cooldown starts when the fetch ends. Otherwise each caller that waited through a slow failure would start
    // another.
    last = { until: yield* Clock.currentTimeMillis, failed: Result.isFailure(fetched) }
    if (Result.isSuccess(fetched)) cached = { keys: fetched.success, since }
    else yield* Effect.logWarning("no key set from an issuer", { issuer }, fetched.failure.reason)
  })

  const find = Effect.fnUntraced(function* (algorithm: Algorithm, kid: unknown) {
    if (typeof kid !== "string") return yield* new OidcTokenRefused({ check: "key" })
    let key = yield* lookUp(algorithm, kid)
    if (isWanted(key, yield* Clock.currentTimeMillis)) {
      // One caller fetches while the others wait and then look up the key again. The fetch finishes even if its caller
      // is interrupted.
      yield* turn.withPermit(Effect.uninterruptible(refreshIfWanted(algorithm, kid)))
      key = yield* lookUp(algorithm, kid)
    }
    if (key !== undefined) return key
    return yield* last?.failed === true ? new IssuerUnavailable() : new OidcTokenRefused({ check: "key" })
  })
  return { find }
}

/** If the clock was set back, the elapsed time is unknown and counts as expired. */
const isWithin = (period: number, since: Millis, now: Millis): boolean => now >= since && now - since < period

const FIRST_RETRY = 1_000
