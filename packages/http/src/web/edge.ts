import { bodyOf, type Details, headersOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"
import { readJson, readObject } from "./readJson.ts"
import { routesOf } from "./routes.ts"
import { type SignatureHeader, withCanonicalStamp } from "./signatureHeader.ts"

export interface EdgeOptions {
  /** The path all endpoints stand under, with the version of the API: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Documents anybody may read, by path. */
  readonly documents: ReadonlyMap<string, (request: Request) => Promise<Response>>
  /** Told of a failure that no program named; answers the id under which it was told. */
  readonly onDefect: (error: unknown) => string
}

/** What a router must not be asked to guess: unknown paths, methods and bodies get their refusal here, as JSON. */
export const edge =
  (inner: (request: Request) => Promise<Response>, options: EdgeOptions) =>
  async (request: Request): Promise<Response> => {
    try {
      return sealed(await route(request, async (inside) => named(await inner(inside)), options))
    } catch (error) {
      return sealed(refusal("Defect", { details: { incident: options.onDefect(error) } }))
    }
  }

const route = async (
  request: Request,
  inner: (request: Request) => Promise<Response>,
  { basePath, documents, signatureHeader }: EdgeOptions
): Promise<Response> => {
  const url = new URL(request.url)
  const isUnderBase = url.pathname.startsWith(`${basePath}/`)
  const path = isUnderBase ? url.pathname.slice(basePath.length) : url.pathname
  const document = documents.get(path)
  if (document !== undefined) {
    return request.method === "GET" ? document(request) : refusal("MethodNotAllowed", { headers: { allow: "GET" } })
  }
  const endpoints = isUnderBase ? routesOf(path) : []
  if (endpoints.length === 0) return refusal("EndpointNotFound")
  const endpoint = endpoints.find(({ method }) => method === request.method)
  if (endpoint === undefined) {
    return refusal("MethodNotAllowed", { headers: { allow: endpoints.map(({ method }) => method).join(", ") } })
  }
  const headers = withCanonicalStamp(request.headers, signatureHeader)
  if (headers === undefined) return refusal("HeaderRepeated")
  const target = new URL(path + url.search, url.origin)
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
const sealed = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set("cache-control", "no-store")
  headers.set("x-content-type-options", "nosniff")
  return new Response(response.body, { status: response.status, headers })
}
