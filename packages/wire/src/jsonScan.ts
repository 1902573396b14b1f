import { WireError } from "./errors.ts"

/** Throws `JSON_TOO_DEEP` when brackets nest deeper than `maxDepth`. Linear in the text; does not recurse. */
export const refuseDepth = (text: string, maxDepth: number): void => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) at = closingQuote(text, at)
    else if (mark === OPEN_OBJECT || mark === OPEN_ARRAY) depth += 1
    else if (mark === CLOSE_OBJECT || mark === CLOSE_ARRAY) depth -= 1
    if (depth > maxDepth) throw new WireError("JSON_TOO_DEEP", "The JSON text nests deeper than allowed")
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
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]
