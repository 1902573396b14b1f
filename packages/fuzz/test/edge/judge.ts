import { catalogue, ErrorBody } from "@countersign/http"
import { Schema } from "effect"
import { requireListed } from "../../../countersign/test/listed.ts"
import type { Answer } from "./connections.ts"
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
  if (status < 400) {
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
  const listed = pathOf(path)
  if (listed === undefined) requireNoEndpoint(error)
  else requireListed(method, listed, { status, body: error, headers: new Headers() })
  return { status, code: error.code }
}

/** As the service reads it, without steps up and down; none where an escape in it means nothing. */
const pathOf = (path: string): string | undefined => {
  const { pathname } = new URL(`http://localhost/v${path}`)
  try {
    decodeURIComponent(pathname)
    return pathname.slice(2)
  } catch {
    return undefined
  }
}

/** What is no path has no endpoint, nor a line in the document; a method or a header may be refused before. */
const requireNoEndpoint = ({ code }: typeof ErrorBody.Type): void => {
  const { EndpointNotFound, HeaderRepeated, MethodNotAllowed } = catalogue
  if ([EndpointNotFound, HeaderRepeated, MethodNotAllowed].every((entry) => entry.code !== code)) {
    throw new Error(`a path that is none was refused with ${code}`)
  }
}
