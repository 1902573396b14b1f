import { WireError } from "./errors.ts"

/** Bounds on what a JSON text may hold. */
export interface JsonBounds {
  readonly maxDepth: number
  /** How many values and keys the whole text may hold, counted by its commas and colons. */
  readonly maxValues: number
  /** How many keys one object may hold. */
  readonly maxKeys: number
}

/**
 * Throws `JSON_TOO_DEEP` when brackets nest deeper than `maxDepth`, and `TOO_LONG` when the text holds more values, or an
 * object more keys, than allowed. Linear in the text; does not recurse. `text` need not be valid JSON: separators are
 * counted, which are as many as the values of a valid text.
 */
export const refuseBounds = (text: string, { maxDepth, maxKeys, maxValues }: JsonBounds): void => {
  // For each open bracket, the keys of its object so far.
  const keys: Array<number> = []
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) {
      at = closingQuote(text, at)
      continue
    }
    if (mark === OPEN_OBJECT || mark === OPEN_ARRAY) {
      keys[depth] = 0
      depth += 1
      if (depth > maxDepth) throw new WireError("JSON_TOO_DEEP", "The JSON text nests deeper than allowed")
    } else if (mark === CLOSE_OBJECT || mark === CLOSE_ARRAY) depth -= 1
    else if (mark === COLON) {
      const known = (keys[depth - 1] ?? 0) + 1
      if (known > maxKeys) throw new WireError("TOO_LONG", "An object of the JSON text has more keys than allowed")
      keys[depth - 1] = known
    } else if (mark !== COMMA) continue
    values += 1
    if (values > maxValues) throw new WireError("TOO_LONG", "The JSON text has more values than allowed")
  }
}

/**
 * Throws `JSON_DUPLICATE_KEY` when one object names a key twice, however each is spelled, and `JSON_MALFORMED` on the
 * key `__proto__`. `text` must be valid JSON already.
 *
 * RFC 8259 section 4: behaviour on duplicate names is unpredictable, and two readers may act on different values.
 */
export const refuseKeys = (text: string): void => {
  const open: Array<Set<string>> = []
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === OPEN_OBJECT) open.push(new Set())
    else if (mark === CLOSE_OBJECT) open.pop()
    if (mark !== QUOTE) continue
    const end = closingQuote(text, at)
    if (isKey(text, end)) noteKey(keyBetween(text, at, end), open.at(-1))
    at = end
  }
}

const noteKey = (key: string, seen: Set<string> | undefined): void => {
  if (key === "__proto__") throw new WireError("JSON_MALFORMED", "The key __proto__ is not allowed")
  if (seen?.has(key)) throw new WireError("JSON_DUPLICATE_KEY", "An object names one of its keys twice")
  seen?.add(key)
}

/** A key without an escape is what stands between its quotes. */
const keyBetween = (text: string, open: number, close: number): string => {
  const key = text.slice(open + 1, close)
  return key.includes("\\") ? JSON.parse(text.slice(open, close + 1)) : key
}

/** In valid JSON a string is a key exactly when a colon follows it. */
const isKey = (text: string, end: number): boolean => {
  let at = end + 1
  while (WHITE_SPACE.includes(text.charAt(at)) && at < text.length) at += 1
  return text.charAt(at) === ":"
}

/** Where the string that opens at `open` ends, and the end of the text when nothing closes it. */
const closingQuote = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at < 0 ? text.length : at
}

/** Whether an odd number of backslashes stands before. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

const WHITE_SPACE = " \t\n\r"
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]
