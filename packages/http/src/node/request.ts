import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { refusedAtOnce } from "../errors/answer.ts"
import type { EdgeTag } from "../errors/catalogue.ts"
import { BodyUnreadable, isForbidden } from "../message/Call.ts"
import type { BodyFault, Call } from "../message/hostTypes.ts"

/** A Node request, with the parsed body when a parser has already consumed its stream. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
  /** The original request target, when the framework strips a prefix from `url`. */
  readonly originalUrl?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | string
}

/** Answers a call, or leaves it to the next handler. */
export type Answering = (call: Call, incoming: NodeRequest) => Promise<Answer | undefined>

/** Runs a handler on web `Request` and `Response` objects, for handlers that accept nothing else. */
export const overWeb =
  (handler: (request: Request) => Promise<Response | undefined>): Answering =>
  async (call, incoming) => {
    const disconnected = new AbortController()
    call.onDisconnect(() => disconnected.abort())
    const request = requestOf(incoming, call, disconnected.signal)
    if (typeof request === "string") return refusedAtOnce(request)
    held.set(incoming, request)
    try {
      const response = await handler(request)
      return response === undefined ? undefined : await readAnswer(response)
    } catch (error) {
      if (error instanceof BodyUnreadable) return refusedAtOnce(error.tag)
      throw error
    }
  }

/** A Request references its signal weakly, so it must stay reachable for as long as its client may disconnect. */
const held = new WeakMap<NodeRequest, Request>()

/** Reads a complete response before any of it is sent, so that a failing body is not mistaken for a short one. */
export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: headersOf(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** RFC 6265 section 3: each Set-Cookie is a header line of its own. */
const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) }
}

/** Converts a Node request into a web `Request`, or returns its refusal. */
const requestOf = (
  incoming: NodeRequest,
  { headers: named, method, target }: Call,
  signal: AbortSignal
): Request | EdgeTag => {
  if (isForbidden(method)) return "MethodNotAllowed"
  const headers = new Headers(Object.entries(named))
  // The host name is never trusted. It only completes the URL.
  const url = new URL(`http://localhost${target}`)
  const body = method === "GET" || method === "HEAD" || !hasBody(incoming) ? null : streamOf(incoming)
  const init: RequestInit & { readonly duplex: "half" } = { method, headers, signal, body, duplex: "half" }
  return new Request(url, init)
}

/** A lazy stream of the body: the handler decides whether to read, and how much. */
const streamOf = (incoming: NodeRequest): ReadableStream<Uint8Array> => {
  const chunks = chunksOf(incoming)
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done === true || value.length === 0) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return())
    },
    { highWaterMark: 0 }
  )
}

const chunksOf = async function* (incoming: NodeRequest): AsyncGenerator<Uint8Array, void, undefined> {
  if (incoming.readableDidRead) {
    const parsed = parsedBody(incoming)
    if (typeof parsed === "string") throw new BodyUnreadable(parsed)
    yield parsed
    return
  }
  try {
    if (incoming.destroyed && !incoming.readableEnded) throw new BodyUnreadable("BodyMalformed")
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) yield Buffer.from(chunk)
  } catch {
    // A connection that breaks leaves a truncated body.
    throw new BodyUnreadable("BodyMalformed")
  }
}

/**
 * Returns whether the request has a body. HTTP/1.1 declares one by a length or a transfer encoding (RFC 9112 section
 * 6.3). HTTP/2 has one unless the stream ended with its headers (RFC 9113 section 8.1).
 */
export const hasBody = (incoming: NodeRequest): boolean => {
  const { headers, httpVersionMajor } = incoming
  if (headers["content-length"] !== undefined) return Number(headers["content-length"]) > 0
  if (httpVersionMajor < 2) return headers["transfer-encoding"] !== undefined
  return !("stream" in incoming && Object(incoming.stream).endAfterHeaders === true)
}

/** The body from a parser that ran earlier; the original bytes are no longer available. */
export const parsedBody = (incoming: NodeRequest): Uint8Array | BodyFault => {
  const { body } = incoming
  // The stream was consumed and the request has no parsed body.
  if (body === undefined && hasBody(incoming)) return "BodyAlreadyRead"
  if (body instanceof Uint8Array) return body
  try {
    return Buffer.from(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body))
  } catch {
    // The parsed value is nested too deeply to be serialized again.
    return "BodyMalformed"
  }
}
