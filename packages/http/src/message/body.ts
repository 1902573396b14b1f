import { type FieldError, isName } from "@countersign/core/internal"
import { decodeUtf8, type Json, parseStrictJson, WireError } from "@countersign/wire"
import type { BodyFault, Call } from "./Call.ts"

/** Default of the option `bodyLimit`: 64 KiB. */
export const BODY_LIMIT = 65_536

/** A body that was read: its text, and what the text says. */
export interface ReadJson {
  readonly text: string
  readonly value: Json
}

/** Why a body is refused; of a text that is no JSON as it is read here, where and how. */
export interface Unreadable {
  readonly tag: BodyFault | "ContentTypeUnsupported"
  readonly details?: { readonly errors: ReadonlyArray<FieldError> }
}

/**
 * The body as JSON, judged strictly before anything decides on it: declared as JSON, within the limit, UTF-8, no
 * repeated key, no lone surrogate or NUL, no deep nest. No body at all is malformed, where `whenEmpty` does not stand for it.
 */
export const readJson = async (
  { body, headers }: Pick<Call, "body" | "headers">,
  limit: number,
  whenEmpty?: ReadJson
): Promise<ReadJson | Unreadable> => {
  const isEncoded = headers["content-encoding"] !== undefined
  const bytes = isEncoded ? "ContentTypeUnsupported" : await body(limit)
  if (typeof bytes === "string") return { tag: bytes }
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty
  if (bytes.length > 0 && !isJson(headers["content-type"])) return { tag: "ContentTypeUnsupported" }
  try {
    const text = decodeUtf8(bytes)
    return { text, value: parseStrictJson(text, BOUNDS) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { tag: "BodyMalformed", details: { errors: [{ field: placeOf(error), message: sentenceOf(error) }] } }
  }
}

/**
 * Bounds on a body besides its length, checked before it is parsed: what parses it, and what reads it then, costs by its
 * values and keys (I20). The largest body that an endpoint takes has 42,000 values and keys, and 30 keys in one object.
 */
const BOUNDS = { maxDepth: 32, maxValues: 48_000, maxKeys: 256 } as const

/** Keys are repeated as far as they read as names: any other may be an account number or a secret. */
const placeOf = ({ path = "" }: WireError): string => {
  const segments = path.split(".")
  const unnamed = segments.findIndex((segment) => !isName(segment) && !/^[0-9]{1,5}$/u.test(segment))
  const place = segments.slice(0, unnamed < 0 ? segments.length : unnamed).join(".")
  return place === "" ? "body" : place
}

/** What is wrong with the text, and what to send. */
const sentenceOf = ({ code, message }: WireError): string => {
  if (code === "JSON_DUPLICATE_KEY") return `${message}. Send each key of an object once.`
  if (code === "JSON_TEXT_INVALID") return `${message}. Send text without it.`
  if (code === "JSON_TOO_DEEP" || code === "TOO_LONG")
    return `${message}. Send only the fields that the endpoint takes.`
  return `${message}. Send the body as one JSON text in UTF-8.`
}

/** The body as a JSON object, or as the empty one where it is none. */
export const readObject = async (call: Pick<Call, "body" | "headers">, limit: number): Promise<ReadJson> => {
  const read = await readJson(call, limit)
  return !("tag" in read) && /^\s*\{/u.test(read.text) ? read : EMPTY
}

const EMPTY: ReadJson = { text: "{}", value: {} }

/** A merge patch (RFC 7396) is JSON, and what PATCH does with JSON here. */
const isJson = (contentType = "") =>
  contentType === "application/json" ||
  /^application\/(?:merge-patch\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu.test(contentType)
