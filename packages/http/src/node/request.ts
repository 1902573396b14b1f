import type { IncomingMessage, ServerResponse } from "node:http"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import type { BodyFault, Call, CallHeaders } from "../serve/Call.ts"
import { isForbidden } from "../web/forbidden.ts"
import { BODY_LIMIT } from "../web/readJson.ts"

/** A Node request, and the body a parser in front of us may have taken off its stream already. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
}

/** Headers that decide who calls, or what is signed. Node joins some repeats and drops others; neither is a reading. */
const SINGLE = new Set(["authorization", "request-id", "idempotency-key", "content-type", "content-length"])

/** A Node request as a call, or none where a header came twice that may not. */
export const nodeCall = (
  incoming: NodeRequest,
  outgoing: ServerResponse,
  target: string,
  single: ReadonlyArray<string>
): Call | undefined => {
  const headers = headersOf(incoming, single)
  if (headers === undefined) return undefined
  return {
    method: incoming.method ?? "GET",
    target: pathOf(target),
    headers,
    body: () => bodyOf(incoming),
    onGone: (gone) => {
      outgoing.once("close", gone)
      return () => outgoing.off("close", gone)
    }
  }
}

/** The call as the web has it, or what is wrong with it. */
export const requestOf = async (
  { body, headers: named, method, target }: Call,
  signal: AbortSignal
): Promise<Request | EdgeTag> => {
  if (isForbidden(method)) return "MethodNotAllowed"
  const headers = new Headers(Object.entries(named))
  // The host name is not trusted for anything: it only makes the path a URL.
  const url = new URL(`http://localhost${target}`)
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal })
  const bytes = await body()
  // The web handler is the judge of how much is too much, and needs to see no more than that it is.
  if (bytes === "BodyTooLarge") return new Request(url, { method, headers, signal, body: TOO_LARGE })
  return typeof bytes === "string" ? bytes : new Request(url, { method, headers, signal, body: new Uint8Array(bytes) })
}

const TOO_LARGE = new Uint8Array(BODY_LIMIT + 1)

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

/** RFC 9112 section 3.2.2: a target may come with scheme and host, which say nothing to us. Any other is no path. */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  const path = target.replace(/^https?:\/\/[^/?#]*/iu, "")
  return path.startsWith("/") ? path : "/"
}

const bodyOf = async (incoming: NodeRequest): Promise<Uint8Array | BodyFault> => {
  if (isTaken(incoming)) return "BodyTaken"
  return incoming.readableDidRead ? parsedBody(incoming) : streamedBody(incoming)
}

/** Somebody read a body that was there, and left nothing of it to whoever comes after. */
const isTaken = ({ body, headers, readableDidRead }: NodeRequest): boolean =>
  readableDidRead &&
  body === undefined &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0)

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

/** One byte over the limit is enough to be refused for it; the rest stays unread. */
const streamedBody = (incoming: NodeRequest): Promise<Uint8Array | BodyFault> =>
  new Promise((resolve) => {
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
      if (length <= BODY_LIMIT) return
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
