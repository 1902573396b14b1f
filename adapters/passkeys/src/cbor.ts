import { decodePartialCBOR } from "@levischuck/tiny-cbor"
import type { Bytes } from "./parsed.ts"

/**
 * The CBOR map that starts at `start`, and where it ends. The library's decoder is only given what was walked through
 * first: by itself it follows nesting to any depth, cuts short a string that runs past the end, and tells where an item
 * ends by encoding it again, which is off for text beyond ASCII.
 *
 * Throws unless the map is whole and in the form that authenticators write, CTAP2 section 8: definite lengths, the shortest
 * form of each number, no tags, and "at most four (4) levels" of maps and arrays. The decoder throws for a key given twice.
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
  // An item takes a byte at least, so a count beyond the bytes that are left is refused before it is followed.
  if (level > MAX_LEVELS || count > bytes.length - start) throw malformed()
  let end = start
  for (let item = 0; item < count; item++) end = itemEnd(bytes, end, level)
  return end
}

interface Head {
  readonly major: number
  readonly argument: number
  readonly end: number
}

/** RFC 8949 section 3: three bits of major type, five bits that are the argument or say how long it is. */
const head = (bytes: Uint8Array, start: number): Head => {
  const initial = bytes[start]
  if (initial === undefined) throw malformed()
  const [major, info] = [initial >> 5, initial & 31]
  if (major === TAG || (major === SIMPLE && (info < 20 || info === 24))) throw malformed()
  if (info < 24) return { major, argument: info, end: start + 1 }
  // 28 to 30 mean nothing, 31 is an indefinite length.
  if (info > 27) throw malformed()
  const end = within(bytes, start + 1 + 2 ** (info - 24))
  const argument = bigEndian(bytes.subarray(start + 1, end))
  // The five bits hold up to 23, and each width begins where the one before it ends. Floats keep their width.
  const least = info === 24 ? 24 : 2 ** (8 * 2 ** (info - 25))
  if (major !== SIMPLE && argument < least) throw malformed()
  return { major, argument, end }
}

const within = (bytes: Uint8Array, end: number): number => {
  if (end > bytes.length) throw malformed()
  return end
}

/** Beyond 2^53 this rounds, and any such number is far too large here anyway. */
const bigEndian = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)

const malformed = (): Error => new RangeError("Not CBOR in the form of CTAP2")

const MAX_LEVELS = 4
const [BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE] = [2, 3, 4, 5, 6, 7]
