import { attempt, encodeHex, type PublicKey, parsePublicKey } from "@countersign/wire"
import { decodePartialCBOR } from "@levischuck/tiny-cbor"
import type { Bytes } from "./parsed.ts"

/** The signature algorithms of a passkey, by their numbers in COSE: RFC 9053 section 2 and RFC 8812 section 2. */
export const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const
export type Algorithm = (typeof ALGORITHMS)[keyof typeof ALGORITHMS]

/** The parameters of a key: RFC 9052 section 7.1, RFC 9053 section 7, RFC 8230 section 4. Some share a number. */
export const COSEKEYS = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 }

/**
 * The algorithm of a COSE key, or undefined when it is not one of the three, or the key does not have its type and
 * size. The client chooses the key, whatever algorithms the page requested.
 */
export const algorithmOf = (key: CoseKey): Algorithm | undefined => {
  if (isES256(key)) return ALGORITHMS.ES256
  if (isEdDSA(key)) return ALGORITHMS.EdDSA
  return isRS256(key) ? ALGORITHMS.RS256 : undefined
}

export type CoseKey = ReadonlyMap<unknown, unknown>

/** The bytes of a parameter. Throws if they are missing. */
export const bytesAt = (key: CoseKey, label: number): Uint8Array => {
  const bytes = key.get(label)
  if (!(bytes instanceof Uint8Array)) throw new TypeError("A parameter of the key is missing")
  return bytes
}

/** The point of an ES256 key in the form of SEC 1 section 2.3.3. Throws if a coordinate is missing. */
export const pointOf = (key: CoseKey): PublicKey =>
  parsePublicKey(`04${encodeHex(bytesAt(key, COSEKEYS.x))}${encodeHex(bytesAt(key, COSEKEYS.y))}`)

// WebAuthn Level 3, section 5.8.5: "Keys with algorithm ES256 (-7) MUST specify P-256 (1) as the crv parameter and MUST NOT
// use the compressed point form."
const isES256 = (key: CoseKey): boolean =>
  key.get(COSEKEYS.alg) === ALGORITHMS.ES256 &&
  key.get(COSEKEYS.kty) === COSEKTY.EC2 &&
  key.get(COSEKEYS.crv) === COSECRV.P256 &&
  hasLength(key.get(COSEKEYS.x), 32) &&
  hasLength(key.get(COSEKEYS.y), 32) &&
  attempt(() => pointOf(key)) !== undefined

// The same section: "Keys with algorithm EdDSA (-8) MUST specify Ed25519 (6) as the crv parameter."
const isEdDSA = (key: CoseKey): boolean =>
  key.get(COSEKEYS.alg) === ALGORITHMS.EdDSA &&
  key.get(COSEKEYS.kty) === COSEKTY.OKP &&
  key.get(COSEKEYS.crv) === COSECRV.ED25519 &&
  hasLength(key.get(COSEKEYS.x), 32)

const isRS256 = (key: CoseKey): boolean => {
  const [n, e] = [key.get(COSEKEYS.n), key.get(COSEKEYS.e)]
  return (
    key.get(COSEKEYS.alg) === ALGORITHMS.RS256 && key.get(COSEKEYS.kty) === COSEKTY.RSA && isModulus(n) && isExponent(e)
  )
}

/** At least 2,048 bits. At most 8,192, whose signatures have the maximum signature length of 1,024 bytes. */
const isModulus = (n: unknown): boolean => {
  if (!(n instanceof Uint8Array)) return false
  const [first = 0] = n
  const bits = 8 * n.length - (Math.clz32(first) - 24)
  // RFC 8230 section 4: the minimal number of octets.
  return first !== 0 && bits >= 2048 && bits <= 8192
}

/** RFC 8017 section 3.1: odd and at least 3. With 1, any signature could be forged. OpenSSL accepts at most 64 bits. */
const isExponent = (e: unknown): boolean => {
  if (!(e instanceof Uint8Array) || e.length < 1 || e.length > 8) return false
  const [first, last = 0] = [e[0], e.at(-1)]
  return first !== 0 && last % 2 === 1 && !(e.length === 1 && first === 1)
}

const hasLength = (value: unknown, length: number): boolean => value instanceof Uint8Array && value.length === length

const COSEKTY = { OKP: 1, EC2: 2, RSA: 3 }
const COSECRV = { P256: 1, ED25519: 6 }

/**
 * Returns the CBOR map that starts at `start`, and its end. The structure is validated before the library's decoder
 * runs, because that decoder recurses to any depth, truncates a string that exceeds the input, and finds the end of an
 * item by encoding it again, which is wrong for text beyond ASCII.
 * Throws unless the map is complete and in the form of CTAP2 section 8: definite lengths, the shortest form of each
 * number, no tags. The four levels of maps and arrays there are six in WebAuthn Level 3, section 8.9: `compound` is a
 * list of objects with statements. The decoder throws for repeated keys.
 */
export const readMap = (
  bytes: Bytes,
  start: number
): { readonly map: ReadonlyMap<unknown, unknown>; readonly end: number } => {
  const end = itemEnd(bytes, start, 0)
  const [map] = decodePartialCBOR(bytes.slice(start, end), 0)
  if (!(map instanceof Map)) throw malformed()
  return { map, end }
}

const itemEnd = (bytes: Uint8Array, start: number, level: number): number => {
  const { argument, end, major } = head(bytes, start)
  if (major === ARRAY) return itemsEnd(bytes, end, argument, level + 1)
  if (major === MAP) return itemsEnd(bytes, end, 2 * argument, level + 1)
  return major === BYTES || major === TEXT ? within(bytes, end + argument) : end
}

const itemsEnd = (bytes: Uint8Array, start: number, count: number, level: number): number => {
  // An item has at least one byte, so a count beyond the remaining bytes is rejected immediately.
  if (level > MAX_LEVELS || count > bytes.length - start) throw malformed()
  let end = start
  for (let item = 0; item < count; item++) end = itemEnd(bytes, end, level)
  return end
}

/** RFC 8949 section 3: three bits of major type, and five bits with the argument or its length. */
const head = (bytes: Uint8Array, start: number) => {
  const initial = bytes[start]
  if (initial === undefined) throw malformed()
  const [major, info] = [initial >> 5, initial & 31]
  if (major === TAG || (major === SIMPLE && (info < 20 || info === 24))) throw malformed()
  if (info < 24) return { major, argument: info, end: start + 1 }
  // 28 to 30 are reserved, 31 is an indefinite length.
  if (info > 27) throw malformed()
  const end = within(bytes, start + 1 + 2 ** (info - 24))
  const argument = bigEndian(bytes.subarray(start + 1, end))
  // The five bits encode up to 23, and each width begins where the previous one ends. Floats may have any width.
  const least = info === 24 ? 24 : 2 ** (8 * 2 ** (info - 25))
  if (major !== SIMPLE && argument < least) throw malformed()
  return { major, argument, end }
}

const within = (bytes: Uint8Array, end: number): number => {
  if (end > bytes.length) throw malformed()
  return end
}

/** Rounded beyond 2^53, where every number is too large anyway. */
const bigEndian = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)

const malformed = (): Error => new RangeError("Not CBOR in the form of CTAP2")

const MAX_LEVELS = 6
const [BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE] = [2, 3, 4, 5, 6, 7]
