import type { IncomingMessage, ServerResponse } from "node:http"
import type { EdgeTag } from "../errors/catalogue.ts"
import { type BodyFault, BodyUnreadable, type Call, type CallHeaders, isForbidden } from "../message/Call.ts"
import { splitTarget } from "../message/target.ts"

/** A Node request, and the body a parser in front of us may have taken off its stream already. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
  /** The request target as it came, where the framework has taken a prefix off `url`. */
  readonly originalUrl?: string | undefined
}

/** Headers that decide who calls, or what is signed. Node joins some repeats and drops others; neither is a reading. */
const SINGLE = new Set(["authorization", "request-id", "idempotency-key", "content-type", "content-length"])

/** A Node request as a call, or what is wrong with its headers or its target. */
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
    onGone: (gone) => {
      outgoing.once("close", gone)
      return () => outgoing.off("close", gone)
    }
  }
}

/** The call as the web has it, or what is wrong with it. */
export const requestOf = (
  incoming: NodeRequest,
  { headers: named, method, target }: Call,
  signal: AbortSignal
): Request | EdgeTag => {
  if (isForbidden(method)) return "MethodNotAllowed"
  const headers = new Headers(Object.entries(named))
  // The host name is not trusted for anything: it only makes the path a URL.
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

/** The body as a stream that reads nothing before it is read itself: the handler decides whether, and how much. */
const streamOf = (incoming: NodeRequest): ReadableStream<Uint8Array> => {
  let chunks: AsyncIterator<Buffer | string> | undefined
  const next = async (): Promise<Uint8Array | BodyFault | undefined> => {
    if (chunks === undefined && isTaken(incoming)) return "BodyTaken"
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
        // A connection that breaks is a body that was cut off.
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
  // A parser was here before, and has undone any encoding.
  const { "content-encoding": _, "content-length": __, ...others } = headers
  return others
}

/**
 * RFC 9112 section 3.2: a target may come with scheme and authority, which decide nothing here, and the asterisk of OPTIONS
 * is the root. An authority with a backslash is left in place, and is no path.
 */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  if (target === "*") return "/"
  const path = target.replace(/^https?:\/\/[^/?#\\]*/iu, "")
  return path === "" || path.startsWith("?") ? `/${path}` : path
}

/** Whether a target is in its normal form; the framework may have routed by another one than it handed over. */
const isNormal = (target: string | undefined, known: string): boolean =>
  target === undefined || target === known || splitTarget(pathOf(target)) !== undefined

const bodyOf = async (incoming: NodeRequest, limit: number): Promise<Uint8Array | BodyFault> => {
  if (isTaken(incoming)) return "BodyTaken"
  if (!incoming.readableDidRead) return streamedBody(incoming, limit)
  const parsed = parsedBody(incoming)
  return typeof parsed !== "string" && parsed.length > limit ? "BodyTooLarge" : parsed
}

/** A body was read before, and the request has nothing of it. */
const isTaken = (incoming: NodeRequest): boolean =>
  incoming.readableDidRead && incoming.body === undefined && hasBody(incoming)

/**
 * Whether a body was sent. HTTP/1.1 declares one by a length or an encoding (RFC 9112 section 6.3). HTTP/2 declares none:
 * there is one unless the stream ended with its headers (RFC 9113 section 8.1).
 */
export const hasBody = (incoming: NodeRequest): boolean => {
  const { headers, httpVersionMajor } = incoming
  if (headers["content-length"] !== undefined) return Number(headers["content-length"]) > 0
  if (httpVersionMajor < 2) return headers["transfer-encoding"] !== undefined
  return !("stream" in incoming && Object(incoming.stream).endAfterHeaders === true)
}

/** A parser was here before: what it made of the body is all there is. */
const parsedBody = ({ body }: NodeRequest): Uint8Array | BodyFault => {
  if (body instanceof Uint8Array) return body
  try {
    return Buffer.from(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body))
  } catch {
    // Too deep for the parser's own result to be written again.
    return "BodyMalformed"
  }
}

/** The chunk that crosses the limit is the last one that is read. */
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
    // Cut off while it was read.
    const onCut = (): void => settle("BodyMalformed")
    if (incoming.readableEnded) return resolve(NOTHING)
    if (incoming.destroyed) return resolve("BodyMalformed")
    incoming.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut)
  })

const NOTHING = new Uint8Array(0)
