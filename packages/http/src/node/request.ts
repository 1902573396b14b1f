import type { IncomingMessage, ServerResponse } from "node:http"
import type { EdgeTag } from "../errors/catalogue.ts"
import { type BodyFault, BodyUnreadable, type Call, type CallHeaders, isForbidden } from "../message/Call.ts"
import { splitTarget } from "../message/target.ts"

/** A Node request, with the parsed body when a parser has already consumed its stream. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
  /** The original request target, when the framework strips a prefix from `url`. */
  readonly originalUrl?: string | undefined
}

/**
 * Headers that identify the caller or the signed content. Node joins some repeated headers and drops others, so repeats
 * are rejected.
 */
const SINGLE = new Set(["authorization", "request-id", "idempotency-key", "content-type", "content-length"])

/** Converts a Node request into a call, or returns the refusal of its headers or target. */
export const nodeCall = (
  incoming: NodeRequest,
  outgoing: ServerResponse,
  target: string,
  single: ReadonlyArray<string>
): Call | EdgeTag => {
  const headers = headersOf(incoming, single)
  if (headers === undefined) return "HeaderRepeated"
  const path = pathOf(target)
  const isRouted = isNormal(incoming.originalUrl, target) && isNormal(incoming.url, target)
  if (!isRouted || splitTarget(path) === undefined) return "TargetNotNormal"
  return {
    method: incoming.method ?? "GET",
    target: path,
    headers,
    body: (limit) => bodyOf(incoming, limit),
    onDisconnect: (disconnected) => {
      outgoing.once("close", disconnected)
      return () => outgoing.off("close", disconnected)
    }
  }
}

/** Converts a Node request into a web `Request`, or returns its refusal. */
export const requestOf = (
  incoming: NodeRequest,
  { headers: named, method, target }: Call,
  signal: AbortSignal
): Request | EdgeTag => {
  if (isForbidden(method)) return "MethodNotAllowed"
  const headers = new Headers(Object.entries(named))
  // The host name is never trusted. It only completes the URL.
  const url = new URL(`http://localhost${target}`)
  if (method === "GET" || method === "HEAD" || !hasBody(incoming)) return new Request(url, { method, headers, signal })
  const init: RequestInit & { readonly duplex: "half" } = {
    method,
    headers,
    signal,
    body: streamOf(incoming),
    duplex: "half"
  }
  return new Request(url, init)
}

/** A lazy stream of the body: the handler decides whether to read, and how much. */
const streamOf = (incoming: NodeRequest): ReadableStream<Uint8Array> => {
  let chunks: AsyncIterator<Buffer | string> | undefined
  const next = async (): Promise<Uint8Array | BodyFault | undefined> => {
    if (chunks === undefined && isTaken(incoming)) return "BodyAlreadyRead"
    if (chunks === undefined && incoming.readableDidRead) {
      chunks = NO_MORE
      return parsedBody(incoming)
    }
    if (chunks === undefined && incoming.destroyed && !incoming.readableEnded) return "BodyMalformed"
    chunks ??= incoming.iterator({ destroyOnReturn: false })
    const { done, value } = await chunks.next()
    return done === true ? undefined : Buffer.from(value)
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // A connection that breaks leaves a truncated body.
        const bytes = await next().catch((): BodyFault => "BodyMalformed")
        if (bytes === undefined) controller.close()
        else if (typeof bytes === "string") controller.error(new BodyUnreadable(bytes))
        else if (bytes.length > 0) controller.enqueue(bytes)
        else controller.close()
      },
      cancel: async () => void (await chunks?.return?.())
    },
    { highWaterMark: 0 }
  )
}

const NO_MORE: AsyncIterator<Buffer> = { next: async () => ({ done: true, value: undefined }) }

const headersOf = (incoming: NodeRequest, more: ReadonlyArray<string>): CallHeaders | undefined => {
  const { rawHeaders } = incoming
  // Without a prototype, so that a header may have any name.
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase()
    // RFC 9113 section 8.3: a pseudo-header is part of the request line, not of the headers.
    if (name.startsWith(":")) continue
    const value = rawHeaders[at + 1] ?? ""
    if (headers[name] === undefined) headers[name] = value
    else if (SINGLE.has(name) || name.endsWith("-signature") || more.includes(name)) return undefined
    else headers[name] = `${headers[name]}, ${value}`
  }
  if (!incoming.readableDidRead) return headers
  // A parser has read the body and disconnected any content encoding.
  const { "content-encoding": _, "content-length": __, ...others } = headers
  return others
}

/**
 * Returns the path of a target. RFC 9112 section 3.2: a target may have a scheme and an authority, which are ignored,
 * and the asterisk of OPTIONS is the root. An authority with a backslash is not disconnected, so the target is rejected
 * later.
 */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  if (target === "*") return "/"
  const path = target.replace(/^https?:\/\/[^/?#\\]*/iu, "")
  return path === "" || path.startsWith("?") ? `/${path}` : path
}

/**
 * Returns whether a target is in normal form. The framework may have routed by a different target than it passed on.
 */
const isNormal = (target: string | undefined, known: string): boolean =>
  target === undefined || target === known || splitTarget(pathOf(target)) !== undefined

const bodyOf = async (incoming: NodeRequest, limit: number): Promise<Uint8Array | BodyFault> => {
  if (isTaken(incoming)) return "BodyAlreadyRead"
  if (!incoming.readableDidRead) return streamedBody(incoming, limit)
  const parsed = parsedBody(incoming)
  return typeof parsed !== "string" && parsed.length > limit ? "BodyTooLarge" : parsed
}

/** The stream was consumed and the request has no parsed body. */
const isTaken = (incoming: NodeRequest): boolean =>
  incoming.readableDidRead && incoming.body === undefined && hasBody(incoming)

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
const parsedBody = ({ body }: NodeRequest): Uint8Array | BodyFault => {
  if (body instanceof Uint8Array) return body
  try {
    return Buffer.from(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body))
  } catch {
    // The parsed value is nested too deeply to be serialized again.
    return "BodyMalformed"
  }
}

/** Stops reading after the chunk that crosses the limit. */
const streamedBody = (incoming: NodeRequest, limit: number): Promise<Uint8Array | BodyFault> =>
  new Promise((resolve) => {
    if (Number(incoming.headers["content-length"]) > limit) return resolve("BodyTooLarge")
    const chunks: Array<Buffer> = []
    let length = 0
    const settle = (outcome: Uint8Array | BodyFault): void => {
      incoming.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut)
      resolve(outcome)
    }
    const onData = (chunk: Buffer | string): void => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk
      chunks.push(bytes)
      length += bytes.length
      if (length <= limit) return
      incoming.pause()
      settle("BodyTooLarge")
    }
    const onEnd = (): void => settle(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks))
    // The connection closed while the body was read.
    const onCut = (): void => settle("BodyMalformed")
    if (incoming.readableEnded) return resolve(NOTHING)
    if (incoming.destroyed) return resolve("BodyMalformed")
    incoming.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut)
  })

const NOTHING = new Uint8Array(0)
