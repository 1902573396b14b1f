import { bodyOf, type Details, headersOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import type { Call, CallHeaders } from "../serve/Call.ts"
import { json, type Reply, unkept } from "../serve/Reply.ts"
import { isForbidden } from "./forbidden.ts"
import type { Gate } from "./gate.ts"
import { LIVE } from "./health.ts"
import type { Answered } from "./metrics.ts"
import { type ReadJson, readJson, readObject } from "./readJson.ts"
import { paramsOf, type Route, routesOf } from "./routes.ts"
import { canonicalStamps, type SignatureHeader } from "./signatureHeader.ts"
import { splitTarget } from "./splitTarget.ts"

export interface EdgeOptions {
  /** The path all endpoints stand under, with the version of the API: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Documents anybody may read, by path. */
  readonly documents: ReadonlyMap<string, () => Promise<Reply>>
  /** Told of a failure that no program named; answers the id under which it was told. */
  readonly onDefect: (error: unknown) => string
  /** Told of every answer. */
  readonly onAnswer: (answered: Answered) => void
  readonly gate: Gate
}

/** A call that reached an endpoint, with all of it that was sent. */
export interface Asked {
  readonly route: Route
  readonly call: Call
  readonly headers: CallHeaders
  /** Path and query, less the path that all endpoints stand under. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  /** The query with its question mark, as it was sent; empty where there is none. */
  readonly search: string
  /** Absent where the endpoint reads none. */
  readonly body: ReadJson | undefined
}

/** What a contract must not be asked to guess: unknown paths, methods and bodies get their refusal here, as JSON. */
export const edge = (inner: (asked: Asked) => Promise<Reply>, options: EdgeOptions) => {
  const routed = routing(inner, options)
  return async (call: Call): Promise<Reply> => {
    const start = performance.now()
    const { answer, path } = routed(call)
    const reply = unkept(await answering(path, answer, options))
    const millis = performance.now() - start
    options.onAnswer({ method: path === NONE ? NONE : call.method, route: path, status: reply.status, millis })
    return reply
  }
}

/** What is asked of a path that the contract does not have, or by a method that it does not have there. */
const NONE = "none"

type Work = () => Promise<Reply> | Reply

// A process that stops still lives, and whoever asks whether it is ready is told that it is not.
const answering = (path: string, work: Work, options: EdgeOptions): Promise<Reply> | Reply =>
  path === LIVE ? survived(options, work) : kept(options, work)

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = <A>(options: Survival, work: () => Promise<A> | A): Promise<A | Reply> | Reply =>
  options.gate.isClosed() ? refusal("Stopping", { headers: { connection: "close" } }) : survived(options, work)

type Survival = Pick<EdgeOptions, "gate" | "onDefect">

const survived = async <A>({ gate, onDefect }: Survival, work: () => Promise<A> | A): Promise<A | Reply> => {
  const leave = gate.enter()
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error) } })
  } finally {
    leave()
  }
}

/** Where a call goes, and the path of the contract that it is counted under. */
const routing = (inner: (asked: Asked) => Promise<Reply>, { basePath, documents, signatureHeader }: EdgeOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return (call: Call): { readonly path: string; readonly answer: Work } => {
    const { pathname, search } = splitTarget(call.target)
    const isUnderBase = pathname.startsWith(`${basePath}/`)
    const path = isUnderBase ? pathname.slice(basePath.length) : pathname
    const document = documents.get(path)
    if (document !== undefined) {
      return call.method === "GET"
        ? { path, answer: document }
        : { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow: "GET" } }) }
    }
    const endpoints = isUnderBase ? routesOf(path) : []
    // Of these methods no web request can be made, so that a host which makes one asks for no path.
    if (endpoints.length === 0 && isForbidden(call.method)) {
      return { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow: "" } }) }
    }
    if (endpoints.length === 0) return { path: NONE, answer: () => refusal("EndpointNotFound") }
    const route = endpoints.find(({ method }) => method === call.method)
    if (route === undefined) {
      const allow = endpoints.map(({ method }) => method).join(", ")
      return { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow } }) }
    }
    const answer = () => {
      const headers = stamps(call.headers)
      if (headers === undefined) return refusal("HeaderRepeated")
      const params = paramsOf(route, path)
      if (params === undefined) return refusal("EndpointNotFound")
      const asked = { route, call, headers, target: path + search, params, search, body: undefined }
      return route.body === "none" ? inner(asked) : withBody(asked, inner)
    }
    return { path: route.path, answer }
  }
}

const withBody = async (asked: Asked, inner: (asked: Asked) => Promise<Reply>): Promise<Reply> => {
  const { call, route } = asked
  const body = await (route.body === "lenient" ? readObject(call) : readJson(call))
  if (!("tag" in body)) return inner({ ...asked, body })
  const close = body.tag === "BodyTooLarge" ? { connection: "close" } : {}
  return refusal(body.tag, { headers: close, ...(body.details === undefined ? {} : { details: body.details }) })
}

/** A refusal of the edge, in the envelope of all others. */
export const refusal = (
  tag: EdgeTag,
  more: { readonly headers?: Record<string, string>; readonly details?: Details } = {}
): Reply =>
  json(catalogue[tag].status, bodyOf({ _tag: tag }, more.details), { ...headersOf({ _tag: tag }), ...more.headers })
