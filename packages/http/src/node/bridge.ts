import { randomUUID } from "node:crypto"
import type { OutgoingHttpHeaders, ServerResponse } from "node:http"
import { emitWarning } from "node:process"
import { inspect } from "node:util"
import { refusedAtOnce } from "../errors/answer.ts"
import type { EdgeTag } from "../errors/catalogue.ts"
import { HEAD_BOUNDS, splitTarget, targetBelow } from "../message/Call.ts"
import type { BodyFault, Call, Checked } from "../message/hostTypes.ts"
import type { Reply } from "../message/Reply.ts"
import { type Answer, type Answering, hasBody, type NodeRequest, overWeb, parsedBody, readAnswer } from "./request.ts"

/** How a Node bridge reads requests. */
export interface NodeBridgeOptions {
  /** Additional headers that a request may have only once, in lower case. */
  readonly single?: ReadonlyArray<string>
  /** Called when the handler fails. Returns the incident id of the report. The default emits a process warning. */
  readonly onDefect?: (error: unknown) => string
  /** The mount prefix, for a router that leaves it in `url`. */
  readonly prefix?: string
}

/** A web handler, or the result of `createCountersign`, which runs on Node without `Request` and `Response` objects. */
export type Servable =
  | ((request: Request) => Promise<Response>)
  | { readonly handler: (request: Request) => Promise<Response>; readonly serve?: (call: Call) => Promise<Reply> }

/**
 * Serves a web handler on Node's own request and response. Reads the path from `url`, without the mount prefix or with
 * the one in `options`. Aborts the request's signal when the client disconnects. When the handler fails, replies with a
 * 500 that reveals no details; otherwise the framework would send its own error page, or the process would exit.
 */
export const nodeBridge = (
  servable: Servable,
  options: NodeBridgeOptions = {}
): ((incoming: NodeRequest, outgoing: ServerResponse) => Promise<void>) => {
  const answer = typeof servable === "function" ? overWeb(servable) : (servable.serve ?? overWeb(servable.handler))
  return bridged(answer, options, false)
}

/** The bridge for a handler that may pass the call to the next one. With `isOriginal`, the path includes the mount prefix. */
const bridged = (
  answer: Answering,
  { onDefect = warn, prefix = "", single = [] }: NodeBridgeOptions,
  isOriginal: boolean
) => {
  const once = new Set([...SINGLE, ...single])
  return async (incoming: NodeRequest, outgoing: ServerResponse): Promise<void> => {
    const { originalUrl, url = "/" } = incoming
    try {
      const call = nodeCall(incoming, outgoing, isOriginal ? (originalUrl ?? url) : url, isOriginal ? "" : prefix, once)
      const made = typeof call === "string" ? refusedAtOnce(call) : await answer(call, incoming)
      // A caller that has disconnected gets no answer.
      if (made !== undefined && !outgoing.destroyed && !outgoing.closed) writeAnswer(incoming, outgoing, made)
    } catch (error) {
      // A failure that its disconnection caused is not reported.
      if (outgoing.destroyed || outgoing.closed) return
      writeAnswer(incoming, outgoing, refusedAtOnce("Defect", { incident: onDefect(error) }))
    }
  }
}

/** Headers that identify the caller or the signed content. A request that repeats one is rejected. */
const SINGLE = ["authorization", "host", "request-id", "idempotency-key", "content-type", "content-length"]

// Node's `headers` has only the first value of these.
const FIRST =
  /^(?:age|etag|expires|from|if-(?:un)?modified-since|last-modified|location|max-forwards|proxy-authorization|referer|retry-after|server|user-agent)$/u

/** Converts a Node request into a call, or returns the refusal of its headers or target. */
const nodeCall = (
  incoming: NodeRequest,
  outgoing: ServerResponse,
  target: string,
  prefix: string,
  single: ReadonlySet<string>
): Call | EdgeTag => {
  const { headers: left, originalUrl, rawHeaders = [], url } = incoming
  if (Math.max(target.length, url?.length ?? 0, originalUrl?.length ?? 0) > HEAD_BOUNDS.target) return "TargetTooLong"
  if (Math.max(rawHeaders.length / 2, Object.keys(left).length) > HEAD_BOUNDS.headers) return "HeadersTooLarge"
  // Without a prototype, so that a header may have any name.
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const sent = (rawHeaders[at] ?? "").toLowerCase()
    // RFC 9113 section 8.3.1: `:authority` takes the place of Host, which may repeat it.
    const name = sent === ":authority" ? "host" : sent
    // Middleware may remove a header. Node's object cannot have the name __proto__.
    if (!Object.hasOwn(left, sent) && sent !== "__proto__") continue
    const value = rawHeaders[at + 1] ?? ""
    if (headers[name] === undefined || (name === "host" && headers[name] === value)) headers[name] = value
    else if (single.has(name) || name.endsWith("-signature")) return "HeaderRepeated"
    else headers[name] = `${headers[name]}, ${value}`
  }
  // The host decides: middleware may change a header, and a serverless host has no raw list.
  for (const [sent, value] of Object.entries(left)) {
    const name = sent.toLowerCase()
    if (value !== undefined && !(FIRST.test(name) && headers[name]?.startsWith(`${value}, `)))
      headers[name] = `${value}`
    // Section 8.3: a pseudo-header is part of the request line, not of the headers.
    if (name.startsWith(":")) delete headers[name]
  }
  // Empty rather than absent, so that no reader compares with the host of an invented URL.
  headers.host ??= ""
  if (incoming.readableDidRead) {
    // A parser has read the body and removed any content encoding.
    delete headers["content-encoding"]
    delete headers["content-length"]
  }
  const path = target.startsWith("/") ? target : pathOf(target)
  if (splitTarget(path) === undefined) return "TargetNotNormal"
  // The framework may have routed by a different target than it passed on.
  for (const other of [originalUrl, url]) {
    if (other !== undefined && other !== target && splitTarget(pathOf(other)) === undefined) return "TargetNotNormal"
  }
  const below = targetBelow(prefix, path)
  if (below === undefined) return "EndpointNotFound"
  return {
    method: incoming.method ?? "GET",
    target: below,
    headers,
    body: (limit) => bodyOf(incoming, limit),
    onDisconnect: (disconnected) => {
      // The caller may have left before the host passed its call on.
      if (outgoing.destroyed || outgoing.closed) disconnected()
      outgoing.once("close", disconnected)
      return () => outgoing.off("close", disconnected)
    }
  }
}

/**
 * Returns the path of a target. RFC 9112 section 3.2: a target may have a scheme and an authority, which are ignored,
 * and the asterisk of OPTIONS is the root. A target whose authority has a backslash stays as it is, and is rejected.
 */
const pathOf = (target: string): string => {
  if (target === "*") return "/"
  const path = target.replace(/^https?:\/\/[^/?#\\]*/iu, "")
  return path === "" || path.startsWith("?") ? `/${path}` : path
}

/** Reads the body. Stops after the chunk that crosses the limit. */
const bodyOf = async (incoming: NodeRequest, limit: number): Promise<Uint8Array | BodyFault> => {
  if (incoming.readableDidRead) {
    const parsed = parsedBody(incoming)
    return typeof parsed !== "string" && parsed.length > limit ? "BodyTooLarge" : parsed
  }
  if (Number(incoming.headers["content-length"]) > limit) return "BodyTooLarge"
  if (incoming.readableEnded) return NOTHING
  if (incoming.destroyed) return "BodyMalformed"
  return new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const settle = (): void => {
      incoming.off("data", onData).off("end", settle).off("error", settle).off("close", settle)
      if (length > limit) resolve("BodyTooLarge")
      // The connection closed while the body was read.
      else if (!incoming.readableEnded) resolve("BodyMalformed")
      else resolve(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks))
    }
    const onData = (chunk: Buffer | string): void => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk
      chunks.push(bytes)
      length += bytes.length
      if (length <= limit) return
      incoming.pause()
      settle()
    }
    incoming.on("data", onData).on("end", settle).on("error", settle).on("close", settle)
  })
}

const NOTHING = new Uint8Array(0)

/** Reports a handled failure as a process warning, which Node prints to stderr unless the host listens for warnings. */
const warn = (error: unknown): string => {
  const incident = randomUUID()
  emitWarning(`request failed, incident ${incident}`, { type: "CountersignDefect", detail: inspect(error) })
  return incident
}

/**
 * Writes a response in one piece. RFC 9110 section 8.6: a response without content has no length, and a response to
 * HEAD has the length of GET. HTTP/2 has no `connection` header (RFC 9113 section 8.2.2).
 */
const writeAnswer = (incoming: NodeRequest, outgoing: ServerResponse, { body, headers, status }: Answer): void => {
  const isBare =
    status === 204 || status === 304 || (incoming.method === "HEAD" && headers["content-length"] !== undefined)
  // Whether too much of the body is unread to reuse the connection. Node discards the unread rest of a body after the
  // response. Up to a declared length of 64 KiB this is acceptable, and the connection serves the next request.
  const isLeftOver =
    !incoming.complete &&
    hasBody(incoming) &&
    (incoming.readableDidRead || !(Number(incoming.headers["content-length"]) <= DISCARDED))
  const isLast = incoming.httpVersionMajor < 2 && (headers.connection === "close" || isLeftOver)
  const all: OutgoingHttpHeaders = { ...headers }
  if (isLast) all.connection = "close"
  else if (all.connection !== undefined) delete all.connection
  if (!isBare) all["content-length"] = Buffer.byteLength(body)
  outgoing.writeHead(status, all)
  outgoing.end(body)
}

const DISCARDED = 65_536

/** The part of a guard that a framework adapter uses. */
export interface NodeGuardable<Granted> {
  /** Checks a call. Resolves to the granted value, or to the response to send. */
  readonly checkCall: (call: Call) => Promise<Checked<Granted>>
}

/**
 * Runs a guard on Node's own request and response: answers the call, or resolves with the granted value. The guard
 * reads the body unless a parser has already consumed it, so a parser that runs later finds it empty. A client signs
 * the target that it requested, so the path is `originalUrl` when the framework strips a prefix from `url`. No
 * signature covers the body of a GET or HEAD request, so such a request is rejected.
 */
export const nodeGuard = <Granted>({ checkCall }: NodeGuardable<Granted>, options: NodeBridgeOptions = {}) => {
  return async (incoming: NodeRequest, outgoing: ServerResponse): Promise<Granted | undefined> => {
    if ((incoming.method === "GET" || incoming.method === "HEAD") && hasBody(incoming)) {
      writeAnswer(incoming, outgoing, refusedAtOnce("BodyUnexpected"))
      return undefined
    }
    let through: Granted | undefined
    const answer = async (call: Call) => {
      const { answer, granted } = await checkCall(call)
      through = granted
      return answer !== undefined && "arrayBuffer" in answer ? readAnswer(answer) : answer
    }
    await bridged(answer, options, true)(incoming, outgoing)
    return through
  }
}
