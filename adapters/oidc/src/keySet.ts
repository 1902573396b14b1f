import { IssuerUnavailable, type Millis, OidcTokenRefused } from "@countersign/core"
import { Clock, Effect, Option, Result, Schema, Semaphore } from "@countersign/core/effect"
import { decodeUtf8, parseStrictJson, recent } from "@countersign/wire"
import type { CryptoKey } from "jose"
import { JWKSMultipleMatchingKeys } from "jose/errors"
import { createLocalJWKSet, type LocalJWKSet } from "jose/jwks/local"
import { download, KeySetFault, type Limits } from "./download.ts"
import { isAlgorithm } from "./issuerTable.ts"
import type { Algorithm } from "./OidcOptions.ts"

/** The usable keys of an issuer, and why each other entry is not used. */
interface PublishedKeys {
  readonly all: LocalJWKSet
  readonly nameless: LocalJWKSet
  readonly dropped: ReadonlyArray<string>
}

/** The key set at an address, within the limits of time, size and number. */
export const publishedKeys = (jwksUri: string, limits: Limits): Effect.Effect<PublishedKeys, KeySetFault> =>
  Effect.flatMap(download(jwksUri, limits), (bytes) =>
    Effect.try({
      try: () => keySetOf(bytes, limits.maxKeys),
      catch: () => new KeySetFault({ reason: "the response is not a key set" })
    })
  )

/**
 * The keys that may have signed a token. jose selects them by `kid`, `alg`, `kty`, `crv`, `use` and `key_ops`, and
 * imports each once. A token without a `kid`, or whose `kid` no key has, may be of the one key that fits.
 */
const keysOf = async ({ all, nameless }: PublishedKeys, alg: Algorithm, kid: string | undefined) => {
  const named = kid === undefined ? [] : await matching(all({ alg, kid }))
  if (named.length > 0) return named
  const others = await matching((kid === undefined ? all : nameless)({ alg }))
  return others.length === 1 ? others : []
}

/** All keys that match: where several do, jose's error contains them. A key that cannot be imported matches nothing. */
const matching = async (found: Promise<CryptoKey>): Promise<ReadonlyArray<CryptoKey>> => {
  try {
    return [await found]
  } catch (error) {
    const keys: Array<CryptoKey> = []
    if (error instanceof JWKSMultipleMatchingKeys) for await (const key of error) keys.push(key)
    return keys
  }
}

/**
 * Throws when the bytes are not a key set, or contain more than `maxKeys` keys. Skips the entries that cannot be used, as
 * RFC 7517 section 5 advises, and repeated ones.
 */
const keySetOf = (bytes: Uint8Array, maxKeys: number): PublishedKeys => {
  const { keys } = decodeDocument(parseStrictJson(decodeUtf8(bytes)))
  if (keys.length > maxKeys) throw new Error(`more than ${maxKeys} keys`)
  if (keys.length > 0 && !keys.some(isRecord)) throw new Error("entries that are not keys")
  const usable = new Map<string, PublicKey>()
  const dropped: Array<string> = []
  for (const entry of keys) {
    const members = isRecord(entry) ? presentIn(entry) : {}
    const key = decodeKey(usedOf(members))
    const reason = Option.isNone(key) ? "has a member of another type, or none" : faultOf(members, key.value)
    if (Option.isSome(key) && reason === undefined) usable.set(JSON.stringify(key.value), key.value)
    else dropped.push(`${JSON.stringify(members.kid)?.slice(0, 80)} ${reason}`)
  }
  const all = [...usable.values()]
  return {
    all: createLocalJWKSet({ keys: all }),
    nameless: createLocalJWKSet({ keys: all.filter(({ kid }) => kid === undefined) }),
    dropped
  }
}

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** Null and empty members count as absent: encoders write them for fields without a value. */
const presentIn = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && !value[0]))
  )

/** The members that a key of its kty has. Another member of an odd type makes no key unusable. */
const usedOf = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const used = ["kid", "kty", "use", "key_ops", "alg", ...(OF_TYPE.get(members.kty) ?? [])]
  return Object.fromEntries(Object.entries(members).filter(([name]) => used.includes(name)))
}

const OF_TYPE: ReadonlyMap<unknown, ReadonlyArray<string>> = new Map([
  ["EC", ["crv", "x", "y"]],
  ["OKP", ["crv", "x"]],
  ["RSA", ["n", "e"]]
])

/** Why a key that is well-formed verifies no token. A key for encryption is not wanted, and so has no fault. */
const faultOf = (members: object, { alg, key_ops: operations = ["verify"], kty, use = "sig" }: PublicKey) => {
  // A published private key is compromised.
  if (["d", "k", "p", "q"].some((name) => Object.hasOwn(members, name))) return "has a private or symmetric part"
  if (use === "enc") return undefined
  if (use !== "sig" || !operations.includes("verify")) return "is for another use by its use or key_ops"
  if (!OF_TYPE.has(kty)) return "is of another kty than EC, OKP or RSA"
  return alg === undefined || isAlgorithm(alg) ? undefined : "has an alg that is no signature algorithm"
}

/** RFC 7517 section 5. */
const KeySetDocument = Schema.Struct({ keys: Schema.Array(Schema.Unknown) })

/** The members that jose may read. Source: RFC 7517 section 4, RFC 7518 section 6, RFC 8037 section 2. */
const PublicKey = Schema.Struct({
  kid: Schema.optionalKey(Schema.String),
  kty: Schema.String,
  use: Schema.optionalKey(Schema.String),
  key_ops: Schema.optionalKey(Schema.mutable(Schema.Array(Schema.String))),
  alg: Schema.optionalKey(Schema.String),
  n: Schema.optionalKey(Schema.String),
  e: Schema.optionalKey(Schema.String),
  crv: Schema.optionalKey(Schema.String),
  x: Schema.optionalKey(Schema.String),
  y: Schema.optionalKey(Schema.String)
})
type PublicKey = typeof PublicKey.Type

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

export interface KeySet {
  /** Returns at least one key. */
  readonly find: (
    algorithm: Algorithm,
    kid: unknown
  ) => Effect.Effect<ReadonlyArray<CryptoKey>, OidcTokenRefused | IssuerUnavailable>
}

/**
 * The cached keys of an issuer. Fetched on first use, when they are old, and when a key id is unknown; never twice at
 * the same time, and never again within the cooldown. While the issuer is unavailable, the last keys remain in use.
 */
export const keySet = (
  issuer: string,
  published: Effect.Effect<PublishedKeys, KeySetFault>,
  limits: Limits
): KeySet => {
  const turn = Semaphore.makeUnsafe(1)
  let cached: { readonly keys: PublishedKeys; readonly since: Millis } | undefined
  /** The faults of entries that were logged. An entry that stays is not logged again. */
  const logged = recent<true>(2 * limits.maxKeys)
  let last: { readonly until: Millis; readonly failed: boolean } | undefined

  const isWanted = (keys: ReadonlyArray<CryptoKey>, now: Millis): boolean => {
    // Without cached keys, an issuer that was unavailable for a moment is retried sooner.
    const pause = cached === undefined ? Math.min(limits.cooldown, FIRST_RETRY) : limits.cooldown
    if (last !== undefined && isWithin(pause, last.until, now)) return false
    return cached === undefined || keys.length === 0 || !isWithin(limits.maxAge, cached.since, now)
  }

  const report = (entry: string) =>
    Effect.suspend(() => {
      if (logged.get(entry) === true) return Effect.void
      logged.set(entry, true)
      return Effect.logWarning("a key of an issuer is not used", { issuer }, entry)
    })

  const lookUp = Effect.fnUntraced(function* (algorithm: Algorithm, kid: string | undefined) {
    const current = cached
    if (current === undefined) return []
    const found = yield* Effect.promise(() => keysOf(current.keys, algorithm, kid))
    const strong = found.filter(isStrong)
    if (strong.length < found.length) yield* report(`${JSON.stringify(kid)?.slice(0, 80)} is a weak RSA key`)
    return strong
  })

  const refreshIfWanted = Effect.fnUntraced(function* (algorithm: Algorithm, kid: string | undefined) {
    const since = yield* Clock.currentTimeMillis
    if (!isWanted(yield* lookUp(algorithm, kid), since)) return
    const fetched = yield* Effect.result(published)
    // The cooldown starts when the fetch ends: each caller that waits through a slow failure would start another.
    last = { until: yield* Clock.currentTimeMillis, failed: Result.isFailure(fetched) }
    if (Result.isSuccess(fetched)) {
      cached = { keys: fetched.success, since }
      yield* Effect.forEach(fetched.success.dropped, report, { discard: true })
    } else yield* Effect.logWarning("no key set from an issuer", { issuer }, fetched.failure.reason)
  })

  const find = Effect.fnUntraced(function* (algorithm: Algorithm, sent: unknown) {
    const kid = sent === null || sent === "" ? undefined : sent
    if (kid !== undefined && typeof kid !== "string") return yield* new OidcTokenRefused({ check: "key" })
    let keys = yield* lookUp(algorithm, kid)
    if (isWanted(keys, yield* Clock.currentTimeMillis)) {
      // One caller fetches while the others wait, and then look up again. It finishes even if its caller is
      // interrupted.
      yield* turn.withPermit(Effect.uninterruptible(refreshIfWanted(algorithm, kid)))
      keys = yield* lookUp(algorithm, kid)
    }
    if (keys.length > 0) return keys
    return yield* last?.failed === true ? new IssuerUnavailable() : new OidcTokenRefused({ check: "key" })
  })
  return { find }
}

/** If the clock was set back, the elapsed time is unknown and counts as expired. */
const isWithin = (period: number, since: Millis, now: Millis): boolean => now >= since && now - since < period

const FIRST_RETRY = 1_000
