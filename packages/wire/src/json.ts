import { WireError } from "./errors.ts"
import { type JsonBounds, refuseBounds, refuseKeys } from "./jsonScan.ts"
import { refuseAs } from "./refuseAs.ts"
import { hasLoneSurrogate } from "./utf8.ts"

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * The value of a JSON text that every careful reader understands alike.
 *
 * `maxLength` caps the text in UTF-16 units (no cap by default); `maxDepth` caps the nesting (32 by default, a lone array
 * being depth 1). `maxValues` caps its values and keys together, `maxKeys` the keys of one object (no cap by default). All are
 * checked by a linear scan before any parser sees the text.
 *
 * Throws `TOO_LONG`, `JSON_TOO_DEEP`, `JSON_DUPLICATE_KEY` (at any depth, also when a key is spelled with escapes),
 * `JSON_TEXT_INVALID` (a NUL or lone surrogate in a key or string; `path` is the dotted place, "" at the top), and
 * `JSON_MALFORMED` (anything else, including numbers beyond double range and the key `__proto__`).
 * Source: RFC 8259, narrowed as RFC 7493 (I-JSON) sections 2.1 to 2.3 advise.
 */
export const parseStrictJson = (
  text: string,
  options: Partial<JsonBounds> & { readonly maxLength?: number } = {}
): Json => {
  if (options.maxLength !== undefined && text.length > options.maxLength) {
    throw new WireError("TOO_LONG", "The JSON text is longer than allowed")
  }
  const { maxDepth = 32, maxKeys = Infinity, maxValues = Infinity } = options
  refuseBounds(text, { maxDepth, maxKeys, maxValues })
  const value: Json = refuseAs("JSON_MALFORMED", "The text is not JSON", () => JSON.parse(text))
  refuseKeys(text)
  refuseScalars(value, [])
  return value
}

/**
 * Compact JSON text with the keys of every object in ascending UTF-16 code unit order. Equal values give equal texts.
 *
 * Throws `JSON_MALFORMED` on a number that JSON cannot carry. Source: RFC 8785 section 3.2.3 for the order of keys.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("JSON_MALFORMED", "A number in JSON is finite")
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}

/** Walks to each text and number. The place is spelled where one is refused: a list of half a million is spelled nowhere. */
const refuseScalars = (value: Json, place: Array<string | number>): void => {
  if (typeof value === "string") refuseText(value, place)
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("JSON_MALFORMED", "A number is beyond double range", { path: place.join(".") })
  }
  if (typeof value !== "object" || value === null) return
  if (isArray(value)) {
    for (let at = 0; at < value.length; at += 1) refuseMember(value[at] ?? null, at, place)
    return
  }
  for (const [key, member] of Object.entries(value)) {
    refuseText(key, place)
    refuseMember(member, key, place)
  }
}

const refuseMember = (member: Json, name: string | number, place: Array<string | number>): void => {
  place.push(name)
  refuseScalars(member, place)
  place.pop()
}

const refuseText = (text: string, place: ReadonlyArray<string | number>): void => {
  if (text.includes("\0") || hasLoneSurrogate(text)) {
    throw new WireError("JSON_TEXT_INVALID", "A string or key holds a NUL or a lone surrogate", {
      path: place.join(".")
    })
  }
}

/** `Array.isArray` alone does not narrow a readonly array out of a union. */
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value)
