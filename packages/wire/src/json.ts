import { WireError } from "./errors.ts"

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * Parses JSON strictly, so that every strict reader gets the same value.
 *
 * `maxLength` caps the text in UTF-16 units (no cap by default); `maxDepth` caps the nesting (32 by default; a lone
 * array has depth 1). `maxValues` caps the values and keys of the text together, `maxKeys` the keys of one object (no
 * cap by default). A linear scan checks all of these before the parser runs.
 *
 * Throws `TOO_LONG`, `JSON_TOO_DEEP`, `JSON_DUPLICATE_KEY` (at any depth, also for keys spelled with escapes),
 * `JSON_TEXT_INVALID` (a NUL or lone surrogate in a key or string; `path` is its dotted path, "" at the top), and
 * `JSON_MALFORMED` (anything else, including numbers beyond double range and the key `__proto__`). Source: RFC 8259, narrowed as RFC 7493 (I-JSON) sections 2.1 to 2.3 advise.
 */
export const parseStrictJson = (
  text: string,
  options: Partial<Bounds> & { readonly maxLength?: number } = {}
): Json => {
  const { maxDepth = 32, maxKeys = Infinity, maxLength = Infinity, maxValues = Infinity } = options
  if (text.length > maxLength) throw new WireError("TOO_LONG", "The JSON text is longer than allowed")
  const bounds = { maxDepth, maxKeys, maxValues }
  const keys = scan(text, bounds)
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw new WireError("JSON_MALFORMED", "The text is not JSON")
  }
  // The parser returns one member for a repeated key, so equal counts prove that no key is repeated.
  const isCleared = keys === keysIn(value)
  if (!isCleared) scan(text, bounds, [])
  if (!isCleared || /\p{Surrogate}|\\u/u.test(text)) refuseScalars(value, [])
  return value
}

/** Returns whether `value` is an object whose own `keys` are all strings. Further keys are ignored. */
export const hasStrings = <K extends string>(
  value: unknown,
  keys: readonly K[]
): value is Readonly<Record<K, string>> =>
  typeof value === "object" &&
  value !== null &&
  keys.every((key) => Object.hasOwn(value, key) && typeof Reflect.get(value, key) === "string")

/** Returns whether `value` is an object with exactly these `keys`, all strings. */
export const hasOnlyStrings = <K extends string>(
  value: unknown,
  keys: readonly K[]
): value is Readonly<Record<K, string>> => hasStrings(value, keys) && Object.keys(value).length === keys.length

/**
 * Returns compact JSON text, keys in ascending order of UTF-16 code units. Equal values have equal texts.
 *
 * Throws `JSON_MALFORMED` on a number that JSON cannot represent. Source: RFC 8785 section 3.2.3 for the order of keys.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === "string") return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("JSON_MALFORMED", "A number in JSON is finite")
  }
  if (typeof value !== "object" || value === null) return String(value)
  let text = ""
  if (isArray(value)) {
    for (const member of value) text += `${text === "" ? "[" : ","}${canonicalJson(member)}`
    return text === "" ? "[]" : `${text}]`
  }
  for (const key of inOrder(Object.keys(value))) {
    text += `${text === "" ? "{" : ","}${canonicalJson(key)}:${canonicalJson(value[key] ?? null)}`
  }
  return text === "" ? "{}" : `${text}}`
}

/** The keys in ascending order. Most objects are built in order, and sorting takes longer than the comparison. */
const inOrder = (keys: Array<string>): ReadonlyArray<string> => {
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? "") > (keys[at] ?? "")) return keys.sort()
  return keys
}

/** Limits of a JSON text. */
interface Bounds {
  readonly maxDepth: number
  /** The maximum number of structural characters (RFC 8259 section 2), which limits the values and keys of the text. */
  readonly maxValues: number
  /** The maximum number of keys in one object. */
  readonly maxKeys: number
}

/**
 * Counts the keys of a text by its colons. Throws `JSON_TOO_DEEP` when brackets nest deeper than `maxDepth`, and
 * `TOO_LONG` when the text has more values, or an object more keys, than allowed. Runs in linear time and does not
 * recurse. `text` need not be valid JSON: it counts structural characters.
 *
 * With `seen`, it also throws as {@link noteKey} does. Then the text must be valid JSON, where a colon follows its key.
 */
const scan = (text: string, { maxDepth, maxKeys, maxValues }: Bounds, seen?: Array<Set<string>>): number => {
  // The keys so far of each open object.
  const keys: Array<number> = []
  let total = 0
  let depth = 0
  let values = 0
  let opened = 0
  let closed = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) {
      opened = at + 1
      let before = at
      // A quote after an even number of backslashes closes the string, because backslashes escape each other.
      do {
        at = text.indexOf('"', at + 1)
        before = at - 1
        while (text.charCodeAt(before) === BACKSLASH) before -= 1
      } while (at >= 0 && (at - before) % 2 === 0)
      if (at < 0) return total
      closed = at
      continue
    }
    if (mark === OPEN_OBJECT || mark === OPEN_ARRAY) {
      keys[depth] = 0
      if (seen !== undefined) seen[depth] = new Set()
      depth += 1
      if (depth > maxDepth) throw new WireError("JSON_TOO_DEEP", "The JSON text nests deeper than allowed")
    } else if (mark === CLOSE_OBJECT || mark === CLOSE_ARRAY) depth -= 1
    else if (mark === COLON) {
      const known = (keys[depth - 1] ?? 0) + 1
      if (known > maxKeys) throw new WireError("TOO_LONG", "An object of the JSON text has more keys than allowed")
      keys[depth - 1] = known
      total += 1
      if (seen !== undefined) noteKey(text.slice(opened, closed), seen[depth - 1])
    } else if (mark !== COMMA) continue
    values += 1
    if (values > maxValues) throw new WireError("TOO_LONG", "The JSON text has more values than allowed")
  }
  return total
}

/**
 * Throws `JSON_MALFORMED` on the key `__proto__`, and `JSON_DUPLICATE_KEY` on a key that the object already has, in any
 * spelling. RFC 8259 section 4: behaviour on duplicate names is unpredictable, so two readers may use different values.
 */
const noteKey = (encoded: string, seen: Set<string> | undefined): void => {
  const key: string = encoded.includes("\\") ? JSON.parse(`"${encoded}"`) : encoded
  if (key === "__proto__") throw new WireError("JSON_MALFORMED", "The key __proto__ is not allowed")
  if (seen?.has(key)) throw new WireError("JSON_DUPLICATE_KEY", "An object names one of its keys twice")
  seen?.add(key)
}

/** Counts the keys of all objects in the value. `NaN` for a `__proto__` key and for a number beyond double range. */
const keysIn = (value: Json): number => {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  let count = 0
  if (isArray(value)) for (const member of value) count += keysIn(member)
  else for (const key of Object.keys(value)) count += key === "__proto__" ? Number.NaN : 1 + keysIn(value[key] ?? null)
  return count
}

/** Returns whether the double that a parser makes of a number prints the same value. */
const isExact = (number: string): boolean =>
  (number.length <= 15 && !/e/iu.test(number)) || valueOf(number) === valueOf(String(Number(number)))

/**
 * Throws `JSON_MALFORMED` for a number, in the text of a JSON value, that a double cannot hold, such as 9007199254740993: another reader of the
 * text would use another number. Apart from {@link parseStrictJson}, because the client does not bundle it.
 */
export const requireExact = (text: string): void => {
  // Where no quote is escaped, every second part between quotes is outside of strings.
  const outside = text.replaceAll(/\\./gsu, "").split('"')
  if (outside.every((part, at) => at % 2 === 1 || (part.match(/\d[\d.eE+-]*/gu) ?? []).every(isExact))) return
  throw new WireError("JSON_MALFORMED", "A number changes as a double: write it with fewer digits, or as a string")
}

/** The digits of a number without zeros at either end, and the power of ten of the last one. */
const valueOf = (number: string): string => {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = whole + fraction
  let [first, end] = [0, digits.length]
  while (digits[first] === "0") first += 1
  while (end > first && digits[end - 1] === "0") end -= 1
  return first === end ? "0" : `${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

/** Visits each string and number, and throws at the first invalid one. Builds its path only then. */
const refuseScalars = (value: Json, place: Array<string>): void => {
  if (typeof value === "string") refuseText(value, place)
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("JSON_MALFORMED", "A number is beyond double range", { path: place.join(".") })
  }
  if (typeof value !== "object" || value === null) return
  for (const [key, member] of Object.entries(value)) {
    refuseText(key, place)
    place.push(key)
    refuseScalars(member, place)
    place.pop()
  }
}

const refuseText = (text: string, place: ReadonlyArray<string>): void => {
  if (!/\0|\p{Surrogate}/u.test(text)) return
  throw new WireError("JSON_TEXT_INVALID", "A string or key contains a NUL or a lone surrogate", {
    path: place.join(".")
  })
}

/** `Array.isArray` does not narrow a readonly array out of a union. */
const isArray: (value: Json) => value is readonly Json[] = Array.isArray

/** Text that JSON represents without escapes. */
const PLAIN = /^[ !#-[\]-~]*$/u
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]
