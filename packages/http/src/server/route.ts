import { refusal } from "../errors/answer.ts"
import type { EdgeTag } from "../errors/catalogue.ts"
import {
  type Call,
  type CallHeaders,
  canonicalStamps,
  isForbidden,
  type ReadJson,
  readJson,
  readObject,
  type SignatureHeader,
  splitTarget,
  type Unreadable
} from "../message/Call.ts"
import type { Reply } from "../message/Reply.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { endpoints } from "../resources/index.ts"

export interface RouteOptions {
  /** The mount path of the API, including its version: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Public documents, by path. */
  readonly documents: ReadonlyMap<string, () => Promise<Reply>>
  /** The largest body that an endpoint reads, in bytes. */
  readonly bodyLimit: number
}

/** The parts of a call that an endpoint reads, from any transport. */
export interface Received {
  readonly endpoint: AnyEndpoint
  readonly headers: CallHeaders
  /** The path and query without the base path of the endpoints. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  /** The query as sent, with its question mark; empty when the target has no query. */
  readonly search: string
  /** Absent until it is read. */
  readonly body: ReadJson | undefined
}

/** A call that was routed to an endpoint. Its body is read after authentication. */
export interface AcceptedCall extends Received {
  /** The `X-Request-Id` of its reply. */
  readonly requestId: string
  readonly call: Call
  /** Reads the body; absent when the endpoint has none. */
  readonly read: (() => Promise<ReadJson | Unreadable>) | undefined
}

/** The path label of calls that match no path or method of the contract. */
export const NONE = "none"

/** The destination of a call, and the path label for metrics. */
export type Routed = { readonly path: string } & (
  | { readonly asked: AcceptedCall; readonly document?: never; readonly refused?: never }
  | { readonly asked?: never; readonly document: () => Promise<Reply>; readonly refused?: never }
  | { readonly asked?: never; readonly document?: never; readonly refused: Reply }
)

/** Routes calls by target and method: to an endpoint, to a document, or to a refusal. */
export const routing = ({ basePath, bodyLimit, documents, signatureHeader }: RouteOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  const prefix = `${basePath}/`
  return (call: Call, requestId: string): Routed => {
    const target = splitTarget(call.target)
    if (target === undefined) return rejected("TargetNotNormal")
    const { pathname, search } = target
    const method = call.method === "HEAD" ? "GET" : call.method
    const isUnderBase = pathname.startsWith(prefix)
    const path = isUnderBase ? pathname.slice(basePath.length) : pathname
    const document = documents.get(path)
    if (document !== undefined) return method === "GET" ? { path, document } : notAllowed(["GET"])
    const segments = path.split("/")
    const methods = isUnderBase ? methodsOf(ROOT, segments, 1) : undefined
    // Hosts that build a web Request reject this method before routing, so the reply is the same for every path.
    if (methods === undefined && isForbidden(call.method)) return notAllowed([])
    if (methods === undefined) return rejected("EndpointNotFound")
    const route = methods.get(method)
    if (route === undefined) return notAllowed([...methods.keys()])
    const { endpoint } = route
    const headers = stamps === undefined ? call.headers : stamps(call.headers)
    const params = paramsOf(route, segments)
    if (headers === undefined) return { path: route.path, refused: refusal("HeaderRepeated") }
    if (params === undefined) return { path: route.path, refused: refusal("EndpointNotFound") }
    const read = readerOf(endpoint, call, bodyLimit)
    const routed = { requestId, endpoint, call, headers, target: path + search, params, search, read, body: undefined }
    return { path: route.path, asked: routed }
  }
}

const rejected = (tag: EdgeTag): Routed => ({ path: NONE, refused: refusal(tag) })

const notAllowed = (methods: ReadonlyArray<string>): Routed => {
  const allow = methods.map((method) => (method === "GET" ? "GET, HEAD" : method)).join(", ")
  return { path: NONE, refused: refusal("MethodNotAllowed", { headers: { allow } }) }
}

const readerOf = ({ body }: AnyEndpoint, call: Call, limit: number): AcceptedCall["read"] => {
  if (body === "none") return undefined
  return body === "lenient" ? () => readObject(call, limit) : () => readJson(call, limit)
}

interface Route {
  readonly endpoint: AnyEndpoint
  /** As written in the contract: `/auth/sessions/:id`. */
  readonly path: string
  /** The segment index of each path parameter. */
  readonly params: ReadonlyArray<readonly [name: string, position: number]>
}

/** A path segment of the contract and its possible successors. */
interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | undefined
  /** The endpoints whose path ends here, by method. */
  readonly methods: Map<string, Route>
}

const makeNode = (): Node => ({ literals: new Map(), parameter: undefined, methods: new Map() })

/** The paths of all endpoints. Paths that differ only in parameter names are the same path. */
const ROOT = makeNode()
for (const endpoint of endpoints) {
  const { method, path } = endpoint.shape
  const params: Array<readonly [string, number]> = []
  let node = ROOT
  for (const [position, segment] of path.split("/").entries()) {
    if (position === 0) continue
    const isParameter = segment.startsWith(":")
    const known = isParameter ? node.parameter : node.literals.get(segment)
    const next = known ?? makeNode()
    if (isParameter) {
      params.push([segment.slice(1), position])
      node.parameter = next
    } else node.literals.set(segment, next)
    node = next
  }
  node.methods.set(method, { endpoint, path, params })
}

/** The endpoints of a path, by method. A literal segment takes precedence over a parameter, which is never empty. */
const methodsOf = (node: Node, segments: ReadonlyArray<string>, at: number): Node["methods"] | undefined => {
  const segment = segments[at]
  if (segment === undefined) return node.methods.size === 0 ? undefined : node.methods
  const literal = node.literals.get(segment)
  const found = literal === undefined ? undefined : methodsOf(literal, segments, at + 1)
  if (found !== undefined || segment === "" || node.parameter === undefined) return found
  return methodsOf(node.parameter, segments, at + 1)
}

/** The decoded value of each parameter, or `undefined` where an escape is malformed. */
const paramsOf = ({ params }: Route, segments: ReadonlyArray<string>): Readonly<Record<string, string>> | undefined => {
  const values: Record<string, string> = {}
  for (const [name, position] of params) {
    const segment = segments[position] ?? ""
    const value = segment.includes("%") ? decoded(segment) : segment
    if (value === undefined) return undefined
    values[name] = value
  }
  return values
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
