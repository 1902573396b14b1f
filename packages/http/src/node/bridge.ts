import { randomUUID } from "node:crypto"
import type { OutgoingHttpHeaders, ServerResponse } from "node:http"
import { emitWarning } from "node:process"
import { inspect } from "node:util"
import { refusedAtOnce } from "../errors/answer.ts"
import type { Guarded } from "../guards/guards.ts"
import { BodyUnreadable, type Call } from "../message/Call.ts"
import type { Reply } from "../message/Reply.ts"
import { hasBody, type NodeRequest, nodeCall, requestOf } from "./request.ts"

export interface NodeBridgeOptions {
  /** Additional headers that a request may have only once, in lower case. */
  readonly single?: ReadonlyArray<string>
  /**
   * Called when the handler itself fails. Returns the incident id of the report. The default emits a process warning.
   */
  readonly onDefect?: (error: unknown) => string
}

/** A web handler, or the result of `createCountersign`, which runs on Node without `Request` and `Response` objects. */
export type Servable =
  | ((request: Request) => Promise<Response>)
  | {
      readonly handler: (request: Request) => Promise<Response>
      readonly serve?: (call: Call) => Promise<Reply>
    }

/**
 * Serves a web handler on Node's own request and response. Reads the path from `url` as the host left it, without the
 * mount prefix. Aborts the request's signal when the client disconnects. When the handler fails, replies with a 500
 * that reveals no details; otherwise the framework would send its own error page, or the process would exit.
 */
export const nodeBridge = (
  servable: Servable,
  options: NodeBridgeOptions = {}
): ((incoming: NodeRequest, outgoing: ServerResponse) => Promise<void>) => {
  const serve = bridged(answering(servable), options)
  return (incoming, outgoing) => serve(incoming, outgoing, incoming.url ?? "/")
}

/** Answers a call, or leaves it to the next handler. */
export type Answering = (
  call: Call,
  incoming: NodeRequest,
  disconnected: () => AbortSignal
) => Promise<Answer | undefined>

const answering = (servable: Servable): Answering => {
  if (typeof servable === "function") return overWeb(servable)
  const { handler, serve } = servable
  return serve ?? overWeb(handler)
}

/** Runs a handler on web `Request` and `Response` objects, for handlers that accept nothing else. */
export const overWeb =
  (handler: (request: Request) => Promise<Response | undefined>): Answering =>
  async (call, incoming, disconnected) => {
    const request = requestOf(incoming, call, disconnected())
    if (!(request instanceof Request)) return answerOf(refusedAtOnce(request))
    held.set(incoming, request)
    try {
      const response = await handler(request)
      return response === undefined ? undefined : await readAnswer(response)
    } catch (error) {
      if (error instanceof BodyUnreadable) return answerOf(refusedAtOnce(error.tag))
      throw error
    }
  }

/** The bridge to `target`, for a handler that may pass the call to the next one. */
export const bridged =
  (answer: Answering, { onDefect = warn, single = [] }: NodeBridgeOptions) =>
  async (incoming: NodeRequest, outgoing: ServerResponse, target: string): Promise<void> => {
    // A caller that has disconnected gets no answer, and a failure that its disconnection caused is not reported.
    try {
      const call = nodeCall(incoming, outgoing, target, single)
      const made =
        typeof call === "string"
          ? answerOf(refusedAtOnce(call))
          : await answer(call, incoming, () => signalOf(outgoing))
      if (made !== undefined && !isGone(outgoing)) writeAnswer(incoming, outgoing, made)
    } catch (error) {
      if (isGone(outgoing)) return
      writeAnswer(incoming, outgoing, answerOf(refusedAtOnce("Defect", { incident: onDefect(error) })))
    }
  }

/** Whether the caller has disconnected. */
const isGone = (outgoing: ServerResponse): boolean => outgoing.destroyed || outgoing.closed

const signalOf = (outgoing: ServerResponse): AbortSignal => {
  const disconnected = new AbortController()
  outgoing.once("close", () => disconnected.abort())
  return disconnected.signal
}

/** A Request references its signal weakly, so it must stay reachable for as long as its client may disconnect. */
const held = new WeakMap<NodeRequest, Request>()

/** Reports a handled failure as a process warning, which Node prints to stderr unless the host listens for warnings. */
const warn = (error: unknown): string => {
  const incident = randomUUID()
  emitWarning(`request failed, incident ${incident}`, { type: "CountersignDefect", detail: inspect(error) })
  return incident
}

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | string
}

/** Reads a complete response before any of it is sent, so that a failing body is not mistaken for a short one. */
const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: headersOf(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** RFC 6265 section 3: each Set-Cookie is a header line of its own. */
const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) }
}

const answerOf = ({ body, headers, status }: Reply): Answer => ({ status, headers, body })

/**
 * Writes a response in one piece. RFC 9110 section 8.6: a response without content has no length, and a response to
 * HEAD has the length of GET. HTTP/2 has no `connection` header (RFC 9113 section 8.2.2).
 */
const writeAnswer = (incoming: NodeRequest, outgoing: ServerResponse, { body, headers, status }: Answer): void => {
  const isBare =
    status === 204 || status === 304 || (incoming.method === "HEAD" && headers["content-length"] !== undefined)
  const isLast = incoming.httpVersionMajor < 2 && (headers.connection === "close" || isLeftOver(incoming))
  const all: OutgoingHttpHeaders = { ...headers }
  if (isLast) all.connection = "close"
  else if (all.connection !== undefined) delete all.connection
  if (!isBare) all["content-length"] = Buffer.byteLength(body)
  outgoing.writeHead(status, all)
  outgoing.end(body)
}

/**
 * Returns whether too much of the body is unread to reuse the connection. Node discards the unread rest of a body after
 * the response. Up to a declared length of 64 KiB this is acceptable, and the connection serves the next request.
 */
const isLeftOver = (incoming: NodeRequest): boolean => {
  if (incoming.complete || !hasBody(incoming)) return false
  return incoming.readableDidRead || !(Number(incoming.headers["content-length"]) <= DISCARDED)
}

const DISCARDED = 65_536

/** The part of a guard that a framework adapter uses. */
export interface NodeGuardable<Granted> {
  readonly check: (request: Request) => Promise<Guarded<Granted>>
}

/**
 * Runs a guard on Node's own request and response: answers the call, or resolves with the granted value. The guard
 * reads the body unless a parser has already consumed it, so a parser that runs later finds it empty. A client signs
 * the target that it requested, so the path is `originalUrl` when the framework strips a prefix from `url`. No
 * signature covers the body of a GET or HEAD request, so such a request is rejected.
 */
export const nodeGuard = <Granted>({ check }: NodeGuardable<Granted>, options: NodeBridgeOptions = {}) => {
  return async (incoming: NodeRequest, outgoing: ServerResponse): Promise<Granted | undefined> => {
    if ((incoming.method === "GET" || incoming.method === "HEAD") && hasBody(incoming)) {
      writeAnswer(incoming, outgoing, answerOf(refusedAtOnce("BodyUnexpected")))
      return undefined
    }
    let through: Granted | undefined
    const answer = async (request: Request) => {
      const { answer, granted } = await check(request)
      through = granted
      return answer
    }
    await bridged(overWeb(answer), options)(incoming, outgoing, incoming.originalUrl ?? incoming.url ?? "/")
    return through
  }
}
