import { bodyOf, type Details, headersOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import type { Gate } from "./gate.ts"
import { LIVE } from "./health.ts"
import type { Answered } from "./metrics.ts"
import { readJson, readObject } from "./readJson.ts"
import { type Route, routesOf } from "./routes.ts"
import { type SignatureHeader, withCanonicalStamp } from "./signatureHeader.ts"

export interface EdgeOptions {
  /** The path all endpoints stand under, with the version of the API: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Documents anybody may read, by path. */
  readonly documents: ReadonlyMap<string, (request: Request) => Promise<Response>>
  /** Told of a failure that no program named; answers the id under which it was told. */
  readonly onDefect: (error: unknown) => string
  /** Told of every answer. */
  readonly onAnswer: (answered: Answered) => void
  readonly gate: Gate
}

/** What a router must not be asked to guess: unknown paths, methods and bodies get their refusal here, as JSON. */
export const edge =
  (inner: (request: Request) => Promise<Response>, options: EdgeOptions) =>
  async (request: Request): Promise<Response> => {
    const start = performance.now()
    const { answer, path } = routeOf(request, options)
    const response = unkept(await answering(path, answer, inner, options))
    const millis = performance.now() - start
    options.onAnswer({ method: path === NONE ? NONE : request.method, route: path, status: response.status, millis })
    return response
  }

/** What is asked of a path that the contract does not have, or by a method that it does not have there. */
const NONE = "none"

type Inner = (request: Request) => Promise<Response>

const answering = async (
  path: string,
  answer: (inner: Inner) => Response | Promise<Response>,
  inner: Inner,
  { gate, onDefect }: EdgeOptions
): Promise<Response> => {
  const work = async () => answer(async (inside) => named(await inner(inside)))
  // A process that stops still lives, and whoever asks whether it is ready is told that it is not.
  return path === LIVE ? survived(onDefect, () => gate.pass(work)) : kept({ gate, onDefect }, work)
}

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = async <A>(
  { gate, onDefect }: Pick<EdgeOptions, "gate" | "onDefect">,
  work: () => Promise<A>
): Promise<A | Response> =>
  gate.isClosed()
    ? refusal("Stopping", { headers: { connection: "close" } })
    : survived(onDefect, () => gate.pass(work))

const survived = async <A>(onDefect: EdgeOptions["onDefect"], work: () => Promise<A>): Promise<A | Response> => {
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error) } })
  }
}

/** Where a request goes, and the path of the contract that it is counted under. */
const routeOf = (
  request: Request,
  { basePath, documents, signatureHeader }: EdgeOptions
): { readonly path: string; readonly answer: (inner: Inner) => Response | Promise<Response> } => {
  const url = new URL(request.url)
  const isUnderBase = url.pathname.startsWith(`${basePath}/`)
  const path = isUnderBase ? url.pathname.slice(basePath.length) : url.pathname
  const document = documents.get(path)
  if (document !== undefined) {
    return request.method === "GET"
      ? { path, answer: () => document(request) }
      : { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow: "GET" } }) }
  }
  const endpoints = isUnderBase ? routesOf(path) : []
  if (endpoints.length === 0) return { path: NONE, answer: () => refusal("EndpointNotFound") }
  const endpoint = endpoints.find(({ method }) => method === request.method)
  if (endpoint === undefined) {
    const allow = endpoints.map(({ method }) => method).join(", ")
    return { path: NONE, answer: () => refusal("MethodNotAllowed", { headers: { allow } }) }
  }
  const target = new URL(path + url.search, url.origin)
  return { path: endpoint.path, answer: (inner) => asked(request, target, endpoint, signatureHeader, inner) }
}

const asked = async (
  request: Request,
  target: URL,
  endpoint: Route,
  signatureHeader: SignatureHeader,
  inner: Inner
): Promise<Response> => {
  const headers = withCanonicalStamp(request.headers, signatureHeader)
  if (headers === undefined) return refusal("HeaderRepeated")
  const { method, signal } = request
  if (endpoint.body === "none") {
    headers.delete("content-type")
    return inner(new Request(target, { method, headers, signal }))
  }
  if (endpoint.body === "lenient") {
    headers.set("content-type", "application/json")
    headers.delete("content-length")
    headers.delete("content-encoding")
    return inner(new Request(target, { method, headers, signal, body: await readObject(request) }))
  }
  const body = await readJson(request)
  if (typeof body !== "string") {
    const close = body.tag === "BodyTooLarge" ? { connection: "close" } : {}
    return refusal(body.tag, { headers: close, ...(body.details === undefined ? {} : { details: body.details }) })
  }
  return inner(new Request(target, { method, headers, signal, body }))
}

/** A refusal of the edge, in the envelope of all others. */
export const refusal = (
  tag: EdgeTag,
  more: { readonly headers?: Record<string, string>; readonly details?: Details } = {}
): Response =>
  new Response(JSON.stringify(bodyOf({ _tag: tag }, more.details)), {
    status: catalogue[tag].status,
    headers: { "content-type": "application/json", ...headersOf({ _tag: tag }), ...more.headers }
  })

/** The router has refusals of its own, without a body; none of them leaves without a name (I16). */
const named = (response: Response): Response => {
  if (response.status < 400 || response.headers.get("content-type")?.startsWith("application/json")) return response
  return refusal(
    response.status === 404 ? "EndpointNotFound" : response.status === 415 ? "ContentTypeUnsupported" : "Defect"
  )
}

/** Nothing of this API may be kept by a cache or read as anything but what it says it is. */
export const unkept = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set("cache-control", "no-store")
  headers.set("x-content-type-options", "nosniff")
  return new Response(response.body, { status: response.status, headers })
}
