import { decodeUtf8, parseStrictJson } from "@countersign/wire"
import { Option, Schema } from "effect"
import { type CryptoKey, importJWK } from "jose"
import { ALGORITHMS, type Algorithm } from "./algorithms.ts"

/** Keys by the algorithm and the kid that a token has to name together. */
export type Keys = ReadonlyMap<string, CryptoKey>

/** No algorithm has a space in its name, so two pairs never share one. */
export const keyName = (algorithm: Algorithm, kid: string): string => `${algorithm} ${kid}`

/**
 * The usable keys of a key set: public, for signatures, strong, each under a kid of its own. The others are left out, as
 * RFC 7517 section 5 asks. Rejects when the bytes are no key set, or one of more than `maxKeys`.
 */
export const readKeys = async (
  bytes: Uint8Array,
  algorithms: ReadonlySet<Algorithm>,
  maxKeys: number
): Promise<Keys> => {
  const { keys } = decodeKeySet(parseStrictJson(decodeUtf8(bytes)))
  if (keys.length > maxKeys) throw new Error(`more than ${maxKeys} keys`)
  const found = await Promise.all(
    keys.flatMap((key) => {
      const jwk = Option.getOrUndefined(decodePublicKey(key))
      if (jwk === undefined || keys.filter(({ kid }) => kid === jwk.kid).length > 1) return []
      return [...algorithms].filter((algorithm) => fits(jwk, algorithm)).map((algorithm) => imported(jwk, algorithm))
    })
  )
  return new Map(found.flat())
}

const signing = {
  kid: Schema.NonEmptyString,
  use: Schema.optionalKey(Schema.Literal("sig")),
  alg: Schema.optionalKey(Schema.String),
  // A private key that is published is everybody's.
  d: Schema.optionalKey(Schema.Never)
}
const PublicKey = Schema.Union([
  Schema.Struct({ ...signing, kty: Schema.Literal("RSA"), n: Schema.String, e: Schema.String }),
  Schema.Struct({ ...signing, kty: Schema.Literal("EC"), crv: Schema.String, x: Schema.String, y: Schema.String }),
  Schema.Struct({ ...signing, kty: Schema.Literal("OKP"), crv: Schema.String, x: Schema.String })
])
const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const decodePublicKey = Schema.decodeUnknownOption(PublicKey)
const decodeKeySet = Schema.decodeUnknownSync(KeySet)

const fits = (jwk: typeof PublicKey.Type, algorithm: Algorithm): boolean => {
  const needed: { readonly kty: string; readonly crv?: string } = ALGORITHMS[algorithm]
  const crv = jwk.kty === "RSA" ? undefined : jwk.crv
  return jwk.kty === needed.kty && crv === needed.crv && (jwk.alg === undefined || jwk.alg === algorithm)
}

const imported = async (
  jwk: typeof PublicKey.Type,
  algorithm: Algorithm
): Promise<ReadonlyArray<readonly [string, CryptoKey]>> => {
  const key = await importJWK(jwk, algorithm).catch(() => undefined)
  return key === undefined || !isStrong(key) ? [] : [[keyName(algorithm, jwk.kid), key]]
}

/** RFC 7518 section 3.3: 2,048 bits or more. FIPS 186-5 section 5.1: an exponent above 2^16, so of three bytes or more. */
const isStrong = ({ algorithm }: CryptoKey): boolean =>
  !("modulusLength" in algorithm && "publicExponent" in algorithm) ||
  (Number(algorithm.modulusLength) >= 2048 &&
    algorithm.publicExponent instanceof Uint8Array &&
    algorithm.publicExponent.length >= 3)
