import { bodyOf, type Details, headersOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import type { Call, CallHeaders } from "../serve/Call.ts"
import { json, type Reply, unkept } from "../serve/Reply.ts"
import type { Gate } from "./gate.ts"
import { LIVE } from "./health.ts"
import type { Answered } from "./metrics.ts"
import { type ReadJson, readJson, readObject } from "./readJson.ts"
import { paramsOf, type Route, routesOf } from "./routes.ts"
import { canonicalStamps, type SignatureHeader } from "./signatureHeader.ts"

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
  readonly query: URLSearchParams
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

type Work = () => Promise<Reply>

// A process that stops still lives, and whoever asks whether it is ready is told that it is not.
const answering = (path: string, work: Work, { gate, onDefect }: EdgeOptions): Promise<Reply> =>
  path === LIVE ? survived(onDefect, () => gate.pass(work)) : kept({ gate, onDefect }, work)

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = async <A>(
  { gate, onDefect }: Pick<EdgeOptions, "gate" | "onDefect">,
  work: () => Promise<A>
): Promise<A | Reply> =>
  gate.isClosed()
    ? refusal("Stopping", { headers: { connection: "close" } })
    : survived(onDefect, () => gate.pass(work))

const survived = async <A>(onDefect: EdgeOptions["onDefect"], work: () => Promise<A>): Promise<A | Reply> => {
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error) } })
  }
}

/** Where a call goes, and the path of the contract that it is counted under. */
const routing = (inner: (asked: Asked) => Promise<Reply>, { basePath, documents, signatureHeader }: EdgeOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return (call: Call): { readonly path: string; readonly answer: Work } => {
    // The host name is trusted for nothing: it only makes the target a URL.
    const { pathname, search, searchParams } = new URL(`http://localhost${call.target}`)
    const isUnderBase = pathname.startsWith(`${basePath}/`)
    const path = isUnderBase ? pathname.slice(basePath.length) : pathname
    const document = documents.get(path)
    if (document !== undefined) {
      return call.method === "GET"
        ? { path, answer: document }
        : { path: NONE, answer: async () => refusal("MethodNotAllowed", { headers: { allow: "GET" } }) }
    }
    const endpoints = isUnderBase ? routesOf(path) : []
    if (endpoints.length === 0) return { path: NONE, answer: async () => refusal("EndpointNotFound") }
    const route = endpoints.find(({ method }) => method === call.method)
    if (route === undefined) {
      const allow = endpoints.map(({ method }) => method).join(", ")
      return { path: NONE, answer: async () => refusal("MethodNotAllowed", { headers: { allow } }) }
    }
    const answer = async () => {
      const headers = stamps(call.headers)
      if (headers === undefined) return refusal("HeaderRepeated")
      const params = paramsOf(route, path)
      if (params === undefined) return refusal("EndpointNotFound")
      const body = await bodyFor(route, call)
      if (body !== undefined && "tag" in body) {
        const close = body.tag === "BodyTooLarge" ? { connection: "close" } : {}
        return refusal(body.tag, { headers: close, ...(body.details === undefined ? {} : { details: body.details }) })
      }
      return inner({ route, call, headers, target: path + search, params, query: searchParams, body })
    }
    return { path: route.path, answer }
  }
}

const bodyFor = (route: Route, call: Call) => {
  switch (route.body) {
    case "none":
      return undefined
    case "lenient":
      return readObject(call)
    case "strict":
      return readJson(call)
  }
}

/** A refusal of the edge, in the envelope of all others. */
export const refusal = (
  tag: EdgeTag,
  more: { readonly headers?: Record<string, string>; readonly details?: Details } = {}
): Reply =>
  json(catalogue[tag].status, bodyOf({ _tag: tag }, more.details), { ...headersOf({ _tag: tag }), ...more.headers })
