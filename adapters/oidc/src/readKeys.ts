import { KeyObject } from "node:crypto"
import { decodeUtf8, parseStrictJson } from "@countersign/wire"
import { Option, Schema } from "effect"
import type { CryptoKey } from "jose"
import { importJWK } from "jose/key/import"
import { ALGORITHMS, type Algorithm } from "./algorithms.ts"
import { KeyMaterial, KeyPurpose, KeySetDocument } from "./jwk.ts"

/** Keys by the algorithm and the kid that a token has to name together. */
export type Keys = ReadonlyMap<string, KeyObject>

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
  const { keys } = decodeDocument(parseStrictJson(decodeUtf8(bytes)))
  if (keys.length > maxKeys) throw new Error(`more than ${maxKeys} keys`)
  const found = await Promise.all(
    keys.flatMap((key) => {
      const purpose = Option.getOrUndefined(decodePurpose(key))
      const material = Option.getOrUndefined(decodeMaterial(key))
      if (purpose === undefined || material === undefined) return []
      if (keys.filter(({ kid }) => kid === purpose.kid).length > 1) return []
      return [...algorithms]
        .filter((algorithm) => (purpose.alg ?? algorithm) === algorithm && fits(material, algorithm))
        .map((algorithm) => imported(purpose.kid, material, algorithm))
    })
  )
  return new Map(found.flat())
}

const decodeDocument = Schema.decodeUnknownSync(KeySetDocument)
const decodePurpose = Schema.decodeUnknownOption(KeyPurpose)
const decodeMaterial = Schema.decodeUnknownOption(KeyMaterial)

const fits = (material: KeyMaterial, algorithm: Algorithm): boolean => {
  const needed: { readonly kty: string; readonly crv?: string } = ALGORITHMS[algorithm]
  return material.kty === needed.kty && (material.kty === "RSA" || material.crv === needed.crv)
}

const imported = async (
  kid: string,
  material: KeyMaterial,
  algorithm: Algorithm
): Promise<ReadonlyArray<readonly [string, KeyObject]>> => {
  const key = await importJWK(material, algorithm).catch(() => undefined)
  return key === undefined || !isStrong(key) ? [] : [[keyName(algorithm, kid), KeyObject.from(key)]]
}

/** RFC 7518 section 3.3: 2,048 bits or more. FIPS 186-5 section A.1.1: an exponent of 65,537 or more. */
const isStrong = ({ algorithm }: CryptoKey): boolean => {
  if (!("modulusLength" in algorithm && "publicExponent" in algorithm)) return true
  const { modulusLength, publicExponent } = algorithm
  return Number(modulusLength) >= 2048 && publicExponent instanceof Uint8Array && numberOf(publicExponent) >= 65537
}

/** Rounded when it is large, which is well above any bound here. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)
