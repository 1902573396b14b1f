import { type FieldError, isName } from "@countersign/core/internal"
import { decodeUtf8, type Json, parseStrictJson, WireError } from "@countersign/wire"
import type { BodyFault, Call } from "./Call.ts"

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
 * repeated keys, no lone surrogate or NUL, bounded depth. Returns `whenEmpty` for an empty body; without it, an empty
 * body is malformed.
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

/** A merge patch (RFC 7396) is JSON too; PATCH endpoints always merge. */
const isJson = (contentType = "") =>
  contentType === "application/json" ||
  /^application\/(?:merge-patch\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu.test(contentType)
