import { WireError } from "./errors.ts"

/** Throws `JSON_TOO_DEEP` when brackets nest deeper than `maxDepth`. Linear in the text; does not recurse. */
export const refuseDepth = (text: string, maxDepth: number): void => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at)
    if (mark === '"') at = closingQuote(text, at)
    if (mark === "}" || mark === "]") depth -= 1
    if (mark === "{" || mark === "[") depth += 1
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
    const mark = text.charAt(at)
    if (mark === "{") open.push(new Set())
    if (mark === "}") open.pop()
    if (mark !== '"') continue
    const end = closingQuote(text, at)
    if (isKey(text, end)) noteKey(JSON.parse(text.slice(at, end + 1)), open.at(-1))
    at = end
  }
}

const noteKey = (key: string, seen: Set<string> | undefined): void => {
  if (key === "__proto__") throw new WireError("JSON_MALFORMED", "The key __proto__ is not allowed")
  if (seen?.has(key)) throw new WireError("JSON_DUPLICATE_KEY", "An object names one of its keys twice")
  seen?.add(key)
}

/** In valid JSON a string is a key exactly when a colon follows it. */
const isKey = (text: string, end: number): boolean => {
  let at = end + 1
  while (WHITE_SPACE.includes(text.charAt(at)) && at < text.length) at += 1
  return text.charAt(at) === ":"
}

const closingQuote = (text: string, open: number): number => {
  let at = open + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1
  return at
}

const WHITE_SPACE = " \t\n\r"
