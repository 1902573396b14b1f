import type { IncomingHttpHeaders } from "node:http"
import type { Reply } from "./Target.ts"

/** Headers as they are sent. */
export const headersOf = (headers: Readonly<Record<string, string>>): string => {
  let text = ""
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return text
}

/** Parses a reply from a text, or returns `undefined` while it is incomplete. */
export const replyOf = (text: string): Reply | undefined => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const body = bodyOf(head, text.slice(end + 4))
  return body === undefined ? undefined : new Read(Number(text.slice(9, 12)), head, body)
}

/** A reply whose headers are parsed on first use, because most flows read none. */
class Read implements Reply {
  readonly status: number
  readonly body: string
  readonly #head: string
  constructor(status: number, head: string, body: string) {
    this.status = status
    this.body = body
    this.#head = head
  }
  get headers(): IncomingHttpHeaders {
    const headers: IncomingHttpHeaders = {}
    for (const line of this.#head.split("\r\n").slice(1)) {
      const colon = line.indexOf(":")
      const name = line.slice(0, colon).toLowerCase()
      const value = line.slice(colon + 1).trim()
      if (name === "set-cookie") headers["set-cookie"] = [...(headers["set-cookie"] ?? []), value]
      else headers[name] = value
    }
    return headers
  }
}

/** RFC 9112 section 6: a body with a length, a chunked body, or no body. */
const bodyOf = (head: string, rest: string): string | undefined => {
  const length = /\r\ncontent-length: *(\d+)/iu.exec(head)?.[1]
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest.slice(0, Number(length))
  return /\r\ntransfer-encoding: *chunked/iu.test(head) ? chunked(rest) : ""
}

const chunked = (rest: string): string | undefined => {
  if (!rest.endsWith("0\r\n\r\n")) return undefined
  let body = ""
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at)
    if (line < 0) return undefined
    const size = Number.parseInt(rest.slice(at, line), 16)
    if (size === 0) return body
    body += rest.slice(line + 2, line + 2 + size)
    at = line + 4 + size
  }
}
