import { refusal } from "../errors/answer.ts"
import { type ReadJson, readJson, readObject, type Unreadable } from "../message/body.ts"
import { type Call, type CallHeaders, isForbidden } from "../message/Call.ts"
import { canonicalStamps, type SignatureHeader } from "../message/headers.ts"
import type { Reply } from "../message/Reply.ts"
import { splitTarget } from "../message/target.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { endpoints } from "../resources/index.ts"

export interface RouteOptions {
  /** The path of the API under its mount, with its version: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Documents anybody may read, by path. */
  readonly documents: ReadonlyMap<string, () => Promise<Reply>>
  /** The largest body that an endpoint reads, in bytes. */
  readonly bodyLimit: number
}

/** What an endpoint reads of a call, wherever it comes from. */
export interface Received {
  readonly endpoint: AnyEndpoint
  readonly headers: CallHeaders
  /** Path and query, less the path that all endpoints are under. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  /** The query with its question mark, as it was sent; empty where there is none. */
  readonly search: string
  /** Absent until it is read. */
  readonly body: ReadJson | undefined
}

/** A call that reached an endpoint. Its body is read once the caller is authenticated. */
export interface Asked extends Received {
  /** The `X-Request-Id` of its reply. */
  readonly requestId: string
  readonly call: Call
  /** Reads the body; absent where the endpoint has none. */
  readonly read: (() => Promise<ReadJson | Unreadable>) | undefined
}

/** What is asked of a path that the contract does not have, or by a method that it does not have there. */
export const NONE = "none"

export type Work = () => Promise<Reply> | Reply

/** Where a call goes, and the path of the contract that it is counted under. */
export const routing = (
  inner: (asked: Asked) => Promise<Reply>,
  { basePath, bodyLimit, documents, signatureHeader }: RouteOptions
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
      return method === "GET" ? { path, answer: document } : notAllowed("GET, HEAD")
    }
    const found = isUnderBase ? routesOf(path) : []
    // Of these methods no web request can be made, so that a host which makes one asks for no path.
    if (found.length === 0 && isForbidden(call.method)) return notAllowed("")
    if (found.length === 0) return { path: NONE, answer: () => refusal("EndpointNotFound") }
    const route = found.find((each) => methodOf(each) === method)
    if (route === undefined) {
      return notAllowed(
        found
          .map(methodOf)
          .map((each) => (each === "GET" ? "GET, HEAD" : each))
          .join(", ")
      )
    }
    const answer = () => {
      const headers = stamps(call.headers)
      if (headers === undefined) return refusal("HeaderRepeated")
      const params = paramsOf(route, path)
      if (params === undefined) return refusal("EndpointNotFound")
      const { endpoint } = route
      const read = readerOf(endpoint, call, bodyLimit)
      return inner({ requestId, endpoint, call, headers, target: path + search, params, search, read, body: undefined })
    }
    return { path: route.path, answer }
  }
}

const notAllowed = (allow: string) => ({
  path: NONE,
  answer: () => refusal("MethodNotAllowed", { headers: { allow } })
})

const readerOf = ({ body }: AnyEndpoint, call: Call, limit: number): Asked["read"] => {
  if (body === "none") return undefined
  return body === "lenient" ? () => readObject(call, limit) : () => readJson(call, limit)
}

interface Route {
  readonly endpoint: AnyEndpoint
  /** As the contract spells it: `/auth/sessions/:id`. */
  readonly path: string
  readonly segments: ReadonlyArray<string>
}

const methodOf = ({ endpoint }: Route): string => endpoint.shape.method
const literalsOf = ({ segments }: Route): number => segments.filter((segment) => !segment.startsWith(":")).length
const isLiteral = ({ path }: Route): boolean => !path.includes(":")

/** By the number of segments, the most literal first. */
const routes = new Map<number, Array<Route>>()
for (const endpoint of endpoints) {
  const { path } = endpoint.shape
  const segments = path.split("/").slice(1)
  const known = routes.get(segments.length) ?? []
  routes.set(segments.length, known)
  known.push({ endpoint, path, segments })
}
for (const known of routes.values()) known.sort((a, b) => literalsOf(b) - literalsOf(a))

/** The endpoints of a path, one a method. None: no such path. A literal segment wins over a parameter. */
const routesOf = (path: string): ReadonlyArray<Route> => literal.get(path) ?? routesFor(path)

const routesFor = (path: string): ReadonlyArray<Route> => {
  const segments = path.split("/").slice(1)
  const known = routes.get(segments.length) ?? []
  const first = known.findIndex((route) => matches(route, segments))
  const best = known[first]
  if (best === undefined) return []
  return known.slice(first).filter((route) => route.path === best.path || sameShape(route, best, segments))
}

/** Two paths that spell a parameter in another way are one to their callers. */
const sameShape = (route: Route, best: Route, segments: ReadonlyArray<string>): boolean =>
  literalsOf(route) === literalsOf(best) && matches(route, segments)

const matches = (route: Route, segments: ReadonlyArray<string>) =>
  route.segments.every((segment, position) =>
    segment.startsWith(":") ? segments[position] !== "" : segment === segments[position]
  )

/** Of the paths without a parameter, which need not be searched for. */
const literal = new Map<string, ReadonlyArray<Route>>()
for (const known of routes.values()) {
  for (const { path } of known.filter(isLiteral)) literal.set(path, routesFor(path))
}

/** What stands in the place of each parameter, decoded; none where an escape means nothing. */
const paramsOf = (route: Route, path: string): Readonly<Record<string, string>> | undefined => {
  const params: Record<string, string> = {}
  if (isLiteral(route)) return params
  const segments = path.split("/").slice(1)
  for (const [position, segment] of route.segments.entries()) {
    if (!segment.startsWith(":")) continue
    const value = decoded(segments[position] ?? "")
    if (value === undefined) return undefined
    params[segment.slice(1)] = value
  }
  return params
}

const decoded = (text: string): string | undefined => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
