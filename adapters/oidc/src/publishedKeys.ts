import { decodeUtf8, parseStrictJson } from "@countersign/wire"
import { Effect, Option, Schema } from "effect"
import type { CryptoKey } from "jose"
import { createLocalJWKSet, type LocalJWKSet } from "jose/jwks/local"
import type { Algorithm } from "./algorithms.ts"
import { download, KeySetFault } from "./download.ts"
import type { KnownIssuer } from "./issuerTable.ts"
import type { Limits } from "./limits.ts"

/** The keys that an issuer publishes now, within the limits of time, size and number. */
export const publishedKeys = ({ jwksUri }: KnownIssuer, limits: Limits): Effect.Effect<LocalJWKSet, KeySetFault> =>
  Effect.flatMap(download(jwksUri, limits), (bytes) =>
    Effect.try({
      try: () => keySetOf(bytes, limits.maxKeys),
      catch: () => new KeySetFault({ reason: "the response is not a key set" })
    })
  )

/**
 * The key of exactly this algorithm and key id, or `undefined`. jose selects it by `kid`, `alg`, `kty`, `crv`, `use` and
 * `key_ops`, and imports it once; a weak, private or malformed key is never returned.
 */
export const keyOf = (keys: LocalJWKSet, alg: Algorithm, kid: string): Effect.Effect<CryptoKey | undefined> =>
  Effect.promise(() =>
    keys({ alg, kid }).then(
      (key) => (isStrong(key) ? key : undefined),
      () => undefined
    )
  )

/**
 * Throws when the bytes are not a key set, or one of more than `maxKeys` keys. A key that does not decode is left out, as
 * RFC 7517 section 5 advises, and so is each key whose `kid` another has too, whatever their algorithms are.
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
  // A private key that is published is known to everyone.
  d: Schema.optionalKey(Schema.Never)
})

const decodeDocument = Schema.decodeUnknownSync(KeySetDocument)
const decodeKey = Schema.decodeUnknownOption(PublicKey)

/** RFC 7518 section 3.3: 2,048 bits or more. FIPS 186-5 section A.1.1: an exponent of 65,537 or more. */
const isStrong = ({ algorithm }: CryptoKey): boolean => {
  if (!("modulusLength" in algorithm && "publicExponent" in algorithm)) return true
  const { modulusLength, publicExponent } = algorithm
  return Number(modulusLength) >= 2048 && publicExponent instanceof Uint8Array && numberOf(publicExponent) >= 65537
}

/** Rounded when it is large, which is well above any bound here. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)
