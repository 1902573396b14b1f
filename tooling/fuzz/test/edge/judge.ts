import { requireListed } from "@countersign/harness/listed"
import { catalogue, ErrorBody } from "@countersign/http"
import { Schema } from "effect"
import { HEAD_BOUNDS } from "../../../../packages/http/src/message/Call.ts"
import { type Answer, PREFIX, VERSION } from "./connections.ts"
import type { Request } from "./Input.ts"

/** A response in a form that is compared between hosts. */
export interface Verdict {
  readonly status: number
  readonly code: string
}

const readBody = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const readError = Schema.decodeUnknownSync(Schema.fromJsonString(ErrorBody), { onExcessProperty: "error" })
const entries = Object.values(catalogue)

/** Throws if the catalogue and the OpenAPI document do not list a response for this call (I16). */
export const verify = (request: Request, answer: Answer): Verdict => {
  const { method, path } = request
  const { body, headers, status } = answer
  const text = String(body)
  const [pathname = ""] = path.split("?")
  const isAmbiguous = !hasOneReading(VERSION + pathname)
  if (status < 400) {
    if (isAmbiguous) throw new Error("a path that is not in its normal form was accepted")
    if (text !== "") readBody(text)
    return { status, code: "" }
  }
  // RFC 9110 section 9.3.2: a response to HEAD has headers only.
  if (method === "HEAD") return { status, code: "" }
  const error = readError(text)
  const entry = entries.find(({ code, message }) => code === error.code && message === error.message)
  if (entry?.status !== status || error.status !== status) throw new Error(`not in the catalogue: ${text}`)
  if (status === 503 && !headers.some(([name]) => name === "retry-after")) throw new Error("a 503 without Retry-After")
  // The store and the issuer of this test do not fail, so nothing may be unavailable.
  if (status >= 500) throw new Error(`${status}: ${text}`)
  const isTarget = entry === catalogue.TargetNotNormal
  if (isAmbiguous && !isTarget && !isBound(request, entry)) {
    throw new Error(`a path that is not in its normal form was rejected with ${error.code}`)
  }
  if (isTarget && PLAIN.test(pathname)) throw new Error("a path in its normal form was rejected for its form")
  requireListed(method, pathname, { status, body: error, headers: new Headers() })
  return { status, code: error.code }
}

/** Whether an entry refuses a call for the bounds of its head, which the bridge checks before the path, under its mount. */
const isBound = ({ headers, path }: Request, entry: (typeof entries)[number]): boolean => {
  if (entry === catalogue.TargetTooLong) return (PREFIX + VERSION + path).length > HEAD_BOUNDS.target
  if (entry !== catalogue.HeadersTooLarge) return entry === catalogue.HeaderRepeated
  return headers.length + OWN > HEAD_BOUNDS.headers || headers.flat().join("").length > LONGEST_HEADERS
}

/** The headers that the client of this test may add, and the characters that those of an input then have at least. */
const [OWN, LONGEST_HEADERS] = [5, 15_000]

/** Paths that are in their normal form for every endpoint. A colon may be escaped, because some ids require it. */
const PLAIN = /^(?:\/(?:[A-Za-z0-9_~:*-]|%3A|%25)+)+$/u

/** Whether URL parsers, and routers before and after decoding, agree on the segments of a path (FA6, FA7). */
const hasOneReading = (pathname: string): boolean => {
  try {
    const segments = pathname.slice(1).split("/").map(decodeURIComponent)
    return (
      new URL(`http://localhost${pathname}`).pathname === pathname &&
      !segments.slice(0, -1).includes("") &&
      !segments.some((segment) => segment === "." || segment === ".." || [...segment].some(isSeparatorOrControl))
    )
  } catch {
    // An escape that is not valid UTF-8.
    return false
  }
}

const isSeparatorOrControl = (character: string): boolean => character < " " || "/\\\u007f".includes(character)
