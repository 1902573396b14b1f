import { requireListed } from "@countersign/harness/listed"
import { catalogue, ErrorBody } from "@countersign/http"
import { Schema } from "effect"
import { type Answer, VERSION } from "./connections.ts"
import type { Request } from "./Input.ts"

/** An answer as it is compared between hosts. */
export interface Verdict {
  readonly status: number
  readonly code: string
}

const readBody = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const readError = Schema.decodeUnknownSync(Schema.fromJsonString(ErrorBody), { onExcessProperty: "error" })
const entries = Object.values(catalogue)

/** Throws unless an answer is one that the catalogue and the document know for this call (I16). */
export const judge = ({ method, path }: Request, answer: Answer): Verdict => {
  const { body, headers, status } = answer
  const text = String(body)
  const [pathname = ""] = path.split("?")
  const isAmbiguous = !hasOneReading(VERSION + pathname)
  if (status < 400) {
    if (isAmbiguous) throw new Error("a path out of its normal form was let through")
    if (text !== "") readBody(text)
    return { status, code: "" }
  }
  // RFC 9110 section 9.3.2: an answer to HEAD says nothing but its headers.
  if (method === "HEAD") return { status, code: "" }
  const error = readError(text)
  const entry = entries.find(({ code, message }) => code === error.code && message === error.message)
  if (entry?.status !== status || error.status !== status) throw new Error(`no member of the catalogue: ${text}`)
  if (status === 503 && !headers.some(([name]) => name === "retry-after")) throw new Error("a 503 without Retry-After")
  // No store fails here, and no issuer: nothing may be unavailable.
  if (status >= 500) throw new Error(`${status}: ${text}`)
  const isTarget = entry === catalogue.TargetNotNormal
  if (isAmbiguous && !isTarget && entry !== catalogue.HeaderRepeated) {
    throw new Error(`a path out of its normal form was refused with ${error.code}`)
  }
  if (isTarget && PLAIN.test(pathname)) throw new Error("a path in its normal form was refused for its form")
  requireListed(method, pathname, { status, body: error, headers: new Headers() })
  return { status, code: error.code }
}

/** Paths that are in their normal form whatever is asked for: an escape of a colon is one of a character that may need it. */
const PLAIN = /^(?:\/(?:[A-Za-z0-9_~:*-]|%3A|%25)+)+$/u

/** Whether URL parsers, and routers before and after they decode it, read the same segments in a path (FA6, FA7). */
const hasOneReading = (pathname: string): boolean => {
  try {
    const segments = pathname.slice(1).split("/").map(decodeURIComponent)
    return (
      new URL(`http://localhost${pathname}`).pathname === pathname &&
      !segments.slice(0, -1).includes("") &&
      !segments.some((segment) => segment === "." || segment === ".." || [...segment].some(isSeparatorOrControl))
    )
  } catch {
    // An escape that is not of UTF-8.
    return false
  }
}

const isSeparatorOrControl = (character: string): boolean => character < " " || "/\\\u007f".includes(character)
