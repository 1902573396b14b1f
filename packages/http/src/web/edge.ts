import { bodyOf, type Details, headersOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import type { Call, CallHeaders } from "../serve/Call.ts"
import { bare, json, type Reply, uncached } from "../serve/Reply.ts"
import { isForbidden } from "./forbidden.ts"
import type { Gate } from "./gate.ts"
import { LIVE } from "./health.ts"
import type { Answered } from "./metrics.ts"
import { type ReadJson, readJson, readObject, type Unreadable } from "./readJson.ts"
import { isTrustedId, newRequestId, REQUEST_ID } from "./requestId.ts"
import { paramsOf, type Route, routesOf } from "./routes.ts"
import { canonicalStamps, type SignatureHeader } from "./signatureHeader.ts"
import { splitTarget } from "./splitTarget.ts"

export interface EdgeOptions {
  /** The path all endpoints stand under, with the version of the API: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Documents anybody may read, by path. */
  readonly documents: ReadonlyMap<string, () => Promise<Reply>>
  /** The largest body that an endpoint reads, in bytes. */
  readonly bodyLimit: number
  /** Whether the caller's `X-Request-Id` names the call. */
  readonly acceptRequestId: boolean
  /** Logs a failure that no program named; returns the id under which it was logged. */
  readonly onDefect: (error: unknown, requestId?: string) => string
  /** Told of every answer. */
  readonly onAnswer: (answered: Answered) => void
  readonly gate: Gate
}

/** A call that reached an endpoint. Its body is read once the caller is authenticated. */
export interface Asked {
  /** The `X-Request-Id` of its reply. */
  readonly requestId: string
  readonly route: Route
  readonly call: Call
  readonly headers: CallHeaders
  /** Path and query, less the path that all endpoints stand under. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  /** The query with its question mark, as it was sent; empty where there is none. */
  readonly search: string
  /** Reads the body; absent where the endpoint has none. */
  readonly read: (() => Promise<ReadJson | Unreadable>) | undefined
  /** Absent until it is read. */
  readonly body: ReadJson | undefined
}

/** Routes a call, and refuses unknown paths and methods and targets out of their normal form before the contract runs. */
export const edge = (inner: (asked: Asked) => Promise<Reply>, options: EdgeOptions) => {
  const routed = routing(inner, options)
  return async (call: Call): Promise<Reply> => {
    const start = performance.now()
    const sent = options.acceptRequestId ? call.headers[REQUEST_ID] : undefined
    const requestId = isTrustedId(sent) ? sent : newRequestId()
    const { answer, path } = routed(call, requestId)
    const full = uncached(await answering(path, answer, options, requestId), requestId)
    // RFC 9110 section 9.3.2: HEAD is answered with the headers of GET.
    const reply = call.method === "HEAD" ? bare(full) : full
    const millis = performance.now() - start
    options.onAnswer({ method: path === NONE ? NONE : call.method, route: path, status: reply.status, millis })
    return reply
  }
}

/** What is asked of a path that the contract does not have, or by a method that it does not have there. */
const NONE = "none"

type Work = () => Promise<Reply> | Reply

// A process that stops still lives, and whoever asks whether it is ready is told that it is not.
const answering = (path: string, work: Work, options: EdgeOptions, requestId: string): Promise<Reply> | Reply =>
  path === LIVE ? survived(options, work, requestId) : kept(options, work, requestId)

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = <A>(
  options: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> | Reply =>
  options.gate.isClosed()
    ? refusal("Stopping", { headers: { connection: "close" } })
    : survived(options, work, requestId)

type Survival = Pick<EdgeOptions, "gate" | "onDefect">

const survived = async <A>(
  { gate, onDefect }: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> => {
  const leave = gate.enter()
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error, requestId) } })
  } finally {
    leave()
  }
}

/** Where a call goes, and the path of the contract that it is counted under. */
const routing = (
  inner: (asked: Asked) => Promise<Reply>,
  { basePath, bodyLimit, documents, signatureHeader }: EdgeOptions
) => {
  const stamps = canonicalStamps(signatureHeader)
  return (call: Call, requestId: string): { readonly path: string; readonly answer: Work } => {
    const target = splitTarget(call.target)
    if (target === undefined) return { path: NONE, answer: () => refusal("TargetNotNormal") }
    const { pathname, search } = target
    const method = call.method === "HEAD" ? "GET" : call.method
    const isUnderBase = pathname.startsWith(`${basePath}/`)
    const path = isUnderBase ? pathname.slice(basePath.length) : pathname
    const document = documents.get(path)
    if (document !== undefined) {
      return method === "GET"
        ? { path, answer: document }
        : { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow: "GET, HEAD" } }) }
    }
    const endpoints = isUnderBase ? routesOf(path) : []
    // Of these methods no web request can be made, so that a host which makes one asks for no path.
    if (endpoints.length === 0 && isForbidden(call.method)) {
      return { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow: "" } }) }
    }
    if (endpoints.length === 0) return { path: NONE, answer: () => refusal("EndpointNotFound") }
    const route = endpoints.find((each) => each.method === method)
    if (route === undefined) {
      const allow = endpoints.map((each) => (each.method === "GET" ? "GET, HEAD" : each.method)).join(", ")
      return { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow } }) }
    }
    const answer = () => {
      const headers = stamps(call.headers)
      if (headers === undefined) return refusal("HeaderRepeated")
      const params = paramsOf(route, path)
      if (params === undefined) return refusal("EndpointNotFound")
      const read = readerOf(route, call, bodyLimit)
      return inner({ requestId, route, call, headers, target: path + search, params, search, read, body: undefined })
    }
    return { path: route.path, answer }
  }
}

const readerOf = (route: Route, call: Call, limit: number): Asked["read"] => {
  if (route.body === "none") return undefined
  return route.body === "lenient" ? () => readObject(call, limit) : () => readJson(call, limit)
}

/** The refusal of a body that cannot be read. A connection with the rest of a long body on it is closed. */
export const refuseBody = ({ details, tag }: Unreadable): Reply =>
  refusal(tag, {
    headers: tag === "BodyTooLarge" ? { connection: "close" } : {},
    ...(details === undefined ? {} : { details })
  })

/** A refusal of what never became a call of the edge, with the headers of every reply. */
export const refusedAtOnce = (tag: EdgeTag, details?: Details): Reply =>
  uncached(refusal(tag, details === undefined ? {} : { details }), newRequestId())

/** A refusal of the edge, in the envelope of all others. */
export const refusal = (
  tag: EdgeTag,
  more: { readonly headers?: Record<string, string>; readonly details?: Details } = {}
): Reply =>
  json(catalogue[tag].status, bodyOf({ _tag: tag }, more.details), { ...headersOf({ _tag: tag }), ...more.headers })
