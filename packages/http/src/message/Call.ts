import { type FieldError, isName } from "@countersign/core/internal"
import { decodeUtf8, type Json, parseStrictJson, requireExact, WireError } from "@countersign/wire"
import type { BodyFault, Call, CallHeaders, SignatureHeader } from "./hostTypes.ts"

/** Carries a body fault through the stream of a web `Request` to the reader of `webCall`. */
export class BodyUnreadable extends Error {
  readonly tag: BodyFault

  constructor(tag: BodyFault) {
    super(`The request body cannot be read: ${tag}`)
    this.tag = tag
  }
}

/**
 * Returns whether a web `Request` cannot have this method (Fetch standard, section 2.2.1). No endpoint uses such a
 * method.
 */
export const isForbidden = (method: string): boolean => FORBIDDEN.has(method.toUpperCase())

const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"])

/** A request target in normal form: every server, router and URL parser reads the same path from it. */
export interface Target {
  readonly pathname: string
  /** With its question mark; empty when the target has no query. */
  readonly search: string
}

/** The decoded parameters of a query. One that takes a list has its values in order. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The reason why a target or the headers are rejected. */
export interface HeadFault {
  readonly tag: "HeadersTooLarge" | "QueryKeyRepeated" | "TargetNotNormal" | "TargetTooLong"
  readonly details?: { readonly errors: ReadonlyArray<FieldError> }
}

/** The longest target and the most headers of a call. A bridge checks both before it converts a request. */
export const HEAD_BOUNDS = { target: 4096, headers: 100 } as const

/** The most query parameters of a target, and the most UTF-16 units of all header names and values together. */
const [MOST_PAIRS, LONGEST_HEADERS] = [32, 16_384]

/**
 * Reads the target of a call. Every door calls it before it does anything else, so that the cost of refusing a call is
 * bounded whatever its target and headers contain (I20).
 */
export const readHead = ({ headers, target }: Pick<Call, "headers" | "target">): Target | HeadFault => {
  if (target.length > HEAD_BOUNDS.target) return { tag: "TargetTooLong" }
  let [count, length] = [0, 0]
  for (const name in headers) {
    count += 1
    length += name.length + (headers[name] ?? "").length
  }
  if (count > HEAD_BOUNDS.headers || length > LONGEST_HEADERS) return { tag: "HeadersTooLarge" }
  return splitTarget(target) ?? { tag: "TargetNotNormal" }
}

/**
 * Parses a query, which includes its question mark. Rejects the second value of a parameter unless it is one of
 * `lists`.
 */
export const readQuery = (search: string, lists: ReadonlySet<string>): { readonly query: Query } | HeadFault => {
  // Without a prototype, so that a parameter may have any name.
  const query: Record<string, string | Array<string>> = Object.create(null)
  if (search === "") return { query }
  let count = 0
  for (const [name, value] of ESCAPE.test(search) ? new URLSearchParams(search) : pairsOf(search)) {
    const before = query[name]
    if (before !== undefined && !lists.has(name)) {
      return { tag: "QueryKeyRepeated", details: { errors: [repeated(name)] } }
    }
    if (count === MOST_PAIRS) return { tag: "TargetTooLong" }
    count += 1
    if (Array.isArray(before)) before.push(value)
    else query[name] = before === undefined ? value : [before, value]
  }
  return { query }
}

/** Repeats only a key that looks like an identifier. */
const repeated = (name: string): FieldError => ({
  field: isName(name) ? name : "query",
  message: "The parameter is sent more than once. Send it once."
})

const ESCAPE = /[%+]/u

/** Fast path: splits a query without escapes at its separators. */
const pairsOf = (search: string): ReadonlyArray<readonly [string, string]> =>
  search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const sign = pair.indexOf("=")
      return sign < 0 ? [pair, ""] : [pair.slice(0, sign), pair.slice(sign + 1)]
    })

/**
 * Splits a target into path and query. Returns `undefined` unless the path is in its normal form:
 *
 * - it starts with a slash, and no segment but the last is empty;
 * - no segment is `.` or `..`;
 * - it has only the characters that RFC 3986 section 3.3 allows in a path, so no backslash, and no fragment follows;
 * - each escape is of UTF-8, and of a character that needs one: not of a letter, digit, `-`, `.`, `_` or `~`, and not of
 *   a slash, a backslash or a control character, which some readers decode before they route and others after.
 *
 * A rule of the host in front of the mount, the router behind it and the text that a client signs are then about one path.
 */
export const splitTarget = (target: string): Target | undefined => {
  const mark = target.indexOf("?")
  const pathname = mark < 0 ? target : target.slice(0, mark)
  if (!PLAIN.test(target) && (target.includes("#") || !isNormal(pathname))) return undefined
  return { pathname, search: mark < 0 || mark === target.length - 1 ? "" : target.slice(mark) }
}

/** Fast path for common targets: no escapes, no dots in the path, and no characters that a URL parser would escape. */
const PLAIN = /^\/(?:[A-Za-z0-9_~:-]+(?:\/[A-Za-z0-9_~:-]+)*\/?)?(?:\?[A-Za-z0-9._~:/?=&%+-]*)?$/u

const isNormal = (path: string): boolean => {
  if (!path.startsWith("/") || STEP.test(path) || !CHARACTERS.test(path) || NEEDLESS.test(path)) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** An empty segment, `.` or `..`. */
const STEP = /\/\/|\/\.\.?(?:\/|$)/u
/** RFC 3986 section 3.3: pchar and slashes. */
const CHARACTERS = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/u
/** An escape of an unreserved character, a slash, a backslash or a control character. */
const NEEDLESS = /%(?:[01]|2[D-Fd-f]|3\d|4[1-9A-Fa-f]|5[\dAaCcFf]|6[1-9A-Fa-f]|7[\dAaEeFf])/u

/** Returns the target below a mount prefix, which is compared literally, or `undefined` for a target beside it. */
export const targetBelow = (prefix: string, target: string): string | undefined => {
  const bare = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix
  const inner = target.startsWith(bare) ? target.slice(bare.length) : "beside"
  if (inner === "" || inner.startsWith("?")) return `/${inner}`
  return inner.startsWith("/") ? inner : undefined
}

/** The default name of the header that carries the stamp. */
export const SIGNATURE_HEADER = "Service-Wallet-Signature"

/**
 * Returns a function that returns the headers with the stamp under the name that the contract reads, or `undefined`
 * when several of its names are present, because the intended one is ambiguous. Returns `undefined` when the stamp has
 * only that name.
 */
export const canonicalStamps = ({ aliases = [], name }: SignatureHeader) => {
  const names = [...new Set([name, ...aliases].map((each) => each.toLowerCase()))]
  if (names.length === 1 && names[0] === CANONICAL) return undefined
  return (headers: CallHeaders): CallHeaders | undefined => {
    const present = names.filter((each) => headers[each] !== undefined)
    if (present.length > 1) return undefined
    const { [CANONICAL]: _, ...others } = headers
    const stamp = present[0] === undefined ? undefined : headers[present[0]]
    return stamp === undefined ? others : { ...others, [CANONICAL]: stamp }
  }
}

const CANONICAL = SIGNATURE_HEADER.toLowerCase()

/** Default of the option `bodyLimit`: 64 KiB. */
export const BODY_LIMIT = 65_536

/** A parsed body and its source text. */
export interface ReadJson {
  readonly text: string
  readonly value: Json
}

/** The reason why a body is rejected. For malformed JSON, `details` contains the location and the fault. */
export interface Unreadable {
  readonly tag: BodyFault | "ContentTypeUnsupported"
  readonly details?: { readonly errors: ReadonlyArray<FieldError> }
}

/**
 * Reads the body as JSON, with strict checks before parsing: declared as JSON, within the limit, valid UTF-8, no
 * repeated keys, no lone surrogate or NUL, no number that a double cannot hold, bounded depth. Returns `whenEmpty` for an empty body; without it, an empty
 * body is malformed.
 */
export const readJson = async (
  { body, headers }: Pick<Call, "body" | "headers">,
  limit: number,
  whenEmpty?: ReadJson
): Promise<ReadJson | Unreadable> => {
  const bytes = await body(limit)
  if (typeof bytes === "string") return { tag: bytes }
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty
  // RFC 9110 section 8.4.1: `identity` is no encoding. An element of a list may be empty (section 5.6.1).
  const isEncoded = headers["content-encoding"]?.split(",").some((coding) => !/^(?:identity)?$/iu.test(coding.trim()))
  const type = headers["content-type"] ?? ""
  const isJson = type === "application/json" || JSON_TYPE.test(type)
  if (bytes.length > 0 && (!isJson || isEncoded)) return { tag: "ContentTypeUnsupported" }
  try {
    const text = decodeUtf8(bytes)
    const value = parseStrictJson(text, BOUNDS)
    requireExact(text)
    return { text, value }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { tag: "BodyMalformed", details: { errors: [{ field: placeOf(error), message: sentenceOf(error) }] } }
  }
}

/**
 * RFC 9110 section 8.3.1: a media type with any parameters, of which `charset` must be UTF-8. A merge patch (RFC 7396) is
 * JSON too; PATCH endpoints always merge.
 */
const JSON_TYPE =
  /^application\/(?:merge-patch\+)?json(?:[ \t]*;(?:[ \t]*(?:charset=(?:utf-?8|"utf-?8")|(?!charset=)[!#$%&'*+.^_`|~0-9a-z-]+=(?:[!#$%&'*+.^_`|~0-9a-z-]+|"(?:[^"\\]|\\.)*")))?)*[ \t]*$/iu

/**
 * Bounds that are checked before a body is parsed. The cost of parsing and decoding grows with the number of values and
 * keys (I20). The largest body that an endpoint accepts has 42,000 values and keys, and 30 keys in one object.
 */
const BOUNDS = { maxDepth: 32, maxValues: 48_000, maxKeys: 256 } as const

/** Repeats only keys that look like identifiers. Any other key may be an account number or a secret. */
const placeOf = ({ path = "" }: WireError): string => {
  const segments = path.split(".")
  const unnamed = segments.findIndex((segment) => !isName(segment) && !/^[0-9]{1,5}$/u.test(segment))
  const place = segments.slice(0, unnamed < 0 ? segments.length : unnamed).join(".")
  return place === "" ? "body" : place
}

/** Returns one sentence with the fault and one with the remedy. */
const sentenceOf = ({ code, message }: WireError): string => {
  if (code === "JSON_DUPLICATE_KEY") return `${message}. Send each key of an object once.`
  if (code === "JSON_TEXT_INVALID") return `${message}. Send text without it.`
  if (code === "JSON_TOO_DEEP" || code === "TOO_LONG")
    return `${message}. Send only the fields that the endpoint takes.`
  return `${message}. Send the body as one JSON text in UTF-8.`
}

/** Returns the body as a JSON object, or `{}` when it is not one. */
export const readObject = async (call: Pick<Call, "body" | "headers">, limit: number): Promise<ReadJson> => {
  const read = await readJson(call, limit)
  return !("tag" in read) && /^\s*\{/u.test(read.text) ? read : EMPTY
}

const EMPTY: ReadJson = { text: "{}", value: {} }
