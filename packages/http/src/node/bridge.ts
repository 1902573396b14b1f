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
  /** Names of further headers that may come once only, in lower case. */
  readonly single?: ReadonlyArray<string>
  /** Told of a failure of the handler itself; answers the id under which it was told. A process warning unless given. */
  readonly onDefect?: (error: unknown) => string
}

/** A web handler alone, or what `createCountersign` answers, which needs no `Request` and no `Response` on Node. */
export type Servable =
  | ((request: Request) => Promise<Response>)
  | {
      readonly handler: (request: Request) => Promise<Response>
      readonly serve?: (call: Call) => Promise<Reply>
    }

/**
 * Serves a web handler on Node's own request and response. The path is taken from `url` as the host left it, less the
 * prefix it is mounted under. A client that goes away aborts the request's signal. A handler that fails is answered for,
 * with a 500 that tells nothing of it: a framework's own page would, and without one the process would end.
 */
export const nodeBridge = (
  servable: Servable,
  options: NodeBridgeOptions = {}
): ((incoming: NodeRequest, outgoing: ServerResponse) => Promise<void>) => {
  const serve = bridged(answering(servable), options)
  return (incoming, outgoing) => serve(incoming, outgoing, incoming.url ?? "/")
}

/** Answers a call, or leaves that to somebody else. */
export type Answering = (call: Call, incoming: NodeRequest, gone: () => AbortSignal) => Promise<Answer | undefined>

const answering = (servable: Servable): Answering => {
  if (typeof servable === "function") return overWeb(servable)
  const { handler, serve } = servable
  return serve ?? overWeb(handler)
}

/** By way of the web's own types, for a handler that knows no others. */
export const overWeb =
  (handler: (request: Request) => Promise<Response | undefined>): Answering =>
  async (call, incoming, gone) => {
    const request = requestOf(incoming, call, gone())
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

/** The bridge to `target`, for a handler that may leave the answer to somebody else. */
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
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  return gone.signal
}

/** A Request follows its signal by a weak reference: it has to be held for as long as its caller may leave. */
const held = new WeakMap<NodeRequest, Request>()

/** Node's own place for what went wrong and was survived: the error stream, unless the host listens for warnings. */
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

/** All of an answer, before any of it is sent: one whose body fails must not look like a short one. */
const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: headersOf(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** RFC 6265 section 3: each Set-Cookie is a line of its own. */
const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) }
}

const answerOf = ({ body, headers, status }: Reply): Answer => ({ status, headers, body })

/**
 * RFC 9110 section 8.6: an answer without content has no length, and one to HEAD has that of GET. With content, it
 * goes out in one piece. HTTP/2 has no `connection` header (RFC 9113 section 8.2.2).
 */
const writeAnswer = (
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

/** A guard, as far as a framework touches it. */
export interface NodeGuardable<Granted> {
  readonly check: (request: Request) => Promise<Guarded<Granted>>
}

/**
 * A guard on Node's own request and response: answers the call, or resolves with what it was let through with. The body
 * is read here unless a parser did so before, so a parser that comes after finds nothing. A client signs for the target
 * that it called, so the path is `originalUrl` where the framework has taken a prefix off `url`. The body of a GET or HEAD
 * is bound by no signature, and such a call is refused.
 */
export const nodeGuard = <Granted>({ check }: NodeGuardable<Granted>, options: NodeBridgeOptions = {}) => {
  return async (incoming: NodeRequest, outgoing: ServerResponse): Promise<Granted | undefined> => {
    if ((incoming.method === "GET" || incoming.method === "HEAD") && hasBody(incoming)) {
      writeAnswer(incoming, outgoing, answerOf(refusedAtOnce("BodyUnexpected")))
      return undefined
    }
    let through: Granted | undefined
    const judge = async (request: Request) => {
      const { answer, granted } = await check(request)
      through = granted
      return answer
    }
    await bridged(overWeb(judge), options)(incoming, outgoing, incoming.originalUrl ?? incoming.url ?? "/")
    return through
  }
}
