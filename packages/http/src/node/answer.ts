import type { OutgoingHttpHeaders, ServerResponse } from "node:http"
import type { Reply } from "../message/Reply.ts"
import { hasBody, type NodeRequest } from "./request.ts"

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | string
}

/** All of an answer, before any of it is sent: one whose body fails must not look like a short one. */
export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: headersOf(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** RFC 6265 section 3: each Set-Cookie is a line of its own. */
const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) }
}

export const answerOf = ({ body, headers, status }: Reply): Answer => ({ status, headers, body })

/**
 * RFC 9110 section 8.6: an answer without content has no length, and one to HEAD has that of GET. With content, it
 * goes out in one piece. HTTP/2 has no `connection` header (RFC 9113 section 8.2.2).
 */
export const writeAnswer = (
  incoming: NodeRequest,
  outgoing: ServerResponse,
  { body, headers: { connection, ...headers }, status }: Answer
): void => {
  const isBare =
    status === 204 || status === 304 || (incoming.method === "HEAD" && headers["content-length"] !== undefined)
  const isLast = incoming.httpVersionMajor < 2 && (connection === "close" || isLeftOver(incoming))
  outgoing.writeHead(status, {
    ...headers,
    ...(isBare ? {} : { "content-length": Buffer.byteLength(body) }),
    ...(isLast ? { connection: "close" } : {})
  })
  outgoing.end(body)
}

/**
 * Whether more of the body is unread than a connection is kept for. Node discards the rest of a body once the answer is
 * sent: of one declared up to 64 KiB it may, and the next request is served.
 */
const isLeftOver = (incoming: NodeRequest): boolean => {
  if (incoming.complete || !hasBody(incoming)) return false
  return incoming.readableDidRead || !(Number(incoming.headers["content-length"]) <= DISCARDED)
}

const DISCARDED = 65_536
