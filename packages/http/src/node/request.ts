import type { IncomingMessage } from "node:http"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import { isForbidden } from "../web/forbidden.ts"
import { BODY_LIMIT } from "../web/readJson.ts"

/** A Node request, and the body a parser in front of us may have taken off its stream already. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
}

/** Headers that decide who calls, or what is signed. Node joins some repeats and drops others; neither is a reading. */
const SINGLE = new Set(["authorization", "request-id", "idempotency-key", "content-type", "content-length"])

/** The headers as the web has them; none where one came twice that may not. */
export const headersOf = (incoming: IncomingMessage, more: ReadonlyArray<string>): Headers | undefined => {
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    const name = (incoming.rawHeaders[at] ?? "").toLowerCase()
    const isSingle = SINGLE.has(name) || name.endsWith("-signature") || more.includes(name)
    if (isSingle && headers.has(name)) return undefined
    // RFC 9113 section 8.3: a pseudo-header is part of the request line, not of the headers.
    if (!name.startsWith(":")) headers.append(name, incoming.rawHeaders[at + 1] ?? "")
  }
  return headers
}

/** The request as the web has it, or what is wrong with it. */
export const requestOf = async (
  incoming: NodeRequest,
  target: string,
  headers: Headers,
  signal: AbortSignal
): Promise<Request | EdgeTag> => {
  const method = incoming.method ?? "GET"
  if (isForbidden(method)) return "MethodNotAllowed"
  // The host name is not trusted for anything: it only makes the path a URL.
  const url = new URL(`http://localhost${pathOf(target)}`)
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal })
  if (isTaken(incoming)) return "BodyTaken"
  try {
    const body = incoming.readableDidRead ? parsedBody(incoming, headers) : await streamedBody(incoming)
    return new Request(url, { method, headers, signal, body })
  } catch {
    // Cut off while it was read, or too deep for the parser's own result to be written again.
    return "BodyMalformed"
  }
}

/** RFC 9112 section 3.2.2: a target may come with scheme and host, which say nothing to us. Any other is no path. */
const pathOf = (target: string): string => {
  const path = target.replace(/^https?:\/\/[^/?#]*/iu, "")
  return path.startsWith("/") ? path : "/"
}

/** Somebody read a body that was there, and left nothing of it to whoever comes after. */
const isTaken = ({ body, headers, readableDidRead }: NodeRequest): boolean =>
  readableDidRead &&
  body === undefined &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0)

/** A parser was here before: what it made of the body is all there is. It has undone any encoding. */
const parsedBody = ({ body }: NodeRequest, headers: Headers): string | Uint8Array<ArrayBuffer> => {
  headers.delete("content-encoding")
  headers.delete("content-length")
  if (typeof body === "string") return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return body === undefined ? "" : JSON.stringify(body)
}

/** One byte over the limit is enough to be refused for it; the rest stays unread. */
const streamedBody = async (incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > BODY_LIMIT) break
  }
  return new Uint8Array(Buffer.concat(chunks))
}
